/** What is asked often finds its rows by an index on both engines, however many there are. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Database, Queries } from "../../../src/store/database.ts";
import type { LedgerFilter } from "../../../src/store/ledger.ts";
import { createDatabaseClock } from "../../../src/store/postgres/database-clock.ts";
import { connectDatabase } from "../../../src/store/postgres/database.ts";
import { fencedDatabase, noFence } from "../../../src/store/postgres/lanes.ts";
import { migrate as migratePostgres } from "../../../src/store/postgres/migrations.ts";
import { sqliteDatabase, Statements, translated } from "../../../src/store/sqlite/database.ts";
import { GroupCommit } from "../../../src/store/sqlite/group-commit.ts";
import { migrate as migrateSqlite } from "../../../src/store/sqlite/migrations.ts";
import { manualClock } from "../../support/clock.ts";
import { concernsOn } from "../../support/concerns-on.ts";
import { createDatabase } from "../../support/postgres.ts";
import { limits } from "../conformance/harness.ts";

const clock = manualClock();
const now = clock.now();
const dayMs = 86_400_000;

const numbers = `with recursive n (n) as (select 1 union all select n + 1 from n where n < 100000)`;
/** One each minute. */
const at = `(${now} - n * 60000::bigint)`;
/** A few in each of these states, and all others in the last one. */
const state = (few: readonly string[], all: string) =>
  `case ${few.map((name, index) => `when n % 10000 = ${2 * index + 1} then '${name}'`).join(" ")}
   else '${all}' end`;
/** All of one account, asked for by twenty people, each for another member. Each second order is an undo. */
const fill = [
  `insert into orders (account, id, asker, command, kind, line_id, member_uuid, subject, gifts, points,
     approval, asked_at, expires_at, undoes, state, steps, confirmed_at, claimed_at, retry_at)
   ${numbers}
   select 'A', 'order ' || n, 'U' || (n % 20), 'gift', case when n % 3 = 0 then 'redeeming' else 'giving' end,
     'U' || n, 'member ' || n, 'set', 1, 0, false, ${at}, ${now} + 600000,
     case when n % 2 = 0 then 'order ' || (n + 1) end,
     case when n % 2 = 0 then 'open' else
       ${state(["working", "needs_review", "awaiting_approval", "cancelled"], "done")} end,
     '[{"refId":"ref ' || n || '"}]', ${at}, ${at}, ${now} from n`,
  `insert into audit (account, at, actor, action, command, member_uuid, facts) ${numbers}
   select 'A', ${at}, 'U' || (n % 20), 'done', 'gift', 'member ' || n, '{}' from n`,
  `insert into daily_people (account, day, kind, person) ${numbers}
   select 'A', '2026-' || (10 + n % 3) || '-' || (10 + n % 20), 'answered', 'person ' || n from n`,
  `insert into member_index (hash, uuid, page, crawl) ${numbers}
   select 'hash ' || n, 'member ' || n, 1, 1 from n`,
  `insert into ledger (uuid, id, at, type, status, points, balance_after, member_uuid, card_uuid,
     card_hash, ref_id, ref_no_hash) ${numbers}
   select 'entry ' || n, n, ${at}, 'ADD', 'COMPLETED', 1, 1, 'member ' || (n % 10000), 'card',
     'card ' || (n % 10000), 'ref ' || n, 'number ' || n from n`,
];

type Concerns = ReturnType<typeof concernsOn>;

const action = { by: "U3", eventId: "event", at: now };
const day = { start: now - dayMs, end: now, limits };
const today = "2026-11-23";
const find =
  (by: LedgerFilter["by"], value: string) =>
  ({ ledger }: Concerns) =>
    ledger.find({ by, value }, { limit: 50, offset: 0 });

