/** Ends events in batches, and finds the next ones of their lanes. */
import type { DeadLetterReason, StoredEvent } from "../inbox.ts";
import type { Database, Queries } from "./database.ts";
import { deleteLanes, nextEvents, type EventRow } from "./events.ts";
import type { Lane, Lanes } from "./lanes.ts";
import { endCarriers } from "./notices.ts";
import { handOut } from "./take-over.ts";

export type Finish =
  /** An event has ended: it is deleted, or parked with a reason. */
  | { kind: "event"; id: number; lane: Lane; parked: DeadLetterReason | null }
  /** The reply that carried notices has ended. */
  | { kind: "carrier"; carrier: string; seen: boolean };

type FinishedEvent = Extract<Finish, { kind: "event" }>;

/** @returns the next events of the lanes; those of lost lanes are not ended, since their new owner does it. */
export async function finishEvents<E>(
  db: Database,
  lanes: Lanes,
  batch: readonly Finish[],
): Promise<StoredEvent<E>[]> {
  const events = batch.filter((one) => one.kind === "event");
  const result = await db.transaction((tx) => finish(tx, lanes, batch, events), {
    repeatable: true,
  });
  for (const { id } of events) {
    lanes.endEvent(id);
    // Its lane may have been dropped while it waited for this batch: the process is done with it all the same.
    lanes.letGo(id);
  }
  for (const lane of [...result.lost, ...result.empty]) lanes.drop(lane);
  return handOut<E>(lanes, result.next);
}

async function finish(
  tx: Queries,
  lanes: Lanes,
  batch: readonly Finish[],
  events: readonly FinishedEvent[],
): Promise<{ lost: Lane[]; empty: Lane[]; next: EventRow[] }> {
  const own = await lockOwn(tx, lanes.replica, new Set(events.map(({ lane }) => lane)));
  const ended = events.filter(({ lane }) => own.has(lane));
  // Before the events: a notice stays with its reply as long as that may be sent again.
  await endCarriers(
    tx,
    batch.filter((one) => one.kind === "carrier"),
  );
  await removeEvents(tx, ended);
  const endedIds = new Set(ended.map(({ id }) => id));
  const idle = [...own].filter((lane) => [...lane.pending.keys()].every((id) => endedIds.has(id)));
  // A later statement than the lock: it sees what was inserted while the lane was locked.
  const next = idle.length > 0 ? await nextEvents(tx, idle) : [];
  const empty = idle.filter(
    ({ account, chat }) => !next.some((row) => row.account === account && row.chat === chat),
  );
  await deleteLanes(
    tx,
    empty.map(({ epoch }) => epoch),
  );
  const lost = [...new Set(events.map(({ lane }) => lane))].filter((lane) => !own.has(lane));
  return { lost, empty, next };
}

/** Locks those of the lanes that this replica still owns. */
async function lockOwn(tx: Queries, replica: number, wanted: Set<Lane>): Promise<Set<Lane>> {
  if (wanted.size === 0) return wanted;
  const all = [...wanted];
  const rows = await tx.rows<Pick<Lane, "epoch">>(
    `select epoch from lanes
     where owner = $1 and (account, chat) in (select * from unnest($2::text[], $3::text[]))
     order by account, chat for update`,
    [replica, all.map(({ account }) => account), all.map(({ chat }) => chat)],
  );
  const epochs = new Set(rows.map(({ epoch }) => epoch));
  return new Set(all.filter(({ epoch }) => epochs.has(epoch)));
}

async function removeEvents(tx: Queries, ended: readonly FinishedEvent[]): Promise<void> {
  const processed = ended.filter(({ parked }) => parked === null).map(({ id }) => id);
  if (processed.length > 0) {
    await tx.run("delete from inbox where id = any($1::bigint[])", [processed]);
  }
  const parked = ended.filter(({ parked: reason }) => reason !== null);
  if (parked.length === 0) return;
  await tx.run(
    `update inbox set state = 'parked', park_reason = parked.reason
     from unnest($1::bigint[], $2::text[]) as parked (id, reason) where inbox.id = parked.id`,
    [parked.map(({ id }) => id), parked.map(({ parked: reason }) => reason)],
  );
}
