/** What production installs stays small. */
import { expect, test } from "vitest";
import { installed } from "../size/installed.ts";

test("production installs at most 80 MB beside Node itself", () => {
  const { packages, bytes } = installed();
  expect(packages).toBeGreaterThan(50);
  expect(bytes).toBeLessThan(80_000_000);
  expect(bytes).toBeGreaterThan(50_000_000);
});
