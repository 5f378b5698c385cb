/** What production installs stays small. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { productionPackages } from "../audit/licences.ts";

const root = join(import.meta.dirname, "../..");

/** @returns the bytes of a package's files, without the packages that are installed in it. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : lstatSync(path).size;
    })
    .reduce((sum, size) => sum + size, 0);
}

test("production installs at most 80 MB beside Node itself", () => {
  const folders = productionPackages(root)
    .filter((path) => path !== "node_modules/node")
    .map((path) => join(root, path))
    .filter((path) => existsSync(path));
  expect(folders.length).toBeGreaterThan(50);
  const bytes = folders.map(sizeOf).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(80_000_000);
  expect(bytes).toBeGreaterThan(50_000_000);
});
