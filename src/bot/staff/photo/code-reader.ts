/** Reads the codes of an image in a child process, one image at a time. */
import { execFile, type ExecFileException } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { ReadCodes } from "../command.ts";

const defaultTimeoutMs = 15_000;
const maxWaiting = 4;
const maxOutputBytes = 100_000;
const output = z.union([z.array(z.string()), z.literal("large")]);
const program = join(import.meta.dirname, "read-codes-process.ts");

/** @param timeoutMs of one image. */
export function createCodeReader(timeoutMs = defaultTimeoutMs): ReadCodes {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (image) => {
    if (waiting > maxWaiting) return "busy";
    waiting += 1;
    const reading = last.then(() => readInProcess(image, timeoutMs));
    // One that failed doesn't keep the next ones from being read.
    last = reading.catch(() => {});
    try {
      return await reading;
    } finally {
      waiting -= 1;
    }
  };
}

function failureOf({ killed, code, signal }: ExecFileException): string[] | "slow" | "large" {
  if (killed && code === null) return "slow";
  // By itself, or by a system without memory.
  return signal === "SIGKILL" && !killed ? "large" : [];
}

/**
 * What no decoder takes has no codes.
 * @throws when the system starts no process, as without memory.
 */
function readInProcess(image: Buffer, timeoutMs: number): Promise<string[] | "slow" | "large"> {
  const { promise, resolve } = Promise.withResolvers<string[] | "slow" | "large">();
  const options = { timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: maxOutputBytes };
  const child = execFile(
    process.execPath,
    ["--max-old-space-size=256", program],
    // The C library would keep memory apart for each of its threads.
    { ...options, env: { MALLOC_ARENA_MAX: "1" } },
    (error, stdout) => {
      if (error) resolve(failureOf(error));
      else {
        const read = output.parse(JSON.parse(stdout));
        resolve(read === "large" ? read : [...new Set(read)]);
      }
    },
  );
  // The process may end before it has read everything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(image);
  return promise;
}
