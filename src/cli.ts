/** Entry point of the CLI: runs one command, also while the server runs. Exit codes: 0 done, 1 failed, 2 usage error. */
import { CommandError, UsageError, type Command, type Terminal } from "./cli/command.ts";
import { suggestion } from "./cli/arguments.ts";
import { dataDirLine } from "./cli/data-dir-line.ts";
import { ConfigError } from "./config/config.ts";
import { loadEnvironment } from "./config/load-environment.ts";
import { misspeltVariables } from "./config/misspelt-variables.ts";
import { KnownError } from "./errors.ts";

/**
 * A new command is a file in `cli/` and a row here. Only the one that is called is loaded: a command that just reads
 * the store starts with 0.15 s of CPU instead of 0.6.
 */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import("./cli/doctor.ts")).doctor,
  words: async () => (await import("./cli/words.ts")).words,
  staff: async () => (await import("./cli/staff.ts")).staff,
  parked: async () => (await import("./cli/parked.ts")).parked,
  member: async () => (await import("./cli/member.ts")).member,
  backup: async () => (await import("./cli/backup.ts")).backup,
  restore: async () => (await import("./cli/restore.ts")).restore,
  store: async () => (await import("./cli/store-copy.ts")).store,
  "rich-menu": async () => (await import("./cli/rich-menu.ts")).richMenu,
  stories: async () => (await import("./cli/stories.ts")).stories,
  demo: async () => (await import("./cli/demo.ts")).demo,
  statistics: async () => (await import("./cli/statistics.ts")).statistics,
  line: async () => (await import("./cli/line.ts")).line,
};

const everything = async (): Promise<string> =>
  usage([...(await Promise.all(Object.values(commands).map((load) => load()))), help]);

const isHelp = (text: string) => text === "--help" || text === "-h";

const help: Pick<Command, "usage"> = {
  usage: [["help COMMAND", "shows what one command takes, as --help behind it does"]],
};

function usage(shown: readonly Pick<Command, "usage">[]): string {
  const lines = shown.flatMap((command) => command.usage);
  const width = Math.max(...lines.map(([typed]) => typed.length)) + 2;
  return [
    "npm run cli -- <command>",
    "",
    ...lines.map(([typed, does]) => `  ${typed.padEnd(width)}${does}`),
    "",
  ].join("\n");
}

const print = (...lines: readonly string[]) => void process.stdout.write(`${lines.join("\n")}\n`);
/** Standard error: standard output may be data. */
const note = (...lines: readonly string[]) => void process.stderr.write(`${lines.join("\n")}\n`);

/** @returns the exit code. */
async function run([name, ...args]: readonly string[], stop: AbortSignal): Promise<number> {
  const asked = name === "help" ? args[0] : name;
  if (asked === undefined || isHelp(asked)) {
    print(await everything());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (!load) {
    note(
      `there is no command ${asked}${suggestion(asked, Object.keys(commands))}`,
      "",
      await everything(),
    );
    return 2;
  }
  const command = await load();
  if (name === "help" || args.some(isHelp)) {
    print(usage([command]));
    return 0;
  }
  try {
    return await command.run(args, openTerminal(asked, stop));
  } catch (error) {
    if (error instanceof UsageError) {
      note(error.message, "", usage([command]));
      return 2;
    }
    const expected =
      error instanceof CommandError || error instanceof ConfigError || error instanceof KnownError;
    note(expected ? error.message : String(error instanceof Error ? error.stack : error));
    return 1;
  }
}

/** Loads the environment and says whose data the command speaks of. */
function openTerminal(name: string, stop: AbortSignal): Terminal {
  const loaded = loadEnvironment(process.env, process.cwd());
  note(dataDirLine(loaded));
  // The doctor has a line of its own for each.
  if (name !== "doctor") for (const hint of misspeltVariables(loaded.variables)) note(hint);
  return { environment: loaded.variables, print, stop };
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stopping.abort());
}
process.exitCode = await run(process.argv.slice(2), stopping.signal);
