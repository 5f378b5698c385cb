/** What the doctor finds in a Postgres database, with faults planted. */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { databaseArea, inspectOnce } from "../../../src/cli/doctor/store.ts";
import type { Finding } from "../../../src/cli/doctor/check.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { examine } from "../../cli/doctor-world.ts";
import { createDatabase, type TestDatabase } from "../../support/postgres.ts";
import { startPooler } from "../../support/pooler.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const log = createLog("silent");
const startReplica = (url = database.url) => openPostgresStore(url, { clock: systemClock, log });

const report = (url = database.url) =>
  examine({
    DATABASE_URL: url,
    PORT: "0",
    EMBEDDED_LINE_PORT: "0",
    EMBEDDED_CONNECT_PORT: "0",
  });

/** One check alone. @param clock of the bot's machine. */
async function check(name: string, url = database.url, clock = systemClock): Promise<Finding> {
  const { checks } = databaseArea(inspectOnce(url, clock), clock);
  const findings = new Map<string, Finding>();
  for (const one of checks) {
    if (one.name === "server" || one.name === name) findings.set(one.name, await one.run());
  }
  const finding = findings.get(name);
  if (!finding) throw new Error(`no check ${name}`);
  return finding;
}

/** The same database as another user, with a password that no finding may hold. */
const as = (user: string, url = database.url) =>
  url.replace("postgres://postgres@", `postgres://${user}:a-password@`);

/** A user of this test alone, in whose name nobody else connects. */
async function withUser(prepare: string, work: (user: string) => Promise<void>): Promise<void> {
  const user = `user_${new URL(database.url).pathname.slice(1)}`;
  await database.query(`create role ${user} login; ${prepare.replaceAll("USER", user)}`);
  try {
    await work(user);
  } finally {
    await database.query(`drop owned by ${user}; drop role ${user}`);
  }
}

test.each([
  ["sslmode=disable", "hint", /whoever is between this machine and db\.example\.com/],
  ["sslmode=verify-full", "ok", /^encrypted, .* of db\.example\.com is verified$/],
])("a database on another machine with %s: %s", async (mode, status, tells) => {
  const url = `postgres://user:a-password@db.example.com/d?${mode}`;
  const { checks } = databaseArea(inspectOnce(url, systemClock), systemClock);
  const finding = await checks.find(({ name }) => name === "encryption")?.run();
  expect(finding).toMatchObject({ status, tells: expect.stringMatching(tells) });
});

test("an empty database, then one with a replica, is as it should be", async () => {
  const before = await report();
  expect(before.of("store", "migrations")).toMatchObject({ status: "hint", tells: "no store yet" });
  expect(before.of("database", "replicas").status).toBe("skipped");
  await using _replica = await startReplica();
  const { code, checks } = await report();
  expect(code).toBe(0);
  const found = checks.filter(({ area }) => area === "database" || area === "store");
  const told = Object.fromEntries(found.map(({ name, status, tells }) => [name, [status, tells]]));
  expect(told).toEqual({
    server: ["ok", "Postgres 18, UTF8"],
    writer: ["ok", "takes writes"],
    // The tests' server prefers speed.
    durability: ["hint", expect.stringContaining("may be lost")],
    rights: ["ok", expect.stringContaining("in the schema public")],
    clock: ["ok", "agrees with this machine's"],
    pooler: ["ok", "none seen"],
    replicas: ["ok", expect.stringMatching(/^running: 1 \(.* \d+\)$/)],
    connections: ["ok", expect.stringMatching(/^197 allowed, \d+ used by others; 2 replicas take/)],
    migrations: ["ok", expect.stringMatching(/^current \(schema \d+\)$/)],
    writable: ["ok", "can be written"],
    "former accounts": ["ok", "none has left anything open"],
    "parked events": ["ok", "none"],
  });
});

