/** Creates a database per test on the shared Postgres server. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import type { HandClock } from "./clock.ts";
import { until } from "./until.ts";

export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Runs SQL beside the bot, as an administrator does. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
}

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

/** The lease renewal and the take-over check are rescheduled when they are done. */
const timersOfReplica = 2;

/** Advances the clock by a second and waits for a replica's periodic work. */
export async function turnSecond(clock: HandClock): Promise<void> {
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
