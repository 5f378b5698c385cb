/** A replica of the bot on Postgres: takes lanes, hands out their events in order, and ends them. */
import { pause, type Timer } from "../../clock.ts";
import { asError, reasonOf } from "../../errors.ts";
import type { Log } from "../../observability/log.ts";
import type { DeadLetterReason, EventConsumer, StoredEvent } from "../inbox.ts";
import type { ReplicaStatus } from "../store.ts";
import { createBatches } from "./batches.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { PostgresDatabase } from "./database.ts";
import { finishEvents, type Finish } from "./finish-events.ts";
import { insertEvents, type Insertion } from "./insert-events.ts";
import { Lanes, type Lane } from "./lanes.ts";
import { acquireLease, type Lease } from "./lease.ts";
import { adoptLanes, forgetReplicas, restoreLanes, takeOverLanes } from "./take-over.ts";

const takeOverMs = 1000;
const maxTakenAtOnce = 200;
/** How often chats without a lane get one, and lanes that this replica doesn't know it has are taken, in turns of the take-over. */
const restoreEvery = 60;
/** Pause before ending events is tried again. */
const retryMs = 500;
/** Failed tries after which a closing replica leaves its events to others. */
const maxTriesAtClose = 3;

/** What changes the set of lanes, one at a time: an insert, or a turn of the take-over. */
type Claim<E> = { kind: "insert"; insertion: Insertion<E> } | { kind: "take_over" };

export interface ReplicaOptions {
  db: PostgresDatabase;
  clock: DatabaseClock;
  log: Log;
}

/** @throws {StoreError} if the replica can't be registered. */
export async function startReplica<E>(options: ReplicaOptions): Promise<Replica<E>> {
  const { db, clock, log } = options;
  const lease = await acquireLease({ db, clock, log, onLost: () => lanes.dropAll() });
  const lanes = new Lanes(lease);
  return new Replica<E>(options, lease, lanes);
}

export class Replica<E> implements AsyncDisposable {
  readonly lanes: Lanes;
  readonly #options: ReplicaOptions;
  readonly #lease: Lease;
  readonly #claim: (claim: Claim<E>) => Promise<StoredEvent<E>[]>;
  readonly #finish: (finish: Finish) => Promise<void>;
  #consumer: EventConsumer<E> | null = null;
  #timer: Timer | null = null;
  #turns = 0;
  #isClosing = false;
  /** Whether lanes may belong to this replica without its knowledge: the answer to a commit may have been lost. */
  #hasStrays = false;
  /** Whether it has stored events of chats that it had no room for: it takes some as soon as it has. */
  #hasLeftChats = false;
  #takingOver: Promise<void> | null = null;

  constructor(options: ReplicaOptions, lease: Lease, lanes: Lanes) {
    this.#options = options;
    this.#lease = lease;
    this.lanes = lanes;
    this.#claim = createBatches((claims) => this.#runClaims(claims));
    this.#finish = createBatches((batch) => this.#runFinish(batch));
  }

  /** A new one after the lease was lost. */
  get id(): number {
    return this.#lease.replica;
  }

  get mayAct(): boolean {
    return this.#lease.isHeld();
  }

