/**
 * The lanes that this replica holds. A lane is a chat with open events; its row names the replica that works
 * on it, and an epoch that changes with each owner. Whatever an event stores asserts both, so that a
 * replica that was frozen and taken over from changes nothing when it wakes up.
 */
import type { Database, Queries, Transaction } from "../database.ts";
import { StoreError, unavailable } from "../errors.ts";
import type { LineUserState } from "../line-users.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Lease } from "./lease.ts";

export interface Lane {
  account: string;
  chat: string;
  epoch: number;
  /** Its events that were handed out and have not ended: ids with their webhook event ids. */
  pending: Map<number, string>;
  /** Events up to this id may have been in progress on a former owner. */
  recoveredUpTo: number;
  /** The chat's user as of the insert that took the lane, for its first event; null: to be read. */
  user: LaneUser | null;
}

interface LaneUser {
  state: LineUserState;
  /** Whether any wait for a reply to carry them. */
  hasNotices: boolean;
}

const keyOf = (account: string, name: string) => `${account}/${name}`;

const fenced = () =>
  new StoreError("fenced", "another replica has taken over the chat of this event");

const notRenewed = () =>
  unavailable("the lease was not renewed in time: another replica may take over");

export class Lanes {
  readonly #lease: Pick<Lease, "replica" | "isHeld">;
  readonly #held = new Map<string, Lane>();
  /** Lanes by the ids, and by the webhook event ids, of their pending events. */
  readonly #byEvent = new Map<number, Lane>();
  readonly #byWebhookEvent = new Map<string, Lane>();
  /** Events of lost lanes that this process has not let go yet. */
  readonly #lost = new Map<number, Pick<Lane, "account" | "chat">>();
  #takeOvers = 0;

  constructor(lease: Pick<Lease, "replica" | "isHeld">) {
    this.#lease = lease;
  }

  get replica(): number {
    return this.#lease.replica;
  }

  get(account: string, chat: string): Lane | undefined {
    return this.#held.get(keyOf(account, chat));
  }

  /**
   * The chats that this process may be working on, as two arrays for a query: those of held lanes, and of lost
   * ones whose events it has not let go. It must not take them, or it would work on an event twice at a time.
   */
  busy(): { accounts: string[]; chats: string[] } {
    const lanes = [...this.#held.values(), ...this.#lost.values()];
    return { accounts: lanes.map(({ account }) => account), chats: lanes.map(({ chat }) => chat) };
  }

  /** Number of lanes held. */
  get held(): number {
    return this.#held.size;
  }

  /** Number of lanes taken so far whose former owner may have begun with their events. */
  get takeOvers(): number {
    return this.#takeOvers;
  }

  hold(lane: Omit<Lane, "pending">): Lane {
    const held = { ...lane, pending: new Map<number, string>() };
    this.#held.set(keyOf(lane.account, lane.chat), held);
    if (lane.recoveredUpTo > 0) this.#takeOvers += 1;
    return held;
  }

  handOut(lane: Lane, id: number, webhookEventId: string): void {
    lane.pending.set(id, webhookEventId);
    this.#byEvent.set(id, lane);
    this.#byWebhookEvent.set(keyOf(lane.account, webhookEventId), lane);
  }

  /** The lane of a pending event; undefined if it has ended or its lane was lost. */
  ofEvent(id: number): Lane | undefined {
    return this.#byEvent.get(id);
  }

  /** The same by the webhook event id. */
  ofWebhookEvent(account: string, webhookEventId: string): Lane | undefined {
    return this.#byWebhookEvent.get(keyOf(account, webhookEventId));
  }

  endEvent(id: number): void {
    const lane = this.#byEvent.get(id);
    if (!lane) return;
    this.#byWebhookEvent.delete(keyOf(lane.account, lane.pending.get(id) ?? ""));
    this.#byEvent.delete(id);
    lane.pending.delete(id);
    lane.user = null;
  }

  /** Forgets a lane that was let go, or that another replica has taken over. */
  drop(lane: Lane): void {
    if (this.get(lane.account, lane.chat) === lane)
      this.#held.delete(keyOf(lane.account, lane.chat));
    for (const id of lane.pending.keys()) {
      this.endEvent(id);
      this.#lost.set(id, lane);
    }
  }

  dropAll(): void {
    for (const lane of this.#held.values()) this.drop(lane);
  }

  /** The process has let a lost event go. */
  letGo(id: number): void {
    this.#lost.delete(id);
  }

  /** Asserts that this replica works on an event, as far as it knows without the database. */
  assertHolding(id: number): void {
    this.#holding(this.#byEvent.get(id));
  }

  /**
   * Asserts that this replica still works on an event. Until the commit the lane's row is locked against a take-over
   * and the lane's end, but not against inserts.
   */
  async assertOwner(tx: Queries, id: number): Promise<void> {
    await this.#assertHeld(tx, this.#byEvent.get(id));
  }

  /** The same by the webhook event id; null for what no event caused: then that this replica may act at all. */
  async assertActor(tx: Queries, account: string, webhookEventId: string | null): Promise<void> {
    if (webhookEventId === null) this.assertActing();
    else await this.#assertHeld(tx, this.ofWebhookEvent(account, webhookEventId));
  }

  assertActing(): void {
    // Not fenced: unless another replica has begun, the next renewal lets this one go on.
    if (!this.#lease.isHeld()) throw notRenewed();
  }

  #holding(lane: Lane | undefined): Lane {
    if (!lane) throw fenced();
    this.assertActing();
    return lane;
  }

  async #assertHeld(tx: Queries, held: Lane | undefined): Promise<void> {
    const lane = this.#holding(held);
    const { account, chat, epoch } = lane;
    const rows = await tx.rows(
      "select 1 from lanes where account = $1 and chat = $2 and owner = $3 and epoch = $4 for key share",
      [account, chat, this.#lease.replica, epoch],
    );
    if (rows.length > 0) {
      // The transaction may change what is stored of the user.
      lane.user = null;
      return;
    }
    this.drop(lane);
    throw fenced();
  }
}

// The fence of writes: only the replica that works on an event stores what came of it.

/**
 * @throws {StoreError} from each method: `fenced` if another replica has taken over, `unavailable` while the lease
 * isn't renewed.
 */
export type Fence = Pick<Lanes, "assertOwner" | "assertActor" | "assertActing">;

/** For an operator's command, which works on no event. */
export const noFence: Fence = {
  assertOwner: () => Promise.resolve(),
  assertActor: () => Promise.resolve(),
  assertActing() {},
};

/** A transaction as the concerns of the store use it. @param clock measures the database's time. */
export const sharedTransaction = (
  queries: Queries,
  fence: Fence,
  clock: DatabaseClock,
): Transaction => ({
  ...queries,
  async lock(name) {
    await queries.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
  },
  async now() {
    await clock.measureOn(queries);
    fence.assertActing();
    return clock.now();
  },
});

/** The database as the concerns of the store use it: a transaction asserts first that this replica works on its cause. */
export const fencedDatabase = (
  db: PostgresDatabase,
  fence: Fence,
  clock: DatabaseClock,
): Database => ({
  rows: db.rows,
  run: db.run,
  transaction: (work, { cause, repeatable = false } = {}) =>
    db.transaction(
      async (queries) => {
        if (cause) await fence.assertActor(queries, cause.account, cause.eventId);
        return work(sharedTransaction(queries, fence, clock));
      },
      { repeatable },
    ),
});
