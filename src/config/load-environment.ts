/** Loads the environment of a process, the server's and each command's alike: its variables, then the `.env` file of its folder. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ConfigError, reasonOf } from "../errors.ts";
import { EncodingError, readTextFile } from "../text/text-file.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export const defaultDataDir = "./data";

export interface LoadedEnvironment {
  variables: Environment;
  /** The path at which an `.env` file is looked for. */
  file: string;
  /** Names of the variables that the file has set; null without a file. */
  fromFile: ReadonlySet<string> | null;
}

/**
 * @param variables variables of the file are added to them; those that are set already stay, unless they are empty.
 * @param folder the process's working directory.
 * @throws {ConfigError} if there is a file that can't be read.
 */
export function loadEnvironment(
  variables: Record<string, string | undefined>,
  folder: string,
): LoadedEnvironment {
  const file = join(folder, ".env");
  const text = readIfThere(file);
  if (text === null) return { variables, file, fromFile: null };
  const added = Object.entries(parseEnvFile(text)).filter(([name]) => !variables[name]?.trim());
  for (const [name, value] of added) variables[name] = value;
  return { variables, file, fromFile: new Set(added.map(([name]) => name)) };
}

/** The folder of what the bot keeps on this machine, from the environment before anything of it is checked. */
export const dataDirOf = (variables: Environment): string =>
  variables["DATA_DIR"]?.trim() || defaultDataDir;

/** In another encoding the file would name no variable of the bot, which would start on emulators. */
function readIfThere(file: string): string | null {
  try {
    return readTextFile(file);
  } catch (error) {
    if (error instanceof EncodingError) throw new ConfigError([error.message]);
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new ConfigError([`${file} can't be read (${reasonOf(error)}): run as the bot's user`]);
  }
}

/** What everybody on this machine may do with a file, in the bits of its mode. */
const othersMay = 0o006;

/** A hint about an `.env` file whose secrets other users of the machine can read or replace; null without one. */
export function exposedFileHint(file: string): string | null {
  // There a mode says nothing.
  if (process.platform === "win32") return null;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & othersMay) === 0) return null;
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return `${file} holds secrets, and every user of this machine has access to it (mode ${octal}): chmod o= ${file}`;
}

/**
 * A # inside an unquoted value belongs to it, as for the shell and systemd: only behind white space it
 * begins a comment. Node's parser alone would cut `#B4475F`, and a password, at the #.
 */
export function parseEnvFile(text: string): Record<string, string | undefined> {
  return parseEnv(
    text.replaceAll(/^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=)(.*#.*)$/gm, quoteValue),
  );
}

function quoteValue(line: string, assignment: string, rest: string): string {
  const value = rest.replace(/\s#.*$/, "").trim();
  if (!value.includes("#") || /^["'`]/.test(value)) return line;
  const quote = [`"`, `'`, "`"].find((mark) => !value.includes(mark));
  return quote === undefined ? line : assignment + quote + value + quote;
}
