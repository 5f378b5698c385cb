/** Knows in memory who may have notices and which replies may carry some: hardly any do, and each event asks. */
import type { Database } from "../database.ts";
import {
  carrierOf,
  isReply,
  noticeOf,
  unclaimedNotices,
  type NoticeRow,
  type NoticeWatch,
  type Notices,
} from "../notices.ts";
import type { Statements } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";

/** What another process stores isn't seen before a restart: no command stores notices. */
export class MemoryOfNotices implements NoticeWatch, Pick<Notices, "of" | "replied"> {
  readonly #statements: Statements;
  readonly #commit: GroupCommit;
  readonly #db: Database;
  /** People by account, with a number that grows when one gets another notice. */
  readonly #addressed = new Map<string, Map<string, number>>();
  readonly #carriers: Set<string>;
  #last = 0;

  constructor(statements: Statements, commit: GroupCommit, db: Database) {
    this.#statements = statements;
    this.#commit = commit;
    this.#db = db;
    for (const { account, lineId } of statements.rows<{ account: string; lineId: string }>(
      `select distinct account, line_id as "lineId" from notices`,
    )) {
      this.addressed(account, lineId);
    }
    const carriers = statements.rows<{ carrier: string }>(
      "select distinct carrier from notices where carrier is not null",
    );
    this.#carriers = new Set(carriers.map(({ carrier }) => carrier).filter(isReply));
  }

  addressed(account: string, lineId: string): void {
    const people = this.#addressed.get(account) ?? new Map<string, number>();
    this.#addressed.set(account, people.set(lineId, ++this.#last));
  }

  claimed(carrier: string): void {
    this.#carriers.add(carrier);
  }

  readonly of: Notices["of"] = async (account, lineId) => {
    const people = this.#addressed.get(account);
    const known = people?.get(lineId);
    if (known === undefined) return [];
    const rows = await this.#db.rows<NoticeRow>(unclaimedNotices, [account, lineId]);
    // One may have been added since they were read.
    if (rows.length === 0 && people?.get(lineId) === known) people.delete(lineId);
    return rows.map(noticeOf);
  };

  readonly replied: Notices["replied"] = (account, eventId, seen) => {
    if (this.#carriers.size === 0) return;
    const carrier = carrierOf(account, eventId);
    if (this.#carriers.delete(carrier)) this.#commit.enqueueLazy(() => this.#end(carrier, seen));
  };

  #end(carrier: string, seen: boolean): void {
    if (seen) {
      this.#statements.run("delete from notices where carrier = $1", [carrier]);
      return;
    }
    const released = this.#statements.rows<{ account: string; lineId: string }>(
      `update notices set carrier = null where carrier = $1 returning account, line_id as "lineId"`,
      [carrier],
    );
    for (const { account, lineId } of released) this.addressed(account, lineId);
  }
}
