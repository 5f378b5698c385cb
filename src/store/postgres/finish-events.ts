/** Ends events in batches, and finds the next ones of their lanes. */
import type { DeadLetterReason, StoredEvent } from "../inbox.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Lane, Lanes } from "./lanes.ts";
import { handOut, nextEvents, type LaneEventRow } from "./take-over.ts";

export type Finish =
  /** An event has ended: it is deleted, or parked with a reason. */
  | { kind: "event"; id: number; lane: Lane; parked: DeadLetterReason | null }
  /** The reply that carried notices may have been seen. */
  | { kind: "seen"; carrier: string }
  /** It was not seen, as far as the owner of the lane can tell: a new one may be sending it again. */
  | { kind: "unseen"; carrier: string; lane: Lane };

/**
 * One plan for every batch, of lookups in indexes only. It isn't made anew for each batch, and stays right when a
 * nearly empty inbox fills up. Unlike scans by bitmap, those of an index mark the entries of what is deleted, which
 * are read again otherwise until the next vacuum: a hundred for a chat that writes often.
 */
const lookupsOnly = `set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off; set local enable_bitmapscan = off`;

type FinishedEvent = Extract<Finish, { kind: "event" }>;

/** @returns the next events of the lanes; those of lost lanes are not ended, since their new owner does it. */
export async function finishEvents<E>(
  db: PostgresDatabase,
  lanes: Lanes,
  batch: readonly Finish[],
): Promise<StoredEvent<E>[]> {
  const events = batch.filter((one) => one.kind === "event");
  const { lost, empty, next } = await db.transaction((tx) => finish(tx, lanes, batch, events), {
    repeatable: true,
    settings: lookupsOnly,
  });
  for (const { id } of events) {
    lanes.endEvent(id);
    // Its lane may have been dropped while it waited for this batch: the process is done with it all the same.
    lanes.letGo(id);
  }
  for (const lane of [...lost, ...empty]) lanes.drop(lane);
  return handOut<E>(lanes, next);
}

async function finish(
  tx: Queries,
  lanes: Lanes,
  batch: readonly Finish[],
  events: readonly FinishedEvent[],
): Promise<{ lost: Lane[]; empty: Lane[]; next: LaneEventRow[] }> {
  const seen = batch.filter((one) => one.kind === "seen").map(({ carrier }) => carrier);
  const unseen = batch.filter((one) => one.kind === "unseen");
  const wanted = [...new Set([...events, ...unseen].map(({ lane }) => lane))];
  const own = await endProcessed(tx, lanes.replica, wanted, { events, seen });
  await park(tx, events);
  const released = unseen.filter(({ lane }) => own.has(lane)).map(({ carrier }) => carrier);
  if (released.length > 0) {
    // Their replies were not seen.
    await tx.run("update notices set carrier = null where carrier = any($1::text[])", [released]);
  }
  const ended = new Set(events.map(({ id }) => id));
  const idle = [...own].filter(({ pending }) => [...pending.keys()].every((id) => ended.has(id)));
  // A later statement than the lock: it sees what was inserted while the lane was locked.
  const next = idle.length > 0 ? await nextEvents(tx, idle) : [];
  const empty = idle.filter(
    ({ account, chat }) => !next.some((row) => row.account === account && row.chat === chat),
  );
  return { lost: wanted.filter((lane) => !own.has(lane)), empty, next };
}

/**
 * Locks those of the lanes that this replica still owns, and deletes their processed events, and the notices of
 * replies that were seen. `(owner = $1) is true` keeps the planner from the index of owners, whose entries of all lanes
 * that this replica has let go are read until the next vacuum. @returns these lanes.
 */
async function endProcessed(
  tx: Queries,
  replica: number,
  wanted: readonly Lane[],
  { events, seen }: { events: readonly FinishedEvent[]; seen: readonly string[] },
): Promise<Set<Lane>> {
  const rows = await tx.rows<Pick<Lane, "epoch">>(
    `with own as (
       select lanes.account, lanes.chat, lanes.epoch
       from lanes, unnest($2::text[], $3::text[], $4::bigint[]) as wanted (account, chat, epoch)
       where (owner = $1) is true and wanted.epoch = lanes.epoch
         and wanted.account = lanes.account and wanted.chat = lanes.chat
       order by lanes.account, lanes.chat for update of lanes),
     processed as (
       delete from inbox where id = any($5::bigint[])
         and ((account, chat) in (select account, chat from own)) is true),
     seen as (delete from notices where carrier = any($6::text[]))
     select epoch from own`,
    [
      replica,
      wanted.map(({ account }) => account),
      wanted.map(({ chat }) => chat),
      wanted.map(({ epoch }) => epoch),
      events.filter(({ parked }) => parked === null).map(({ id }) => id),
      seen,
    ],
  );
  const epochs = new Set(rows.map(({ epoch }) => epoch));
  return new Set(wanted.filter(({ epoch }) => epochs.has(epoch)));
}

/** A lane that was lost has another epoch. */
async function park(tx: Queries, events: readonly FinishedEvent[]): Promise<void> {
  const parked = events.filter(({ parked: reason }) => reason !== null);
  if (parked.length === 0) return;
  await tx.run(
    `update inbox set state = 'parked', park_reason = parked.reason
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as parked (id, reason, epoch), lanes
     where inbox.id = parked.id and lanes.account = inbox.account and lanes.chat = inbox.chat
       and lanes.epoch = parked.epoch`,
    [
      parked.map(({ id }) => id),
      parked.map(({ parked: reason }) => reason),
      parked.map(({ lane }) => lane.epoch),
    ],
  );
}
