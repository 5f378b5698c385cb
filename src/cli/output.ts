/** Writes the files that commands make for the operator. */
import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../errors.ts";
import { makeFolder } from "../store/sqlite/open.ts";
import { CommandError } from "./command.ts";

/**
 * Writes a file, and makes its folder.
 * @param options `keep`: leaves a file that is there as it is.
 * @returns whether it was written.
 * @throws {CommandError} naming the file.
 */
export function writeOutput(
  file: string,
  content: string | Buffer,
  { keep = false }: { keep?: boolean } = {},
): boolean {
  try {
    makeFolder(dirname(resolve(file)));
    writeFileSync(file, content, { flag: keep ? "wx" : "w" });
    return true;
  } catch (error) {
    if (keep && error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw new CommandError(`${file} can't be written: ${reasonOf(error)}`);
  }
}
