/** Whatever a test file leaves open fails that file: the next one would share it, or the run never end. */
import { afterAll, expect } from "vitest";
import { leaksSince, openResources } from "./open-resources.ts";

const before = openResources();

// Registered before all other hooks, so that it runs after them.
afterAll(async () => {
  expect(await leaksSince(before), "left open").toEqual([]);
});
