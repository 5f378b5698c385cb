/** Upgrades of stores that former versions have written. What is in them is held by `test/store/postgres/former-stores.test.ts`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { schemaVersion } from "../../../src/store/schema.ts";
import { takeLock } from "../../../src/store/sqlite/lock.ts";
import { translatedSchema } from "../../../src/store/sqlite/database.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { writeFormerStore } from "../former/write.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "migrations-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = () => join(dir, "bot.sqlite");
const versions = () => {
  using db = new DatabaseSync(file());
  const pragma = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get()!)[0]);
  return { version: pragma("user_version"), changes: pragma("schema_version") };
};

/** All tables, indexes and triggers, without what differs by how they were made: comments, quotes, white space. */
function schemaOf(path: string): string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("select name, sql from sqlite_schema order by name").all();
  return rows.map(({ name, sql }) => {
    const text = String(sql)
      .replaceAll(/--.*/g, "")
      .replaceAll(/["\s]+/g, " ")
      .replaceAll(/ ?([(),]) ?/g, "$1");
    return `${String(name)}: ${text.trim().toLowerCase()}`;
  });
}

const openAttached = () => openSqliteStore(dir, manualClock(), { attach: true });

describe("a store of version 20", () => {
  beforeEach(() => writeFormerStore(file()));

  test("is upgraded once to the schema of a new store", async () => {
    await openSqliteStore(dir, manualClock())[Symbol.asyncDispose]();
    const once = versions();
    expect(once.version).toBe(schemaVersion);
    await openSqliteStore(dir, manualClock())[Symbol.asyncDispose]();
    expect(versions()).toEqual(once);
    const fresh = join(dir, "fresh");
    await openSqliteStore(fresh, manualClock())[Symbol.asyncDispose]();
    expect(schemaOf(file())).toEqual(schemaOf(join(fresh, "bot.sqlite")));
  });

  test("isn't upgraded by an operator's command while its bot runs, which is told", async () => {
    {
      using _bot = takeLock(dir);
      expect(openAttached).toThrow(/older version \(schema 20.*restart it with this version/);
      expect(versions().version).toBe(20);
    }
    await openAttached()[Symbol.asyncDispose]();
    expect(versions().version).toBe(schemaVersion);
  });

  test("is left as it is by an upgrade that fails", () => {
    {
      using db = new DatabaseSync(file());
      db.exec("create table orders (id text)");
    }
    const before = schemaOf(file());
    expect(() => openSqliteStore(dir, manualClock())).toThrow(/already exists/);
    expect(versions().version).toBe(20);
    expect(schemaOf(file())).toEqual(before);
  });

  test.each([1, 7, 19, schemaVersion + 1])("is refused and left alone as one of %i", (version) => {
    {
      using db = new DatabaseSync(file());
      db.exec(`pragma user_version = ${version}`);
    }
    const before = schemaOf(file());
    expect(() => openSqliteStore(dir, manualClock())).toThrow(
      version > schemaVersion
        ? /newer version/
        : /too old \(schema \d+, this one upgrades from 20\)/,
    );
    expect(versions().version).toBe(version);
    expect(schemaOf(file())).toEqual(before);
  });
});

test("a definition of tables is said in SQLite's words: strict, and keyed by what it is read by", () => {
  const sql = translatedSchema(`
  create table a (
    id bigint generated always as identity primary key,
    is_b boolean not null default true
  );
  -- A table without ids.
  create table c (name text primary key, d bigint);
  alter table c add column e boolean not null default false;`);
  using db = new DatabaseSync(":memory:");
  db.exec(sql);
  db.exec("insert into a (is_b) values (false); delete from a; insert into a default values");
  expect({ ...db.prepare("select * from a").get() }).toEqual({ id: 2, is_b: 1 });
  expect(() => db.exec("insert into c values ('n', 'text', 0)")).toThrow(/cannot store TEXT/);
  expect(() => db.prepare("select rowid from c")).toThrow(/no such column/);
});
