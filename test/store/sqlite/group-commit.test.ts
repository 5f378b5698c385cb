/** Writes share transactions and syncs, and resolve only when they are on the disk. */
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { GroupCommit } from "../../../src/store/sqlite/group-commit.ts";
import { manualClock } from "../../support/clock.ts";

/** Pending disk syncs, which the tests resolve. */
let waits: PromiseWithResolvers<void>[];
let told: string[];
let commit: GroupCommit;
let db: DatabaseSync;

beforeEach(() => {
  waits = [];
  told = [];
  db = new DatabaseSync(":memory:");
  db.exec("create table notes (note text primary key)");
  commit = new GroupCommit(db, manualClock(), () => {
    const wait = Promise.withResolvers<void>();
    waits.push(wait);
    return wait.promise;
  });
});

const insert = (note: string) => db.prepare("insert into notes values (?)").run(note);
const written = () =>
  db
    .prepare("select note from notes order by rowid")
    .all()
    .map(({ note }) => note);
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function write(note: string): Promise<void> {
  try {
    await commit.run(() => void insert(note));
    told.push(note);
  } catch {
    told.push(`not ${note}`);
  }
}

test("a write resolves only after the disk sync", async () => {
  const one = write("one");
  await turn();
  await turn();
  expect([written(), told, waits.length]).toEqual([["one"], [], 1]);
  waits[0]?.resolve();
  await one;
  expect(told).toEqual(["one"]);
});

test("writes that arrive during a sync share the next transaction", async () => {
  const one = write("one");
  await turn();
  const others = [write("two"), write("three")];
  await turn();
  expect([written(), waits.length]).toEqual([["one"], 1]);
  waits[0]?.resolve();
  await one;
  await turn();
  // Whoever comes a turn later shares it, too.
  others.push(write("four"));
  await turn();
  expect([written(), told, waits.length]).toEqual([["one", "two", "three", "four"], ["one"], 2]);
  waits[1]?.resolve();
  await Promise.all(others);
  expect(told).toEqual(["one", "two", "three", "four"]);
});

test("a failed write does not affect others, and all settle in order", async () => {
  const all = [write("one"), write("one"), write("two")];
  await turn();
  expect(told).toEqual([]);
  waits[0]?.resolve();
  await Promise.all(all);
  expect(told).toEqual(["one", "not one", "two"]);
  expect(written()).toEqual(["one", "two"]);
});

test("no sync is made when nothing was written", async () => {
  db.exec("drop table notes");
  await write("one");
  expect([told, waits.length]).toEqual([["not one"], 0]);
});

test("a lazy write begins no transaction during a sync", async () => {
  const one = write("one");
  await turn();
  let ridden = false;
  commit.enqueueLazy(() => void (ridden = true));
  await turn();
  expect(ridden).toBe(false);
  const two = write("two");
  waits[0]?.resolve();
  await one;
  await turn();
  await turn();
  expect(ridden).toBe(true);
  waits[1]?.resolve();
  await two;
});