/** What is asked, and the indexes of which one has to answer, by each engine's choice. */
const lookups: readonly [indexes: RegExp, ask: (concerns: Concerns) => Promise<unknown>][] = [
  [/orders_state/, ({ orders }) => orders.pending("A", now)],
  [/orders_state/, ({ orders }) => orders.due("A", now)],
  [/orders_state/, ({ orders }) => orders.expireApprovals("A", now)],
  [/orders_state/, ({ orders }) => orders.accountsWithUnfinished()],
  [/orders_aske[dr]/, ({ orders }) => orders.cancellable("A", action)],
  [/orders_(asked|old)/, ({ orders }) => orders.newestUndo("A", "U3", now)],
  [/orders_undo/, ({ orders }) => orders.undoOf("A", "order 7")],
  [/orders_member/, ({ orders }) => orders.byRefId("A", "member 7", "ref 7")],
  [/orders_member/, ({ orders }) => orders.redemptionsOf("A", "member 7", 10)],
  [/orders_member/, ({ orders }) => orders.usedFor("A", "member 7", day, now)],
  [/orders_(asker|confirmed)/, ({ orders }) => orders.usedBy("A", "U3", day, now)],
  [/orders_confirmed/, ({ activity }) => activity.totals("A", day)],
  [/orders_confirmed/, ({ activity }) => activity.pairs("A", day)],
  [/audit_at/, ({ audit }) => audit.of("A", { ...day, staff: "U3", memberUuid: "member 7" }, 100)],
  [/daily_people_pkey|PRIMARY KEY/, ({ statistics }) => statistics.peopleByDay("A", today, today)],
  [/daily_people_pkey|PRIMARY KEY/, ({ statistics }) => statistics.people("A", today, today)],
  [/member_index_pkey|PRIMARY KEY/, ({ memberIndex }) => memberIndex.find("hash 7")],
  [/ledger_id/, find("id", "7")],
  [/ledger_pkey|PRIMARY KEY/, find("id", "entry 7")],
  [/ledger_member/, find("memberUuid", "member 7")],
  [/ledger_card/, find("cardHash", "card 7")],
  [/ledger_ref_id/, find("refId", "ref 7")],
  [/ledger_ref_no/, find("refNoHash", "number 7")],
];

interface Engine {
  db: Database;
  /** How a statement is carried out, in the words of the database. */
  explain(sql: string, values: readonly unknown[]): Promise<string>;
}

/** @returns the statements that are carried out otherwise, with their plans. */
async function wrongPlans({ db, explain }: Engine): Promise<string[]> {
  const wrong: string[] = [];
  const asked: (readonly [sql: string, values: readonly unknown[]])[] = [];
  const noting = (on: Queries): Queries => ({
    rows(sql, values = []) {
      asked.push([sql, values]);
      return on.rows(sql, values);
    },
    run: on.run,
  });
  const noted: Database = {
    ...noting(db),
    transaction: (work, options) => db.transaction((tx) => work({ ...tx, ...noting(tx) }), options),
  };
  const concerns = concernsOn(noted, clock);
  for (const [indexes, ask] of lookups) {
    await ask(concerns);
    for (const [sql, values] of asked.splice(0)) {
      const plan = await explain(sql, values);
      if (!indexes.test(plan) || /SCAN \w|Seq Scan/.test(plan)) wrong.push(`${sql}\n${plan}`);
    }
  }
  return wrong;
}

test("on SQLite", async () => {
  const connection = new DatabaseSync(":memory:");
  migrateSqlite(connection);
  const commit = new GroupCommit(connection, clock, () => Promise.resolve());
  const db = sqliteDatabase(new Statements(connection), commit, clock);
  // Without statistics, which the bot never makes there, its plans are the same for any number of rows.
  const explain = async (sql: string) => {
    const steps = connection.prepare(`explain query plan ${translated(sql)}`).all();
    return steps.map(({ detail }) => String(detail)).join("\n");
  };
  expect(await wrongPlans({ db, explain })).toEqual([]);
});

test("on Postgres, whether it plans for the values or for any", async () => {
  await using database = await createDatabase();
  await using connection = connectDatabase(database.url, { poolSize: 1, clock, answerMs: 60_000 });
  await migratePostgres(connection);
  for (const sql of [...fill, "analyze"]) await connection.run(sql);
  const planOf = async (sql: string, values: readonly unknown[] = []) => {
    const steps = await database.query<{ "QUERY PLAN": string }>(sql, [...values]);
    return steps.map((step) => step["QUERY PLAN"]).join("\n");
  };
  const explain = async (sql: string, values: readonly unknown[]) =>
    `${await planOf(`explain ${sql}`, values)}\n${await planOf(`explain (generic_plan) ${sql}`)}`;
  const db = fencedDatabase(connection, noFence, createDatabaseClock(clock, clock.now));
  expect(await wrongPlans({ db, explain })).toEqual([]);
});
