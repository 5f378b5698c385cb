/** `upgrade --check`: tells what an upgrade will do with stores of former versions, which stay as they are. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { schemaVersion } from "../../../src/store/schema.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { callCommand } from "../../support/operator.ts";
import { createDatabase } from "../../support/postgres.ts";
import { formerDatabase, writeFormerStore } from "../former/write.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "check-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = () => join(dir, "bot.sqlite");
const digest = () => createHash("sha256").update(readFileSync(file())).digest("hex");
const check = (env: Record<string, string> = {}) =>
  callCommand(["upgrade", "--check"], { cwd: dir, env: { DATA_DIR: dir, ...env } });

test("it is only a check", async () => {
  expect(await callCommand(["upgrade"], { cwd: dir, env: { DATA_DIR: dir } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("upgrade --check"),
  });
});

describe("on SQLite", () => {
  test("a former store is upgraded as a copy, with the time that took, and left as it is", async () => {
    writeFormerStore(file());
    const before = digest();
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith("upgrade-"));
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toContain(`schema 20 → ${schemaVersion}.`);
    expect(stdout).toMatch(/It took \d+\.\d s here, with a copy of \d+\.\d MB/);
    expect(stdout).toContain("backup FILE");
    expect(digest()).toBe(before);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("upgrade-"))).toEqual(left);
  });

  test("a current one isn't changed, and none is made", async () => {
    expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining("no store") });
    expect(readdirSync(dir)).toEqual([]);
    await using _ = openSqliteStore(dir, systemClock);
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing is changed"),
    });
  });

  test.each([
    [schemaVersion + 1, "written by a newer version of the bot"],
    [3, "too old (schema 3"],
  ])("schema %i is a fault", async (version, fault) => {
    writeFormerStore(file());
    using db = new DatabaseSync(file());
    db.exec(`pragma user_version = ${version}`);
    expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining(fault) });
  });
});

describe("on Postgres", () => {
  test("a former database is only read; replicas of before are named and can't stay", async () => {
    await using database = await createDatabase();
    await database.query(formerDatabase);
    await database.query(`insert into replicas (until, schema_version, name)
      values (clock_timestamp() + interval '1 hour', 12, 'till-1')`);
    const { code, stdout } = await check({ DATABASE_URL: database.url });
    expect(code).toBe(0);
    expect(stdout).toContain(`schema 12 → ${schemaVersion}.`);
    expect(stdout).toContain("stop all of them first");
    expect(stdout).toMatch(/Running now: .*till-1\./);
    expect(await database.query("select version from schema_info")).toEqual([{ version: 12 }]);
  });

  test("a current database isn't changed, and none is made", async () => {
    await using database = await createDatabase();
    const env = { DATABASE_URL: database.url };
    expect(await check(env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("no store"),
    });
    await using _ = await openPostgresStore(database.url, {
      clock: systemClock,
      log: createLog("silent"),
    });
    expect(await check(env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing is changed"),
    });
  });
});
