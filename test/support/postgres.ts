/** Databases of their own for tests, on the shared Postgres server. */
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

/** The renewal of the lease and the take-over are scheduled again once they are done. */
const timersOfReplica = 2;

/** Lets a second pass for a replica, and waits for what it does each second. */
export async function turnSecond(clock: HandClock): Promise<void> {
  clock.turn(1000);
  await until(() => clock.waiting >= timersOfReplica, "the replica's turn");
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
