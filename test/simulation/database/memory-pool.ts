/** Connections to a database in memory, as the driver of Postgres has them. */
import type { ConnectionPool } from "../../../src/store/postgres/database.ts";
import type { MemoryDatabase } from "./memory-database.ts";
import type { Undo, Value } from "./table.ts";

/** The way to the database and back, on which an exchange may be late, lost, or the end of a connection. */
export interface DatabaseLink {
  /** Carries a request on its way to the database, where it takes effect after that. */
  reach(): Promise<void>;
  /**
   * Carries a request that takes effect, and its answer. @param changes whether it commits changes, as far as that
   * is known before.
   */
  carry<T>(effect: () => T, changes: boolean): Promise<T>;
}

const directLink: DatabaseLink = {
  reach: () => Promise.resolve(),
  carry: async (effect) => effect(),
};

interface Query {
  text: string;
  values: readonly Value[];
}

/** The locks of a database by their names, each with its holder and those who wait for it. */
export class Locks {
  readonly #held = new Map<string, { holder: object; waiting: (() => void)[] }>();

  async acquire(name: string, holder: object): Promise<void> {
    for (;;) {
      const lock = this.#held.get(name);
      if (!lock) this.#held.set(name, { holder, waiting: [] });
      if (!lock || lock.holder === holder) return;
      await new Promise<void>((resolve) => lock.waiting.push(resolve));
    }
  }

  /** Whether this holder has the lock of the tables. */
  isHeldBy(holder: object): boolean {
    return this.#held.get(tables)?.holder === holder;
  }

  /** Whether a transaction is open that has read or written. */
  get isInUse(): boolean {
    return this.#held.has(tables);
  }

  releaseAll(holder: object): void {
    for (const [name, lock] of this.#held) {
      if (lock.holder !== holder) continue;
      this.#held.delete(name);
      for (const resolve of lock.waiting) resolve();
    }
  }
}

/** Held by the transaction that reads or writes tables: they run one after another. */
const tables = "tables";

class Connection {
  readonly #database: MemoryDatabase;
  readonly #locks: Locks;
  readonly #link: DatabaseLink;
  #undos: Undo[] = [];
  #isInTransaction = false;

  constructor(database: MemoryDatabase, locks: Locks, link: DatabaseLink) {
    this.#database = database;
    this.#locks = locks;
    this.#link = link;
  }

  async query(query: string | Query) {
    if (typeof query !== "string") return this.#execute(query);
    if (query.startsWith("begin")) this.#isInTransaction = true;
    else if (query === "commit")
      await this.#link.carry(() => this.#commit(), this.#undos.length > 0);
    else this.rollBack();
    return { rows: [], rowCount: 0 };
  }

  /**
   * A transaction's first statement of tables takes its time; the others run without a pause. So its transaction is one
   * step, and what the process knew when it sent that statement may be out of date.
   */
  async #execute({ text, values }: Query) {
    // Work under an advisory lock alone goes on beside other transactions, and may have some of its own.
    if (!/^(set|select pg_advisory_xact_lock)/.test(text)) {
      if (this.#isInTransaction && !this.#locks.isHeldBy(this)) await this.#link.reach();
      await this.#locks.acquire(tables, this);
    }
    if (!this.#isInTransaction) {
      this.#locks.releaseAll(this);
      return this.#link.carry(
        () => this.#run(text, values),
        /\b(insert|update|delete) /.test(text),
      );
    }
    const result = this.#run(text, values);
    for (const name of result.locks) await this.#locks.acquire(`advisory ${name}`, this);
    return result;
  }

  #run(text: string, values: readonly Value[]) {
    const { rows, count, undos, locks } = this.#database.execute(text, values);
    if (this.#isInTransaction) this.#undos.push(...undos);
    return { rows, rowCount: count, locks };
  }

  #commit(): void {
    this.#undos = [];
    this.#end();
  }

  rollBack(): void {
    for (const undo of this.#undos.toReversed()) undo();
    this.#undos = [];
    this.#end();
  }

  #end(): void {
    this.#isInTransaction = false;
    this.#locks.releaseAll(this);
  }

  on(): void {}
  off(): void {}

  /** A transaction that is open is rolled back, as when the connection breaks. */
  release(): void {
    this.rollBack();
  }
}

export interface MemoryPool extends ConnectionPool {
  /** Breaks every connection, as the death of the process does. */
  break(): void;
}

export function createMemoryPool(
  database: MemoryDatabase,
  locks: Locks,
  link: DatabaseLink = directLink,
): MemoryPool {
  const connections = new Set<Connection>();
  let isEnded = false;
  const pool = {
    waits: { count: 0, ms: 0 },
    async connect() {
      if (isEnded) throw new Error("Cannot use a pool after calling end on the pool");
      const connection = new Connection(database, locks, link);
      connections.add(connection);
      return connection;
    },
    async end() {
      isEnded = true;
    },
    break() {
      for (const connection of connections) connection.rollBack();
    },
  };
  // Of the driver's client only what the store uses.
  return pool as unknown as MemoryPool;
}