describe("faults", () => {
  beforeAll(() => startReplica().then((store) => store[Symbol.asyncDispose]()));

  test("a database that can't be reached skips the rest, without the password", async () => {
    const found = await report("postgres://user:a-password@127.0.0.1:1/none");
    expect(found.code).toBe(1);
    expect(found.of("database", "server")).toMatchObject({
      status: "fault",
      tells: expect.stringContaining("nothing listens there"),
    });
    expect(found.of("database", "pooler").status).toBe("skipped");
    expect(found.stdout).not.toContain("a-password");
  });

  test("a user who may not make tables, or doesn't own those there are", () =>
    withUser("", async (user) => {
      expect(await check("rights", as(user))).toMatchObject({
        status: "fault",
        tells: "tables can't be made in the schema public",
      });
      await database.query(`grant create on schema public to ${user}`);
      expect(await check("rights", as(user))).toMatchObject({
        status: "fault",
        tells: expect.stringContaining("belong to another user"),
      });
      await database.query(`alter role ${user} set search_path = nowhere`);
      expect(await check("rights", as(user))).toMatchObject({
        tells: "the search path leads to no schema",
      });
    }));

  test("a read-only user, with few connections", () =>
    withUser(
      "alter role USER set default_transaction_read_only = on; alter role USER connection limit 8",
      async (user) => {
        expect(await check("writer", as(user))).toMatchObject({
          status: "fault",
          tells: "transactions are read-only by default",
        });
        expect(await check("connections", as(user))).toMatchObject({
          status: "hint",
          tells: expect.stringMatching(/^8 allowed, \d+ used by others; 2 replicas take up to 14$/),
        });
      },
    ));

  test("clocks that differ", async () => {
    const late = { ...systemClock, now: () => Date.now() - 10_000 };
    expect(await check("clock", database.url, late)).toMatchObject({
      status: "hint",
      tells: "10 s ahead of this machine's",
    });
  });

  test("a database that can't hold every letter", async () => {
    const name = `latin_${new URL(database.url).pathname.slice(1)}`;
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`create database ${name} encoding 'LATIN1' template template0`);
    expect(
      await check("server", `postgres://postgres@localhost/${name}?host=${inject("postgresDir")}`),
    ).toMatchObject({ status: "fault", tells: expect.stringContaining("LATIN1") });
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  test("replicas of two versions, a schema that lacks migrations, and one that is too new", async () => {
    await database.query(`insert into replicas (until, schema_version, name) values
      (clock_timestamp() + interval '1 h', 1, 'old'), (clock_timestamp() + interval '1 h', 99, 'new')`);
    const at = (version: number, oldest: number) =>
      database.query(`update schema_info set version = ${version}, oldest_compatible = ${oldest}`);
    const [former] = await database.query<{ version: number }>("select version from schema_info");
    await at(0, 0);
    const older = await report();
    expect(older.of("database", "replicas")).toMatchObject({
      status: "hint",
      tells: "running: 2 (old, new), of versions that differ",
    });
    const migrations = (found: typeof older) => found.of("store", "migrations");
    expect(migrations(older)).toMatchObject({
      status: "hint",
      tells: expect.stringContaining("migrations are missing"),
    });
    await at(99, 0);
    expect(migrations(await report()).tells).toMatch(/^newer, and usable/);
    await at(99, 98);
    expect(migrations(await report())).toMatchObject({ status: "fault" });
    await at(former?.version ?? 0, 0);
    await database.query("delete from replicas");
  });
});

describe("a pooler in transaction mode", () => {
  test("that keeps named statements is a hint", async () => {
    await using pooler = await startPooler({ keepsStatements: true });
    expect(await check("pooler", pooler.url(database.url))).toMatchObject({
      status: "hint",
      tells: expect.stringContaining("notifications are lost"),
    });
  });

  const lost = { status: "fault", tells: expect.stringContaining("named statements are lost") };

  test("that loses them is a fault", async () => {
    await using pooler = await startPooler({ keepsStatements: false });
    expect(await check("pooler", pooler.url(database.url))).toMatchObject(lost);
  });

  test("that hands out a session with a former connection's statements is a fault", async () => {
    await using pooler = await startPooler({ keepsStatements: false });
    const url = pooler.url(database.url);
    // One connection, so that the pooler has one session, and hands out this one.
    expect(await check("server", url)).toMatchObject({ status: "ok" });
    expect((await report(url)).of("database", "server")).toMatchObject(lost);
  });
});
