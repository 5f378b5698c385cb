/** Fails a test that writes to the console. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const methods = ["debug", "info", "log", "warn", "error"] as const;
const output: unknown[][] = [];

beforeEach(() => {
  for (const name of methods) {
    vi.spyOn(console, name).mockImplementation((...values: unknown[]) => {
      output.push([name, ...values]);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(output.splice(0), "console output").toEqual([]);
});
