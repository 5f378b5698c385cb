/** Cuts fonts down to some characters in a child process, one after another: most of the time a process warms up. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { keptOnDisk } from "./disk-cache.ts";

/** A font file on the disk and the characters that are wanted of it. */
export interface Cut {
  file: string;
  characters: string;
}

/** For all that one process cuts. */
const timeoutMs = 120_000;
const maxOutputBytes = 50_000_000;

let queued: (Cut & PromiseWithResolvers<Buffer>)[] = [];
let last: Promise<void> = Promise.resolve();

const processFile = join(import.meta.dirname, "cut-fonts-process.ts");

/** @returns the font with only those characters, as WOFF2. @throws {Error} when the process fails or takes too long. */
export async function cutFont(cut: Cut): Promise<Buffer> {
  const sources = await Promise.all([readFile(processFile), readFile(cut.file)]);
  return keptOnDisk([...sources, cut.characters], () => enqueue(cut));
}

function enqueue(cut: Cut): Promise<Buffer> {
  const waiting = { ...cut, ...Promise.withResolvers<Buffer>() };
  queued.push(waiting);
  // What is wanted while a process is cutting is cut by the next one together.
  if (queued.length === 1) last = last.then(cutQueued);
  return waiting.promise;
}

async function cutQueued(): Promise<void> {
  const batch = queued;
  queued = [];
  try {
    const fonts = await runProcess(batch.map(({ file, characters }) => ({ file, characters })));
    for (const [index, { resolve }] of batch.entries()) {
      resolve(Buffer.from(fonts[index] ?? "", "base64"));
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** In a process of its own, so that the bot isn't held up. @returns the fonts in Base64, in the order of the cuts. */
async function runProcess(cuts: readonly Cut[]): Promise<string[]> {
  const running = promisify(execFile)(process.execPath, [processFile], {
    timeout: timeoutMs,
    maxBuffer: maxOutputBytes,
  });
  running.child.stdin?.end(JSON.stringify(cuts));
  return JSON.parse((await running).stdout) as string[];
}
