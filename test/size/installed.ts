/** How much production installs. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
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

/** The packages that production installs on this system beside Node itself. */
export function installed(): { packages: number; bytes: number } {
  const folders = productionPackages(root)
    .filter((path) => path !== "node_modules/node")
    .map((path) => join(root, path))
    .filter((path) => existsSync(path));
  const bytes = folders.map(sizeOf).reduce((sum, size) => sum + size, 0);
  return { packages: folders.length, bytes };
}
