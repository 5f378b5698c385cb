/** What the studio keeps on the disk: read by the next process, made again where it is damaged or can't be written. */
import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptOnDisk } from "../../../../src/studio/server/assets/disk-cache.ts";

let dir: string;
let makings: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cache-"));
  makings = 0;
});
afterEach(() => rmSync(dir, { recursive: true }));

async function get(ingredients: string[], folder = join(dir, "cache")): Promise<string> {
  const make = async () => {
    makings += 1;
    return Buffer.from(`made of ${ingredients.join("+")}`);
  };
  return (await keptOnDisk(ingredients, make, folder)).toString();
}

const files = () => readdirSync(join(dir, "cache")).map((name) => join(dir, "cache", name));

test("what was made of the same is read, and what is of other ingredients is made", async () => {
  expect([await get(["ab", "c"]), await get(["ab", "c"])]).toEqual([
    "made of ab+c",
    "made of ab+c",
  ]);
  expect(makings).toBe(1);
  expect(await get(["a", "bc"])).toBe("made of a+bc");
  expect(await get([])).toBe("made of ");
  expect([makings, files().length]).toEqual([3, 3]);
});

test("what is damaged is made again, and is whole from then on", async () => {
  await get(["a"]);
  const [file = ""] = files();
  const whole = readFileSync(file);
  for (const damaged of [whole.subarray(0, -1), Buffer.alloc(0), Buffer.concat([whole, whole])]) {
    writeFileSync(file, damaged);
    makings = 0;
    expect([await get(["a"]), await get(["a"]), makings]).toEqual(["made of a", "made of a", 1]);
  }
});

test("where nothing can be kept, it is made each time, and a failure to make it is the caller's", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  expect([await get(["a"], file), await get(["a"], join(file, "below"))]).toHaveLength(2);
  expect(makings).toBe(2);
  const failing = keptOnDisk(["b"], () => Promise.reject(new Error("no")), join(dir, "cache"));
  await expect(failing).rejects.toThrow("no");
});

test("what nobody has read for 30 days goes when something is written", async () => {
  await get(["read"]);
  await get(["unread"]);
  const daysAgo = new Date(Date.now() - 31 * 86_400_000);
  for (const file of files()) utimesSync(file, daysAgo, daysAgo);
  await get(["read"]);
  await get(["new"]);
  expect(files()).toHaveLength(2);
  makings = 0;
  await get(["read"]);
  expect(makings).toBe(0);
});

test("a dozen that want the same at once make it once", async () => {
  await Promise.all(Array.from({ length: 12 }, () => get(["a"])));
  expect([files().length, makings]).toEqual([1, 1]);
});

/** Leaves the lock of a process that is making what `get(["a"])` wants. @returns the lock's path. */
async function lockAs(pid: number | undefined): Promise<string> {
  await get(["a"]);
  const [file = ""] = files();
  const lock = `${file}.lock`;
  writeFileSync(lock, String(pid));
  renameSync(file, `${dir}/made`);
  makings = 0;
  return lock;
}

test("what another process is making is waited for", async () => {
  const lock = await lockAs(process.ppid);
  const checks = vi.spyOn(process, "kill");
  const waiting = get(["a"]);
  await vi.waitUntil(() => checks.mock.calls.length > 1, { timeout: 60_000 });
  checks.mockRestore();
  renameSync(`${dir}/made`, lock.replace(/\.lock$/, ""));
  rmSync(lock);
  expect([await waiting, makings]).toEqual(["made of a", 0]);
});

test("a lock whose process is gone, or that is too old, isn't waited for", async () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  for (const pid of [ended, process.pid]) {
    await lockAs(pid);
    expect([await get(["a"]), makings, files().length]).toEqual(["made of a", 1, 1]);
  }
  const old = new Date(Date.now() - 61_000);
  utimesSync(await lockAs(process.ppid), old, old);
  expect([await get(["a"]), makings, files().length]).toEqual(["made of a", 1, 1]);
});