  status(): ReplicaStatus {
    const { db, clock } = this.#options;
    const { count: poolWaits, ms } = db.waits;
    const poolWaitMs = Math.round(ms);
    // Above 0 as long as the lease is held.
    const leaseRemainingMs = Math.ceil(this.#lease.remainingMs());
    const { held: lanes, takeOvers } = this.lanes;
    const { differenceMs: clockDifferenceMs, isOff: isClockOff } = clock;
    const clocks = { clockDifferenceMs, isClockOff };
    return { id: this.id, leaseRemainingMs, ...clocks, lanes, takeOvers, poolWaits, poolWaitMs };
  }

  /** @returns the new events in lanes that this replica has taken. */
  insert(insertion: Insertion<E>): Promise<StoredEvent<E>[]> {
    return this.#claim({ kind: "insert", insertion });
  }

  /** Hands out what nobody works on, now and from then on each second. */
  async start(consumer: EventConsumer<E>): Promise<void> {
    this.#consumer = consumer;
    await restoreLanes(this.#options.db);
    await this.#takeOver();
    this.#schedule();
  }

  /** Ends an event with the next commit; one of a lost lane is left to its new owner. */
  finish(id: number, parked: DeadLetterReason | null): void {
    const lane = this.lanes.ofEvent(id);
    if (lane) void this.#finish({ kind: "event", id, lane, parked });
    else this.lanes.letGo(id);
  }

  /**
   * Ends the claim of a reply on notices; call it before `finish`. One of a lost lane that was not seen is left to its
   * new owner.
   */
  finishCarrier(carrier: string, lane: Lane | undefined, seen: boolean): void {
    if (seen) void this.#finish({ kind: "seen", carrier });
    else if (lane) void this.#finish({ kind: "unseen", carrier, lane });
  }

  /** Writes what has ended, and leaves the rest to the other replicas at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#timer?.close();
    // Batches end in order: this one last.
    await this.#finish({ kind: "seen", carrier: "" });
    await this.#lease.release().catch((error: unknown) => {
      this.#options.log.warn({ reason: reasonOf(error) }, "the lease ends by itself");
    });
  }

  /** One at a time. */
  #takeOver(): Promise<void> {
    this.#takingOver ??= this.#claim({ kind: "take_over" })
      .then((events) => this.#consumer?.accept(events))
      .finally(() => {
        this.#takingOver = null;
      });
    return this.#takingOver;
  }

  async #turn(): Promise<void> {
    const { db } = this.#options;
    if (++this.#turns % restoreEvery === 0) {
      // A session that was given up may have committed since lanes were last adopted.
      this.#hasStrays = true;
      await restoreLanes(db);
      await forgetReplicas(db);
    }
    await this.#takeOver();
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ reason: reasonOf(error) }, "taking over chats failed");
  }

  #schedule(): void {
    this.#timer = this.#options.clock.after(takeOverMs, () => {
      this.#turn()
        .catch((error: unknown) => this.#warn(error))
        .finally(() => {
          if (!this.#isClosing) this.#schedule();
        });
    });
  }

  async #runClaims(claims: readonly Claim<E>[]): Promise<(StoredEvent<E>[] | Error)[]> {
    const insertions = claims.flatMap((claim) =>
      claim.kind === "insert" ? [claim.insertion] : [],
    );
    const inserted = insertions.length > 0 ? await this.#runInsert(insertions) : [];
    const isTurn = insertions.length < claims.length;
    // Its failure isn't that of the inserts: their events are stored, and nobody else works on them.
    const found = isTurn ? await this.#runTakeOver().catch(asError) : [];
    let next = 0;
    return claims.map(({ kind }) => (kind === "insert" ? (inserted[next++] ?? []) : found));
  }

  async #runInsert(insertions: readonly Insertion<E>[]) {
    const { db } = this.#options;
    const hasRoom = this.#room() > 0 && this.#lease.isHeld();
    this.#hasLeftChats ||= !hasRoom;
    try {
      const { taken, wasRepeated } = await insertEvents(db, this.lanes, insertions, hasRoom);
      this.#hasStrays ||= wasRepeated;
      return taken;
    } catch (error) {
      this.#hasStrays = true;
      throw error;
    }
  }

  async #runTakeOver(): Promise<StoredEvent<E>[]> {
    const { db } = this.#options;
    const max = Math.min(maxTakenAtOnce, this.#room());
    if (max <= 0 || !this.#lease.isHeld()) return [];
    try {
      if (this.#hasStrays) this.#consumer?.accept(await adoptLanes<E>(db, this.lanes));
      const { events, wasRepeated } = await takeOverLanes<E>(db, this.lanes, max);
      this.#hasStrays = wasRepeated;
      this.#hasLeftChats = events.length > 0;
      return events;
    } catch (error) {
      this.#hasStrays = true;
      throw error;
    }
  }

  #room(): number {
    return this.#consumer?.room() ?? 0;
  }

  async #runFinish(batch: readonly Finish[]): Promise<void[]> {
    const { db, clock, log } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        this.#consumer?.accept(await finishEvents<E>(db, this.lanes, batch));
        break;
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "ending events failed");
        if (this.#isClosing && tries >= maxTriesAtClose) break;
        await pause(clock, retryMs);
      }
    }
    if (this.#hasLeftChats && !this.#isClosing && this.#room() > 0) {
      this.#takeOver().catch((error: unknown) => this.#warn(error));
    }
    return batch.map(() => {});
  }
}
