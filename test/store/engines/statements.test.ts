/** Each statement that the conformance suite runs is one for both databases, but for SQLite's own. */
import { afterAll, describe, expect, test } from "vitest";
import { reasonOf } from "../../../src/errors.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { migrate } from "../../../src/store/postgres/migrations.ts";
import { Statements } from "../../../src/store/sqlite/database.ts";
import { manualClock } from "../../support/clock.ts";
import { takeDatabase } from "../../support/postgres.ts";
import { createSqliteHome } from "../conformance/sqlite-home.ts";
import { describeStore } from "../conformance/suite.ts";

/** How SQLite numbers events. */
const ownStatements = /\bevent_keys\b|^insert into inbox\b/;

const statements = new Set<string>();
const { prepared } = Statements.prototype;
Statements.prototype.prepared = function notePrepared(this: Statements, sql) {
  statements.add(sql);
  return prepared.call(this, sql);
};
afterAll(() => {
  Statements.prototype.prepared = prepared;
});

describe("on SQLite", () => {
  describeStore(createSqliteHome);
});

test("Postgres prepares what SQLite has run", async () => {
  await using database = await takeDatabase();
  await using db = connectDatabase(database.url, { poolSize: 1, clock: manualClock() });
  await migrate(db);
  const refused: unknown[] = [];
  const shared = [...statements].filter((sql) => !ownStatements.test(sql));
  for (const [number, sql] of shared.entries()) {
    await db
      .run(`prepare statement_${number} as ${sql}`)
      .catch((error: unknown) => refused.push([sql, reasonOf(error)]));
  }
  expect(refused).toEqual([]);
  expect(shared.length).toBeGreaterThan(100);
});
