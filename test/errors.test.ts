/** What operators read of an error: what the operating system refused in plain words, everything else as it is. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isSystemError, reasonOf } from "../src/errors.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const system = (code: string, facts: object = {}) =>
  Object.assign(new Error(`${code}: raw words`), { code, ...facts });

test("a missing file and a folder in its place are told in plain words, with their path", () => {
  const missing = thrownBy(() => readFileSync("/nowhere/at-all.json"));
  expect(reasonOf(missing)).toBe("there is no such file or folder (/nowhere/at-all.json)");
  expect(reasonOf(thrownBy(() => readFileSync(import.meta.dirname)))).toBe(
    "it is a folder, not a file",
  );
  expect(isSystemError(missing)).toBe(true);
});

test("a refused connection is told with its address, also where several were tried", async () => {
  const socket = connect(1, "127.0.0.1");
  const [refused] = (await once(socket, "error").catch((error: unknown) => [error])) as [Error];
  expect(reasonOf(refused)).toBe("nothing listens there (127.0.0.1:1)");
  expect(reasonOf(new AggregateError([refused, refused]))).toBe(reasonOf(refused));
});

test.each(["EACCES", "EPERM", "ENOSPC", "EROFS", "EADDRINUSE", "EMFILE", "ENOTFOUND", "EBUSY"])(
  "%s is never shown as it is",
  (code) => {
    const told = reasonOf(system(code, { path: "/x" }));
    expect(told).not.toContain(code);
    expect(told).toMatch(/^[a-z].* \(\/x\)$/);
  },
);

test("other errors, and what is no error, keep their words", () => {
  expect(reasonOf(new Error("the words"))).toBe("the words");
  expect(reasonOf(system("SOMETHING"))).toBe("SOMETHING: raw words");
  expect(reasonOf("thrown")).toBe("thrown");
  expect(isSystemError(new Error("the words"))).toBe(false);
});
