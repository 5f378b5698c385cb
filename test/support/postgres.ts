/** Databases for tests on the shared Postgres server. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { schemaVersion } from "../../src/store/schema.ts";
import type { ManualClock } from "./clock.ts";
import { until } from "./until.ts";

export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Runs SQL beside the bot, as an administrator does. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** @returns a database without any tables. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name}`);
  const url = `postgres://postgres@localhost/${name}?host=${encodeURIComponent(inject("postgresDir"))}`;
  return {
    url,
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: () => administer(`drop database ${name} with (force)`),
  };
}

/** Those that no test uses at the moment. */
const emptied: TestDatabase[] = [];

/** Ends what a crashed replica has left open, deletes all rows but the schema's version, and counts ids from 1 again. */
const empty = `do $$
  declare name text;
  begin
    perform set_config('session_replication_role', 'replica', true);
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename <> 'schema_info'
    loop execute format('delete from %I', name); end loop;
    perform setval(sequencename::regclass, start_value, false) from pg_sequences where schemaname = 'public';
  end $$`;

/**
 * @returns a database with the tables of the store and nothing in them, or a new one: a file's tests use the same one
 * after another, since creating and migrating takes most of the time of a short test.
 * Other versions of the schema aren't used again.
 */
export async function takeDatabase(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await createDatabase());
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      if (await isCurrent(database)) {
        await database.query(empty);
        emptied.push(database);
      } else await database[Symbol.asyncDispose]();
    },
  };
}

async function isCurrent(database: TestDatabase): Promise<boolean> {
  try {
    const rows = await database.query<{ version: number }>("select version from schema_info");
    return rows[0]?.version === schemaVersion;
  } catch {
    return false;
  }
}

/** The lease renewal and the take-over check are rescheduled when they are done. */
const timersOfReplica = 2;

/** Advances the clock by a second and waits for a replica's periodic work. */
export async function turnSecond(clock: ManualClock): Promise<void> {
  clock.turn(1000);
  await until(() => clock.waiting >= timersOfReplica, "the replica's periodic work");
}

async function administer(sql: string): Promise<void> {
  const client = new Client({
    host: inject("postgresDir"),
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Locks what a query selects. @returns what ends that. */
export async function lockRows({ url }: TestDatabase, sql: string): Promise<() => Promise<void>> {
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  await blocker.query(`begin; ${sql}`);
  return async () => {
    await blocker.query("commit");
    await blocker.end();
  };
}
