/** Every package that production installs may be passed on. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAllowed, licensesOf } from "../audit/licences.ts";

const root = join(import.meta.dirname, "../..");

test("all of them are under licences that ask for nothing of ours", () => {
  const packages = licensesOf(root);
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["express", "@line/bot-sdk", "zod"]),
  );
  expect(packages.map(({ name }) => name)).not.toContain("vitest");
  expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
});

test.each<[string, string | null, boolean]>([
  ["a", "MIT", true],
  ["a", "(GPL-3.0 OR MIT)", true],
  ["a", "MIT AND GPL-3.0", false],
  ["a", "GPL-3.0-only", false],
  ["a", "LGPL-3.0-or-later", false],
  ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later", true],
  ["@img/sharp-win32-x64", "Apache-2.0 AND LGPL-3.0-or-later", true],
  ["a", "UNLICENSED", false],
  ["a", null, false],
])("%s under %s: %s", (name, licence, fits) => {
  expect(isAllowed({ name, version: "1", licence })).toBe(fits);
});
