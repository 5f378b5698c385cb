/** What the studio keeps on the disk: read by the next process, made again where it is damaged or can't be written. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("a dozen that make the same at once leave one whole file", async () => {
  await Promise.all(Array.from({ length: 12 }, () => get(["a"])));
  expect(files()).toHaveLength(1);
  makings = 0;
  expect([await get(["a"]), makings]).toEqual(["made of a", 0]);
});
