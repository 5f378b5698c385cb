/** Gathers what the oracle has to know of a world that has ended. */
import { retryKeyFor } from "../../src/line/messaging-client.ts";
import type { Sent } from "./compose-event.ts";
import type { MemoryDatabase } from "./database/memory-database.ts";
import type { Row } from "./database/table.ts";
import type { Line } from "./line.ts";
import type {
  AcceptedEvent,
  AuditedAction,
  Observations,
  Redemption,
  RedemptionMoment,
} from "./observations.ts";
import { members, staff } from "./people.ts";
import { Ledger } from "./platform/ledger.ts";
import type { Platform } from "./platform/platform.ts";

export function observe(
  database: MemoryDatabase,
  line: Line,
  platform: Platform,
  {
    sent,
    storedAs,
    ...noted
  }: Pick<
    Observations,
    "moments" | "redemptionWrites" | "sends" | "judgedAheadMs" | "isIdempotent"
  > & {
    sent: readonly Sent[];
    storedAs: ReadonlyMap<string, number>;
  },
): Observations {
  const inbox = database.table("inbox").rows();
  const idsIn = (state: string) => inbox.filter((row) => row["state"] === state);
  const retryKeys = new Map(
    sent.map(({ event }) => [retryKeyFor(event.webhookEventId, 0), event.webhookEventId]),
  );
  return {
    ...noted,
    accepted: sent
      .filter(({ isAccepted }) => isAccepted)
      .map(({ event, chat, isAnswerDue }): AcceptedEvent => ({
        id: event.webhookEventId,
        chat,
        storedAs: storedAs.get(event.webhookEventId) ?? null,
        isAnswerDue,
        at: event.timestamp,
      })),
    taps: new Map(
      sent.flatMap(({ event }) =>
        event.postback ? [[event.webhookEventId, event.postback.data] as const] : [],
      ),
    ),
    open: new Set(idsIn("open").map((row) => String(row["webhook_event_id"]))),
    parked: new Map(
      idsIn("parked").map((row) => [
        String(row["webhook_event_id"]),
        row["park_reason"] as string | null,
      ]),
    ),
    deliveries: line.deliveries.map(({ eventId, retryKey, chat, messages: text, at }) => ({
      eventId: eventId ?? retryKeys.get(retryKey ?? "") ?? null,
      chat,
      text,
      at,
    })),
    attempts: line.attempts,
    bookings: platform.bookings.list,
    prices: platform.coupons.prices,
    ledger: {
      points: platform.ledger.points,
      booked: Ledger.firstPoints + platform.ledger.booked,
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
        at: Number(row["at"]),
        memberUuid: row["member_uuid"] as string | null,
        facts: JSON.parse(String(row["facts"])) as AuditedAction["facts"],
      })),
    noticesOf: new Set(
      database
        .table("notices")
        .rows()
        .map(
          ({ notice }) => (JSON.parse(String(notice)) as { redemption?: string }).redemption ?? "",
        ),
    ),
    secrets: secretsOf(),
  };
}

/** The redemptions as the store has them now. */
export const momentOf = (database: MemoryDatabase, at: number): RedemptionMoment => ({
  at,
  redemptions: database.table("redemptions").rows().map(redemptionOf),
});

function redemptionOf(row: Row): Redemption {
  const { points } = JSON.parse(String(row["order_json"])) as { points: number };
  const steps = JSON.parse(String(row["steps"])) as Record<string, { sends: number }>;
  return {
    id: String(row["id"]),
    asker: String(row["asker"]),
    memberUuid: String(row["member_uuid"]),
    state: String(row["state"]),
    setUuid: String(row["set_uuid"]),
    points,
    burnRefId: String(row["burn_ref_id"]),
    giveRefId: String(row["give_ref_id"]),
    claimedEvent: row["claimed_event"] as string | null,
    sends: Object.fromEntries(Object.entries(steps).map(([step, { sends }]) => [step, sends])),
  };
}

/** Names and card numbers, which the member and staff may read. */
const secretsOf = (): Observations["secrets"] =>
  members.flatMap(({ lineId, name, surname, card }) => {
    const chats = new Set([lineId, ...staff.map((one) => one.lineId)]);
    return [name, surname, card, card.slice(-4)].map((text) => ({ text, chats }));
  });
