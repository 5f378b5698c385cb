/** Gathers what the oracle has to know of a world that has ended. */
import { retryKeyFor } from "../../src/line/messaging-client.ts";
import type { Sent } from "./compose-event.ts";
import type { MemoryDatabase } from "./database/memory-database.ts";
import type { Line } from "./line.ts";
import type { AcceptedEvent, Observations } from "./oracle.ts";
import { members, staff } from "./people.ts";
import { Platform } from "./platform.ts";

export function observe(
  database: MemoryDatabase,
  line: Line,
  platform: Platform,
  { sent, storedAs }: { sent: readonly Sent[]; storedAs: ReadonlyMap<string, number> },
): Observations {
  const inbox = database.table("inbox").rows();
  const idsIn = (state: string) => inbox.filter((row) => row["state"] === state);
  const retryKeys = new Map(
    sent.map(({ event }) => [retryKeyFor(event.webhookEventId, 0), event.webhookEventId]),
  );
  return {
    accepted: sent
      .filter(({ isAccepted }) => isAccepted)
      .map(({ event, chat, isAnswerDue }): AcceptedEvent => ({
        id: event.webhookEventId,
        chat,
        storedAs: storedAs.get(event.webhookEventId) ?? null,
        isAnswerDue,
      })),
    open: new Set(idsIn("open").map((row) => String(row["webhook_event_id"]))),
    parked: new Map(
      idsIn("parked").map((row) => [
        String(row["webhook_event_id"]),
        row["park_reason"] as string | null,
      ]),
    ),
    deliveries: line.deliveries.map(({ eventId, retryKey, chat, messages: text }) => ({
      eventId: eventId ?? retryKeys.get(retryKey ?? "") ?? null,
      chat,
      text,
    })),
    attempts: line.attempts,
    bookings: platform.bookings,
    ledger: {
      points: platform.points,
      booked: Platform.firstPoints + platform.booked,
    },
    orders: database
      .table("confirmations")
      .rows()
      .map((row) => ({
        id: String(row["id"]),
        state: String(row["state"]),
        refId: String(row["ref_id"]),
        asker: String(row["asker"]),
        approval: row["approval"] === true,
        claimedBy: row["claimed_by"] as string | null,
        undoOf: row["undo_of"] as string | null,
      })),
    audit: database
      .table("audit")
      .rows()
      .map((row) => ({
        action: String(row["action"]),
        confirmation: row["confirmation"] as string | null,
      })),
    secrets: secretsOf(),
  };
}

/** Names and card numbers, which the member and staff may read. */
const secretsOf = (): Observations["secrets"] =>
  members.flatMap(({ lineId, name, surname, card }) => {
    const chats = new Set([lineId, ...staff.map((one) => one.lineId)]);
    return [name, surname, card, card.slice(-4)].map((text) => ({ text, chats }));
  });
