/** Keeps what is made of the program's own files in `node_modules/.cache`, so that no other process needs to make it again. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const modulesDir = join(import.meta.dirname, "../../../../node_modules");
/** What hasn't been read for this long is removed when something is written. */
const unusedMs = 30 * 86_400_000;
const hashBytes = 32;
/** A lock this old is a dead process's, whose id another process has by now. */
const abandonedMs = 60_000;
const pollMs = 100;

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest();

/** @throws {Error} when it isn't there. @returns null if it is damaged. */
async function read(file: string): Promise<Buffer | null> {
  const kept = await readFile(file);
  const content = kept.subarray(hashBytes);
  if (!sha256(content).equals(kept.subarray(0, hashBytes))) return null;
  const now = new Date();
  await utimes(file, now, now);
  return content;
}

/** @throws {Error} when it can't be written. */
async function write(dir: string, name: string, content: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true });
  const partial = join(dir, `${name}.${randomUUID()}`);
  try {
    await writeFile(partial, Buffer.concat([sha256(content), content]));
    // At once, since other processes read and write the same file.
    await rename(partial, join(dir, name));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await removeUnused(dir);
}

async function removeUnused(dir: string): Promise<void> {
  const before = Date.now() - unusedMs;
  for (const name of await readdir(dir)) {
    const file = join(dir, name);
    if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
  }
}

/** @throws {Error} unless another process with this id is running. */
async function checkHolder(lock: string): Promise<void> {
  const pid = Number(await readFile(lock));
  // Of a container, each process has the same id.
  if (pid === process.pid) throw new Error("left by an earlier process");
  // Empty until it is written.
  if (pid) process.kill(pid, 0);
  if ((await stat(lock)).mtimeMs < Date.now() - abandonedMs) throw new Error("abandoned");
}

/** @returns false while another process holds the lock. @throws {Error} when it can't be written. */
async function acquire(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    await checkHolder(lock).catch(() => rm(lock, { force: true }));
    return false;
  }
}

/** Waits while another process makes the same. @returns null where no lock can be written. */
async function lockOf(dir: string, name: string): Promise<AsyncDisposable | null> {
  const lock = join(dir, `${name}.lock`);
  try {
    await mkdir(dir, { recursive: true });
    while (!(await acquire(lock))) await setTimeout(pollMs);
    return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) };
  } catch {
    return null;
  }
}

async function makeAndKeep(
  dir: string,
  name: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  await using _lock = await lockOf(dir, name);
  const kept = await read(join(dir, name)).catch(() => null);
  if (kept) return kept;
  const made = await make();
  // A read-only or full disk costs time, and nothing else.
  await write(dir, name, made).catch(() => {});
  return made;
}

/** By file. */
const inThisProcess = new Map<string, Promise<Buffer>>();

/**
 * @param ingredients all that determines the content beside the installed packages.
 * @param make called where it isn't kept or is damaged; its content is kept if that is possible.
 */
export async function keptOnDisk(
  ingredients: readonly (string | Buffer)[],
  make: () => Promise<Buffer>,
  dir = join(modulesDir, ".cache/line-loyalty-bot"),
): Promise<Buffer> {
  const packages = await readFile(join(modulesDir, ".package-lock.json")).catch(() => null);
  if (!packages) return make();
  const hash = createHash("sha256");
  for (const part of [packages, ...ingredients]) hash.update(`${part.length}\n`).update(part);
  const name = hash.digest("hex");
  const file = join(dir, name);
  const kept = await read(file).catch(() => null);
  if (kept) return kept;
  const making = inThisProcess.get(file) ?? makeAndKeep(dir, name, make);
  inThisProcess.set(file, making);
  return making.finally(() => inThisProcess.delete(file));
}
