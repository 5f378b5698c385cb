/** Fails a test file that leaves resources open: they would affect the next file or keep the run from ending. */
import { afterAll, expect } from "vitest";
import { leaksSince, openResources } from "./open-resources.ts";

const before = openResources();

// Registered before all other hooks, so that it runs after them.
afterAll(async () => {
  expect(await leaksSince(before), "left open").toEqual([]);
});
