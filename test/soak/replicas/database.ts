/** Reads the database beside the replicas, also while it fails. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

export interface Database {
  /** Tries again while the database can't be reached. Numbers that may be large arrive as text. */
  rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
}

const patienceMs = 60_000;
const pauseMs = 100;

/** @param url `postgres://…`. */
export function createDatabaseReader(url: string): Database {
  async function once<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return {
    async rows<Row extends object>(sql: string, values: unknown[] = []) {
      const giveUpAt = performance.now() + patienceMs;
      for (;;) {
        try {
          return await once<Row>(sql, values);
        } catch (error) {
          if (performance.now() > giveUpAt) throw error;
          await pause(pauseMs);
        }
      }
    },
  };
}
