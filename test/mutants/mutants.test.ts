/** The list of faults is up to date, and a sample of them is noticed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults, sample } from "./faults.ts";
import { ProjectCopy, sourceOf, withFault } from "./plant.ts";

test("each fault can be planted, and names tests that exist", () => {
  expect(faults.length).toBeGreaterThanOrEqual(80);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const named = faults.flatMap(({ tests }) => tests);
  expect(named.filter((file) => !existsSync(join(import.meta.dirname, "..", file)))).toEqual([]);
  const unchanged = faults.filter((fault) => withFault(sourceOf(fault), fault) === sourceOf(fault));
  expect(unchanged).toEqual([]);
});

test("faults of the sample are noticed, each by the test beside it", async () => {
  using copy = new ProjectCopy();
  const chosen = faults.filter(({ name }) => sample.includes(name));
  expect(new Set(chosen.map(({ tests }) => tests[0])).size).toBe(10);
  expect(new Set(chosen.map(({ file }) => file)).size).toBe(10);
  const failing = await copy.failingWith(chosen);
  const missed = chosen.filter(({ tests: [file = ""] }) => !failing.includes(file));
  expect(missed.map(({ name }) => name)).toEqual([]);
});
