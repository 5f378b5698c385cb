/** Entry point of the CLI: runs one command, also while the server runs. Exit codes: 0 done, 1 failed, 2 usage error. */
import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { CommandError, UsageError, type Command, type Terminal } from "./cli/command.ts";
import { backup } from "./cli/backup.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { member } from "./cli/member.ts";
import { parked } from "./cli/parked.ts";
import { restore } from "./cli/restore.ts";
import { richMenu } from "./cli/rich-menu.ts";
import { staff } from "./cli/staff.ts";
import { words } from "./cli/words.ts";
import { ConfigError } from "./config/config.ts";
import { KnownError } from "./errors.ts";

/** A new command is a file in `cli/` and a row here. */
const commands: Readonly<Record<string, Command>> = {
  doctor,
  words,
  staff,
  parked,
  member,
  backup,
  restore,
  "rich-menu": richMenu,
  demo,
};

function usage(): string {
  const lines = Object.values(commands).flatMap((command) => command.usage);
  const width = Math.max(...lines.map(([typed]) => typed.length)) + 2;
  return [
    "npm run cli -- <command>",
    "",
    ...lines.map(([typed, does]) => `  ${typed.padEnd(width)}${does}`),
    "",
  ].join("\n");
}

/** @returns the exit code. */
async function run([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === undefined || name === "help" || name === "--help") {
    terminal.print(usage());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!command) throw new UsageError(`there is no command ${name}`);
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage()}\n`);
      return 2;
    }
    const expected =
      error instanceof CommandError || error instanceof ConfigError || error instanceof KnownError;
    process.stderr.write(
      `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 1;
  }
}

if (existsSync(".env")) loadEnvFile(".env");
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stopping.abort());
}
process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  print: (...lines) => void process.stdout.write(`${lines.join("\n")}\n`),
  stop: stopping.signal,
});
