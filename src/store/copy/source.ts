/** Reads the SQLite store that is copied, which nobody else may have open for writing meanwhile. */
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";
import { takeLock } from "../sqlite/lock.ts";
import { migrate } from "../sqlite/migrations.ts";
import { existingStore } from "../sqlite/open.ts";
import { openVerifiedStore } from "../sqlite/verify-backup.ts";

export type Value = string | number | boolean | null;

/** A table as Postgres has it. */
export interface CopiedTable {
  name: string;
  /** Types by column, in their order. */
  columns: Readonly<Record<string, string>>;
  /** Whether the database gives its ids. */
  hasIds: boolean;
}

export interface CopySource extends Disposable {
  /** All rows of a table, as Postgres is to have them, in batches. */
  batches(table: CopiedTable): Iterable<Value[][]>;
  count(table: CopiedTable): number;
  /** The largest id that was ever given; 0 if none was. */
  lastId(table: CopiedTable): number;
}

const batchSize = 500;

/**
 * What isn't a table of the same name and columns. An event that an operator has marked is reopened here, as a bot would
 * have done within seconds.
 */
const sources: Readonly<Record<string, string>> = {
  inbox: `(select inbox.id, inbox.account, chat, webhook_event_id, message_id, body, decided,
      iif(state = 'retry', now_ms(), inbox.received_at) as received_at,
      iif(state = 'retry', 1, attempts) as attempts,
      iif(state = 'retry', 'open', state) as state,
      iif(state = 'retry', null, park_reason) as park_reason
    from inbox left join event_keys using (id))`,
};
/** Ids of events are those of their keys. */
const lastIds: Readonly<Record<string, string>> = { inbox: "select max(id) from event_keys" };

/**
 * Upgrades a store of a former version, as the bot's start does.
 * @throws {StoreError} `taken` while a bot runs on the store, `unavailable` if there is none, or it is damaged.
 */
export function openSource(dataDir: string, clock: Clock): CopySource {
  const file = existingStore(dataDir);
  using opening = new DisposableStack();
  opening.use(takeLock(dataDir));
  openVerifiedStore(file)[Symbol.dispose]();
  const db = opening.adopt(new DatabaseSync(file), (opened) => opened.close());
  migrate(db);
  db.function("now_ms", () => clock.now());
  // What commands change beside this doesn't become half of the copy.
  db.exec("begin; select count(*) from sqlite_schema");
  const opened = opening.move();
  const readNumber = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
  return {
    count: ({ name }) => readNumber(`select count(*) from ${name}`),
    lastId: ({ name }) =>
      readNumber(lastIds[name] ?? `select seq from sqlite_sequence where name = '${name}'`),
    *batches(table) {
      try {
        let batch: Value[][] = [];
        for (const row of db.prepare(selectOf(table)).iterate()) {
          batch.push(valuesOf(table, row as Record<string, Value>));
          if (batch.length < batchSize) continue;
          yield batch;
          batch = [];
        }
        if (batch.length > 0) yield batch;
      } catch (error) {
        if (error instanceof StoreError) throw error;
        const reason = `the table ${table.name} can't be read: ${reasonOf(error)}`;
        throw new StoreError("unavailable", reason, { cause: error });
      }
    },
    [Symbol.dispose]: () => opened.dispose(),
  };
}

const selectOf = ({ name, columns }: CopiedTable) =>
  `select ${Object.keys(columns).join(", ")} from ${sources[name] ?? name}`;

function valuesOf({ columns }: CopiedTable, row: Record<string, Value>): Value[] {
  return Object.entries(columns).map(([column, type]) => {
    const value = row[column] ?? null;
    return type === "boolean" ? value === 1 : value;
  });
}
