/** Reads the codes of an image in a child process, one image at a time. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import type { ReadCodes } from "./photos.ts";

const defaultTimeoutMs = 15_000;
const maxWaiting = 4;
const maxOutputBytes = 100_000;
const texts = z.array(z.string());
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

/**
 * What no decoder takes has no codes.
 * @throws when the system starts no process, as without memory.
 */
function readInProcess(image: Buffer, timeoutMs: number): Promise<string[] | "slow"> {
  const { promise, resolve } = Promise.withResolvers<string[] | "slow">();
  const options = { timeout: timeoutMs, killSignal: "SIGKILL" as const, maxBuffer: maxOutputBytes };
  const child = execFile(
    process.execPath,
    ["--max-old-space-size=256", program],
    { ...options, env: {} },
    (error, stdout) => {
      const isLate = error?.killed === true && error.code === null;
      if (error) resolve(isLate ? "slow" : []);
      else resolve([...new Set(texts.parse(JSON.parse(stdout)))]);
    },
  );
  // The process may end before it has read everything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(image);
  return promise;
}
