/** Watches that leases hold: lanes are taken from nobody whose lease lasts, and no lease that has ended is renewed. */
import type { MemoryDatabase } from "./database/memory-database.ts";
import type { Row } from "./database/table.ts";

/** What a statement about leases begins from; it is judged when the next one comes. */
interface Before {
  /** When it was run, by the database's clock. */
  at: number;
  owners: ReadonlyMap<string, Row["owner"]>;
  leases: ReadonlyMap<Row["id"], number>;
}

const changesLeases = /update (?:lanes set owner|replicas set until) = /;

export class LeaseWatch {
  /** What was done against a lease. */
  readonly broken: string[] = [];
  readonly #database: MemoryDatabase;
  #before: Before | null = null;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  /** Called before each statement. */
  beforeStatement(sql: string): void {
    if (this.#before) this.#judge(this.#before);
    this.#before = changesLeases.test(sql) ? this.#read() : null;
  }

  #read(): Before {
    const lanes = this.#database.table("lanes").rows();
    const replicas = this.#database.table("replicas").rows();
    return {
      at: this.#database.now(),
      owners: new Map(lanes.map(({ chat, owner }) => [String(chat), owner])),
      leases: new Map(replicas.map(({ id, until }) => [id, Number(until)])),
    };
  }

  #judge(before: Before): void {
    const after = this.#read();
    for (const [chat, owner] of after.owners) {
      const former = before.owners.get(chat);
      if (owner !== former && (before.leases.get(former) ?? 0) > before.at) {
        this.broken.push(`${chat} was taken from replica ${String(former)}, which is there`);
      }
    }
    for (const [replica, until] of after.leases) {
      const former = before.leases.get(replica) ?? Infinity;
      if (former < before.at && until > before.at) {
        this.broken.push(`the lease of replica ${String(replica)} was renewed after its end`);
      }
    }
  }
}
