/** Console noise fails the test that made it: a calm program prints nothing by accident. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const methods = ["debug", "info", "log", "warn", "error"] as const;
const noise: unknown[][] = [];

beforeEach(() => {
  for (const name of methods) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => {
      noise.push([name, ...words]);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(noise.splice(0), "console noise").toEqual([]);
});
