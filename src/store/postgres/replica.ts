/** A replica of the bot on Postgres: takes lanes, hands out their events in order, and ends them. */
import { pause, type Timer } from "../../clock.ts";
import { asError, reasonOf } from "../../errors.ts";
import type { DeadLetterReason, EventConsumer, StoredEvent } from "../inbox.ts";
import { createBatches } from "./batches.ts";
import { finishEvents, type Finish } from "./finish-events.ts";
import { insertEvents, type Insertion } from "./insert-events.ts";
import { Lanes, type Lane } from "./lanes.ts";
import { acquireLease, type ReplicaServices } from "./lease.ts";
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

export type Replica<E> = Awaited<ReturnType<typeof startReplica<E>>>;

/** @throws {StoreError} if the replica can't be registered. */
export async function startReplica<E>({ db, clock, log }: ReplicaServices) {
  const lease = await acquireLease({ db, clock, log, onLost: () => lanes.dropAll() });
  const lanes = new Lanes(lease);
  const claim = createBatches((claims: readonly Claim<E>[]) => runClaims(claims));
  const finish = createBatches((batch: readonly Finish[]) => runFinish(batch));
  let consumer: EventConsumer<E> | null = null;
  let timer: Timer | null = null;
  let turns = 0;
  let isClosing = false;
  /** Whether lanes may belong to this replica without its knowledge: the answer to a commit may have been lost. */
  let hasStrays = false;
  /** Whether it has stored events of chats that it had no room for: it takes some as soon as it has. */
  let hasLeftChats = false;
  let takingOver: Promise<void> | null = null;
  const room = () => consumer?.room() ?? 0;

  /** One at a time. */
  function takeOver(): Promise<void> {
    takingOver ??= claim({ kind: "take_over" })
      .then((events) => consumer?.accept(events))
      .finally(() => {
        takingOver = null;
      });
    return takingOver;
  }

  async function turn(): Promise<void> {
    if (++turns % restoreEvery === 0) {
      // A session that was given up may have committed since lanes were last adopted.
      hasStrays = true;
      await restoreLanes(db);
      await forgetReplicas(db);
    }
    await takeOver();
  }

  const warn = (error: unknown): void =>
    log.warn({ reason: reasonOf(error) }, "taking over chats failed");

  function schedule(): void {
    timer = clock.after(takeOverMs, () => {
      turn()
        .catch(warn)
        .finally(() => {
          if (!isClosing) schedule();
        });
    });
  }

  async function runClaims(claims: readonly Claim<E>[]): Promise<(StoredEvent<E>[] | Error)[]> {
    const insertions = claims.flatMap((one) => (one.kind === "insert" ? [one.insertion] : []));
    const inserted = insertions.length > 0 ? await runInsert(insertions) : [];
    const isTurn = insertions.length < claims.length;
    // Its failure isn't that of the inserts: their events are stored, and nobody else works on them.
    const found = isTurn ? await runTakeOver().catch(asError) : [];
    let next = 0;
    return claims.map(({ kind }) => (kind === "insert" ? (inserted[next++] ?? []) : found));
  }

  async function runInsert(insertions: readonly Insertion<E>[]) {
    const hasRoom = room() > 0 && lease.isHeld();
    hasLeftChats ||= !hasRoom;
    try {
      const { taken, wasRepeated } = await insertEvents(db, lanes, insertions, hasRoom);
      hasStrays ||= wasRepeated;
      return taken;
    } catch (error) {
      hasStrays = true;
      throw error;
    }
  }

  async function runTakeOver(): Promise<StoredEvent<E>[]> {
    const max = Math.min(maxTakenAtOnce, room());
    if (max <= 0 || !lease.isHeld()) return [];
    try {
      if (hasStrays) consumer?.accept(await adoptLanes<E>(db, lanes));
      const { events, wasRepeated } = await takeOverLanes<E>(db, lanes, max);
      hasStrays = wasRepeated;
      hasLeftChats = events.length > 0;
      return events;
    } catch (error) {
      hasStrays = true;
      throw error;
    }
  }

  async function runFinish(batch: readonly Finish[]): Promise<void[]> {
    for (let tries = 1; ; tries++) {
      try {
        consumer?.accept(await finishEvents<E>(db, lanes, batch));
        break;
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "ending events failed");
        if (isClosing && tries >= maxTriesAtClose) break;
        await pause(clock, retryMs);
      }
    }
    if (hasLeftChats && !isClosing && room() > 0) takeOver().catch(warn);
    return batch.map(() => {});
  }

  return {
    lanes,
    /** A new one after the lease was lost. */
    get id() {
      return lease.replica;
    },
    get mayAct() {
      return lease.isHeld();
    },
    status: () => ({
      /** Changes when the lease was lost. */
      id: lease.replica,
      /** How long this replica may act without renewing its lease: above 0 as long as it is held. */
      leaseRemainingMs: Math.ceil(lease.remainingMs()),
      /** The database's clock minus this process's own. */
      clockDifferenceMs: clock.differenceMs,
      /** Whether that is so much that this replica doesn't act. */
      isClockOff: clock.isOff,
      /** Chats that it works on. */
      lanes: lanes.held,
      /** Chats with events that another replica, or a lost lease, left behind; counted since the start. */
      takeOvers: lanes.takeOvers,
      /** Statements and transactions that had to wait for a connection, counted since the start. */
      poolWaits: db.waits.count,
      /** The sum of these waits. */
      poolWaitMs: Math.round(db.waits.ms),
    }),
    /** @returns the new events in lanes that this replica has taken. */
    insert: (insertion: Insertion<E>) => claim({ kind: "insert", insertion }),
    /** Hands out what nobody works on, now and from then on each second. */
    async start(itsConsumer: EventConsumer<E>): Promise<void> {
      consumer = itsConsumer;
      await restoreLanes(db);
      await takeOver();
      schedule();
    },
    /** Ends an event with the next commit; one of a lost lane is left to its new owner. */
    finish(id: number, parked: DeadLetterReason | null): void {
      const lane = lanes.ofEvent(id);
      if (lane) void finish({ kind: "event", id, lane, parked });
      else lanes.letGo(id);
    },
    /**
     * Ends the claim of a reply on notices; call it before `finish`. One of a lost lane that was not seen is left to its
     * new owner.
     */
    finishCarrier(carrier: string, lane: Lane | undefined, seen: boolean): void {
      if (seen) void finish({ kind: "seen", carrier });
      else if (lane) void finish({ kind: "unseen", carrier, lane });
    },
    /** Writes what has ended, and leaves the rest to the other replicas at once. */
    async [Symbol.asyncDispose](): Promise<void> {
      isClosing = true;
      timer?.close();
      // Batches end in order: this one last.
      await finish({ kind: "seen", carrier: "" });
      await lease.release().catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, "the lease ends by itself");
      });
    },
  };
}
