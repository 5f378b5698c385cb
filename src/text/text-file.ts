/** Reads text files that people wrote: UTF-8 alone, as any other encoding would put wrong characters in front of members. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";

/** A file isn't text in UTF-8; the message names the file, the line and what to do. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
  /** The first line that isn't UTF-8, from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const lineEnd = 0x0a;

/**
 * The text of a file, without the mark that some editors begin a text in UTF-8 with.
 * @throws {EncodingError} for another encoding; and what reading throws, with the system's `code`.
 */
export function readTextFile(file: string): string {
  return decodeText(readFileSync(file), file);
}

/** @param name what the text is called in a fault. @throws {EncodingError} */
export function decodeText(bytes: Buffer, name: string): string {
  if (isUtf16(bytes)) {
    const reason = "isn't text in UTF-8, but perhaps in UTF-16: save it as UTF-8";
    throw new EncodingError(`${name} ${reason}`, 1);
  }
  if (isUtf8(bytes)) return bytes.toString("utf8").replace(/^\uFEFF/, "");
  const { line, offset } = firstFault(bytes);
  throw new EncodingError(
    `${name} isn't text in UTF-8 (line ${line}, byte ${offset}): save it as UTF-8`,
    line,
  );
}

/** Its marks, or a NUL, which no text has in UTF-8. */
const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  bytes.includes(0);

/** Where the first line begins that isn't UTF-8; a line's end is never part of another character. */
function firstFault(bytes: Buffer): { line: number; offset: number } {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found === -1 ? bytes.length : found;
    if (found === -1 || !isUtf8(bytes.subarray(start, end))) {
      return { line, offset: start + validLength(bytes.subarray(start, end)) + 1 };
    }
    start = end + 1;
  }
}

/** How many bytes at its beginning are whole characters. */
function validLength(line: Buffer): number {
  let at = 0;
  while (at < line.length) {
    const size = [1, 2, 3, 4].find((count) => isUtf8(line.subarray(at, at + count)));
    if (size === undefined) return at;
    at += size;
  }
  return at;
}
