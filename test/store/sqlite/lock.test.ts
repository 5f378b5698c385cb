/** A data folder whose files can't be used is a clear error, and never owned by two. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { StoreError } from "../../../src/store/errors.ts";
import { manualClock } from "../../support/clock.ts";

const nobody = 65_534;

function dataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "lock-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const data = join(dir, "data");
  mkdirSync(data);
  chmodSync(dir, 0o755);
  return data;
}

/** As a user who doesn't own files of the administrator's, whoever runs the tests. */
function asNobody<T>(dir: string, use: () => T): T {
  if (process.getuid?.() !== 0) return use();
  chownSync(dir, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return use();
  } finally {
    process.seteuid?.(0);
  }
}

const open = (dir: string) => openSqliteStore(dir, manualClock());

test("a lock that may only be read locks nobody out, so the folder isn't opened", () => {
  const dir = dataDir();
  writeFileSync(join(dir, "bot.lock"), "");
  chmodSync(join(dir, "bot.lock"), 0o444);
  expect(() => asNobody(dir, () => open(dir))).toThrow(
    /bot\.lock can't be used: attempt to write a readonly database/,
  );
});

test.each(["bot.sqlite", "bot.lock"])("a %s that is no database is named", (name) => {
  const dir = dataDir();
  writeFileSync(join(dir, name), "x".repeat(10_000));
  expect(() => open(dir)).toThrow(StoreError);
  expect(() => open(dir)).toThrow(`${join(dir, name)} can't be used: file is not a database`);
});
