/** Which licences come with what is installed for production, and which of them we may not pass on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** They ask for their text to be kept, and for nothing of ours. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Zlib",
  "OFL-1.1",
  "Unlicense",
]);

/** Used as shared libraries, unchanged, which is what this licence asks for. */
const shared: readonly [packages: RegExp, licence: string][] = [
  [/^@img\/sharp-/, "LGPL-3.0-or-later"],
];

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      license: z.string().optional(),
    }),
  ),
});
const manifest = z.object({ license: z.string().optional() });

export interface Licensed {
  name: string;
  version: string;
  /** As the package says it, or null where it says nothing. */
  licence: string | null;
}

/** Development dependencies whose code is in the built page. */
const inThePage = ["node_modules/preact"];

const packagesOf = (root: string) =>
  lockfile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))).packages;

/** The folders of the production tree of a lockfile, from its own; some aren't installed on this system. */
export const productionPackages = (root: string): string[] =>
  Object.entries(packagesOf(root)).flatMap(([path, { dev }]) => (path === "" || dev ? [] : [path]));

/** Of the production tree and of what is passed on in the page. What isn't installed on this system is read from the lockfile. */
export function licensesOf(root: string): Licensed[] {
  const packages = packagesOf(root);
  return [...productionPackages(root), ...inThePage].map((path) => {
    const { version = "", license } = packages[path] ?? {};
    const file = join(root, path, "package.json");
    const said = existsSync(file)
      ? manifest.parse(JSON.parse(readFileSync(file, "utf8"))).license
      : license;
    return { name: path.replace(/^.*node_modules\//, ""), version, licence: said ?? null };
  });
}

/** Whether we may pass it on: one of the alternatives of an SPDX expression, and all that it joins. */
export function isAllowed({ name, licence }: Licensed): boolean {
  const fits = (one: string) =>
    allowed.has(one) || shared.some(([packages, itself]) => packages.test(name) && one === itself);
  return (licence ?? "")
    .replaceAll(/[()]/g, " ")
    .split(" OR ")
    .some((alternative) => alternative.split(" AND ").every((one) => fits(one.trim())));
}
