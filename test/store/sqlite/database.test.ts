/** The port on SQLite: transactions that wait, reads beside them, and the store's SQL in SQLite's words. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reasonOf } from "../../../src/errors.ts";
import type { Database } from "../../../src/store/database.ts";
import { sqliteDatabase, Statements, translated } from "../../../src/store/sqlite/database.ts";
import { GroupCommit } from "../../../src/store/sqlite/group-commit.ts";
import { manualClock } from "../../support/clock.ts";

let connection: DatabaseSync;
let commit: GroupCommit;
let db: Database;
beforeEach(() => {
  connection = new DatabaseSync(":memory:");
  connection.exec("create table notes (note text primary key)");
  const clock = manualClock();
  commit = new GroupCommit(connection, clock, () => Promise.resolve());
  db = sqliteDatabase(new Statements(connection), commit, clock);
});
afterEach(async () => {
  await commit.close();
  connection.close();
});

const insert = "insert into notes values ($1)";
const notes = async () =>
  (await db.rows<{ note: string }>("select note from notes order by note")).map(({ note }) => note);

test("a read beside a transaction that waits sees nothing of it, and a failed one leaves nothing", async () => {
  const begun = Promise.withResolvers<void>();
  const failing = db.transaction(async (tx) => {
    await tx.run(insert, ["of the failed one"]);
    begun.resolve();
    for (let turns = 0; turns < 5; turns++) await tx.rows("select 1");
    throw new Error("it fails");
  });
  const refused = failing.catch((error: unknown) => reasonOf(error));
  const other = db.run(insert, ["of another one"]);
  await begun.promise;
  expect(commit.open).not.toBeNull();
  const seen = notes();
  expect(await refused).toContain("it fails");
  expect(await seen).not.toContain("of the failed one");
  expect(await other).toBe(1);
  expect(await notes()).toEqual(["of another one"]);
});

test("a read between two transactions that wait sees the first one alone", async () => {
  const both = ["first", "second"].map((note) =>
    db.transaction(async (tx) => {
      await tx.run(insert, [note]);
      await tx.rows("select 1");
      return note;
    }),
  );
  let seen: string[] = [];
  const read = both[0]?.then(async () => (seen = await notes()));
  await Promise.all([...both, read]);
  expect(seen).toContain("first");
  expect(await notes()).toEqual(["first", "second"]);
});

test("a task that returns a value is done at once, beside one that waits", async () => {
  const order: string[] = [];
  const values = [1, 2].map((value) => commit.run(() => order.push(`value ${value}`)));
  const waiting = db.transaction(async (tx) => {
    order.push("waits");
    await tx.rows("select 1");
    order.push("goes on");
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(order.slice(0, 3)).toEqual(["value 1", "value 2", "waits"]);
  await Promise.all([...values, waiting]);
  expect(order.at(-1)).toBe("goes on");
});

test("a transaction that reads around its own handle fails with a message, and the others go on", async () => {
  const around = db.transaction(async (tx) => {
    await tx.run(insert, ["around"]);
    await notes();
    await tx.run(insert, ["after it has failed"]);
  });
  const refused = around.catch((error: unknown) => reasonOf(error));
  const other = db.run(insert, ["other"]);
  expect(await refused).toContain("it has to use its own handle");
  expect(await other).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await notes()).toEqual(["other"]);
});

test("a handle is of no use once its transaction has ended", async () => {
  const handle = await db.transaction(async (tx) => tx);
  await expect(handle.run(insert, ["late"])).rejects.toThrow("the transaction has ended");
  await expect(handle.rows("select 1")).rejects.toThrow("the transaction has ended");
});

test("a statement that can't be read is an error of the store", async () => {
  await expect(db.rows("select none from notes")).rejects.toMatchObject({ code: "unavailable" });
});

test("what Postgres says otherwise is said in SQLite's words", async () => {
  connection.exec(
    "create table people (id text, name text, points integer, active integer) strict",
  );
  const people = [
    { id: "a", name: "100%", points: 5 },
    { id: "b", name: "100 x", points: 7 },
  ];
  const sql = `insert into people (id, name, points, active)
    select value ->> 'id', value ->> 'name', (value ->> 'points')::bigint, $2::boolean
    from json_array_elements($1::json) as each (value) where true on conflict do nothing`;
  expect(await db.run(sql, [JSON.stringify(people), true])).toBe(2);
  const ids = async (where: string, ...values: unknown[]) =>
    (await db.rows<{ id: string }>(`select id from people where ${where} order by id`, values)).map(
      ({ id }) => id,
    );
  expect(await ids("id = any($1::text[])", ["a", "c"])).toEqual(["a"]);
  expect(await ids("id = any($1) for update", ["b", "c"])).toEqual(["b"]);
  expect(await ids("name like any($1)", ["%0\\%"])).toEqual(["a"]);
  expect(await ids("active and points > $1 and points < $2::bigint", 5, 8)).toEqual(["b"]);
  expect(translated("select sum(n)::bigint as n from t where a = $12 for share")).toBe(
    "select sum(n) as n from t where a = ?12 ",
  );
});
