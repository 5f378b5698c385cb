/** Keeps what is made of the program's own files in `node_modules/.cache`, so that the next process needn't make it again. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

const modulesDir = join(import.meta.dirname, "../../../../node_modules");
/** What hasn't been read for this long is removed when something is written. */
const unusedMs = 30 * 86_400_000;
const hashBytes = 32;

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
  const kept = await read(join(dir, name)).catch(() => null);
  if (kept) return kept;
  const made = await make();
  // A read-only or full disk costs time, and nothing else.
  await write(dir, name, made).catch(() => {});
  return made;
}
