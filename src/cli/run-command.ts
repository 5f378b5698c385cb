/** Runs one command of the CLI: finds it in the table, and turns its errors into messages and an exit code. */
import { resolve } from "node:path";
import { environment } from "../config/environment-schema.ts";
import { dataDirOf, type LoadedEnvironment, loadEnvironment } from "../config/load-environment.ts";
import { misspeltVariables } from "../config/misspelt.ts";
import { ConfigError, isSystemError, KnownError, reasonOf } from "../errors.ts";
import { terminalText } from "../text/safe-text.ts";
import { CommandError, suggestion, UsageError } from "./command.ts";
import { type CommandEntry, commands } from "./commands.ts";

/** The process around a command. */
interface CommandProcess {
  /** The environment; variables of an `.env` file are added to it. */
  variables: Record<string, string | undefined>;
  /** The working directory, in which an `.env` file is looked for. */
  folder: string;
  writeOutput(text: string): void;
  /** For what is said beside the output, which may be data. */
  writeError(text: string): void;
  /** Aborts when the process is told to stop. */
  stop: AbortSignal;
}

const isHelp = (text: string) => text === "--help" || text === "-h";

const help: Pick<CommandEntry, "usage"> = {
  usage: [["help COMMAND", "shows what one command takes, as --help behind it does"]],
};
const everything = (): string => usage([...Object.values(commands), help]);

function usage(shown: readonly Pick<CommandEntry, "usage">[]): string {
  const lines = shown.flatMap((command) => command.usage);
  const width = Math.max(...lines.map(([typed]) => typed.length)) + 2;
  return [
    "npm run cli -- <command>",
    "",
    ...lines.map(([typed, does]) => `  ${typed.padEnd(width)}${does}`),
    "",
  ].join("\n");
}

/** @returns the exit code: 0 done, 1 failed, 2 usage error. */
export async function runCommand(
  [name, ...args]: readonly string[],
  process: CommandProcess,
): Promise<number> {
  const print = (...lines: readonly string[]) =>
    process.writeOutput(terminalText(`${lines.join("\n")}\n`));
  const note = (...lines: readonly string[]) =>
    process.writeError(terminalText(`${lines.join("\n")}\n`));
  const asked = name === "help" ? args[0] : name;
  if (asked === undefined || isHelp(asked)) {
    print(everything());
    return name === undefined ? 2 : 0;
  }
  const entry = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (!entry) {
    note(
      `there is no command ${asked}${suggestion(asked, Object.keys(commands))}`,
      "",
      everything(),
    );
    return 2;
  }
  if (name === "help" || args.some(isHelp)) {
    print(usage([entry]));
    return 0;
  }
  const command = await entry.load();
  try {
    const { variables, file } = openEnvironment(asked, process, note);
    const { stop } = process;
    return await command.run(args, { environment: variables, environmentFile: file, print, stop });
  } catch (error) {
    if (error instanceof UsageError) {
      note(error.message, "", usage([entry]));
      return 2;
    }
    const expected =
      error instanceof CommandError || error instanceof ConfigError || error instanceof KnownError;
    if (isSystemError(error)) note(`${asked} failed: ${reasonOf(error)}`);
    else note(expected ? error.message : String(error instanceof Error ? error.stack : error));
    return 1;
  }
}

/** Loads the environment and says whose data the command speaks of. */
function openEnvironment(
  name: string,
  { variables, folder }: CommandProcess,
  note: (line: string) => void,
): LoadedEnvironment {
  const loaded = loadEnvironment(variables, folder);
  note(dataDirLine(loaded));
  // The doctor has a line of its own for each.
  if (name !== "doctor") for (const hint of misspeltVariables(loaded.variables)) note(hint);
  return loaded;
}

/** Says in one line which folder a command reads and writes, and where that was set. */
function dataDirLine({ variables, file, fromFile }: LoadedEnvironment): string {
  const address = variables["DATABASE_URL"]?.trim();
  if (address) {
    const source = fromFile?.has("DATABASE_URL") ? file : "the environment";
    const { data } = environment.shape.DATABASE_URL.safeParse(address);
    // What is no address may show a part of a password.
    if (data === undefined) return `a database, DATABASE_URL set in ${source}`;
    const { pathname, host } = new URL(data);
    return `the database${pathname} at ${host}, DATABASE_URL set in ${source}`;
  }
  const given = variables["DATA_DIR"]?.trim();
  const folder = resolve(dataDirOf(variables));
  if (given) {
    const source = fromFile?.has("DATA_DIR") ? file : "the environment";
    return `DATA_DIR ${folder}, set in ${source}`;
  }
  const reason = fromFile ? `${file} doesn't set it` : `there is no ${file}`;
  return `DATA_DIR ${folder}, the default: ${reason}`;
}
