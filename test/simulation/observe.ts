/** Gathers what the oracle has to know of a world that has ended. */
import type { Order as StoredRow, Step } from "../../src/store/rules/order.ts";
import { redemptionState } from "../support/redemption-state.ts";
import { retryKeyFor } from "../../src/line/messaging-client.ts";
import type { Sent } from "./compose-event.ts";
import type { MemoryDatabase } from "./database/memory-database.ts";
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

/** What the oracle looks at of a row. */
type StoredOrder = Pick<
  StoredRow,
  "id" | "kind" | "state" | "asker" | "approval" | "claimedBy" | "claimedEvent" | "undoes" | "steps"
> & { memberUuid: string; lineId: string; subject: string };

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
    "moments" | "redemptionWrites" | "sends" | "judgedAheadMs" | "brokenLeases" | "isIdempotent"
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
    endingsUsedAt: platform.coupons.endingsUsedAt,
    ledger: {
      points: platform.ledger.points,
      booked: Ledger.firstPoints + platform.ledger.booked,
    },
    orders: ordersIn(database)
      .filter(({ kind }) => !isRedemption(kind))
      .map(({ steps: [step], undoes: undoOf, ...order }) => ({
        ...order,
        refId: step?.refId ?? "",
        undoOf,
      })),
    undoable: undoableIn(ordersIn(database)),
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
    noticesOf: noticesIn(database),
    secrets: secretsOf(),
  };
}

/** Kinds with an undo, as long as nobody has decided by hand what has become of their steps. */
const undoableKinds = new Set(["giving", "moving", "removing", "pricing", "redeeming"]);

function undoableIn(orders: readonly StoredOrder[]): Observations["undoable"] {
  const offered = new Set(orders.map(({ undoes }) => undoes));
  return orders
    .filter(
      ({ kind, state, undoes, steps }) =>
        undoableKinds.has(kind) &&
        state === "done" &&
        undoes === null &&
        steps.every(({ result }) => result !== null && !("person" in result)),
    )
    .map(({ id }) => ({ id, isOffered: offered.has(id) }));
}

const isRedemption = (kind: string): boolean => /^(un)?redeeming$/.test(kind);

/** The orders as the store has them now. */
export const ordersIn = (database: MemoryDatabase): StoredOrder[] =>
  database
    .table("orders")
    .rows()
    .map((row) => ({
      id: String(row["id"]),
      kind: String(row["kind"]),
      state: row["state"] as StoredOrder["state"],
      asker: String(row["asker"]),
      memberUuid: String(row["member_uuid"]),
      lineId: String(row["line_id"]),
      subject: String(row["subject"]),
      approval: row["approval"] === true,
      claimedBy: row["claimed_by"] as string | null,
      claimedEvent: row["claimed_event"] as string | null,
      undoes: row["undoes"] as string | null,
      steps: JSON.parse(String(row["steps"])) as Step[],
    }));

/** The redemptions as the store has them now. */
export function momentOf(database: MemoryDatabase, at: number): RedemptionMoment {
  const orders = ordersIn(database);
  const undos = new Map(
    orders.flatMap((one) =>
      one.undoes === null || one.state === "cancelled" ? [] : [[one.undoes, one] as const],
    ),
  );
  const redeemed = orders.filter(({ kind }) => kind === "redeeming");
  return { at, redemptions: redeemed.map((one) => redemptionOf(one, undos.get(one.id) ?? null)) };
}

const stepNames: Partial<Record<Step["operation"], string>> = {
  adjust_points: "burn",
  give_coupons: "give",
  void_coupons: "void_coupon",
  void_transactions: "refund",
};

function redemptionOf(order: StoredOrder, undo: StoredOrder | null): Redemption {
  const { id, asker, memberUuid, subject, claimedEvent } = order;
  const [burn, give] = order.steps;
  const { points = 0 } = (burn?.input ?? {}) as { points?: number };
  const begun = [...order.steps, ...(undo?.steps ?? [])].filter(({ begunAt }) => begunAt !== null);
  return {
    id,
    asker,
    memberUuid,
    points,
    claimedEvent,
    state: redemptionState(order, undo),
    setUuid: subject,
    burnRefId: burn?.refId ?? "",
    giveRefId: give?.refId ?? "",
    sends: Object.fromEntries(
      begun.map(({ operation, sends }) => [stepNames[operation] ?? operation, sends]),
    ),
  };
}

/** The ids of orders, and of those that they undo, of which a notice waits. */
function noticesIn(database: MemoryDatabase): Set<string> {
  const undone = new Map(ordersIn(database).map(({ id, undoes }) => [id, undoes]));
  const notices = database
    .table("notices")
    .rows()
    .map(({ notice }) => (JSON.parse(String(notice)) as { confirmation: string }).confirmation);
  return new Set(notices.flatMap((id) => [id, undone.get(id) ?? id]));
}

/** Names and card numbers, which the member and staff may read. */
const secretsOf = (): Observations["secrets"] =>
  members.flatMap(({ lineId, name, surname, card }) => {
    const chats = new Set([lineId, ...staff.map((one) => one.lineId)]);
    return [name, surname, card, card.slice(-4)].map((text) => ({ text, chats }));
  });
