/** What the conformance suite needs of a store, whichever it is. */
import { expect } from "vitest";
import type { StoredEvent } from "../../../src/store/inbox.ts";
import {
  newStep,
  type LimitUse,
  type Outcome,
  type Question,
} from "../../../src/store/rules/order.ts";
import type { DayLimits } from "../../../src/store/rules/day-limits.ts";
import type { Conclusion } from "../../../src/store/orders.ts";
import type { WriteOperationName } from "../../../src/store/rules/kinds.ts";
import type { StaffAction } from "../../../src/store/audit.ts";
import type { Store } from "../../../src/store/store.ts";
import type { ManualClock } from "../../support/clock.ts";
import type { EventCollector } from "../../support/event-consumer.ts";

/** A place where a store's data lives, and a clock that the test turns. */
export interface StoreHome extends AsyncDisposable {
  clock: ManualClock;
  /** Opens the store as a bot does, with a consumer of its events. */
  open(): Promise<OpenStore>;
  /** Waits for two seconds until the store goes by its clock again after that was set. */
  trust(): Promise<void>;
  /** Waits for what a store does once a timer has fired. */
  until(isDone: () => boolean | Promise<boolean>): Promise<void>;
}

export interface OpenStore {
  store: Store;
  consumer: EventCollector<unknown>;
}

export const event = (id: string, chat = "U1") => ({
  webhookEventId: id,
  chat,
  messageId: `m${id}`,
  event: { webhookEventId: id, message: { id: `m${id}`, type: "text", text: "hello" } },
});

/** Stores one event in a chat of its own, so that it is handed out at once. */
export async function arrive(store: Store, id: string, at = 1): Promise<StoredEvent> {
  const [stored] = await store.inbox.insertNew("A", [event(id, `chat of ${id}`)], at);
  if (!stored) throw new Error(`event ${id} was not handed out`);
  return stored;
}

/** An action of a staff member by an event that has arrived. */
export async function actBy(
  store: Store,
  by: string,
  eventId: string,
  at: number,
): Promise<StaffAction> {
  await arrive(store, eventId, at);
  return { by, eventId, at };
}

export interface Asked extends Partial<Question> {
  operation?: WriteOperationName;
  /** Arguments of the first step. */
  input?: object;
  refId?: string;
}

export function question(
  id: string,
  at: number,
  { operation = "give_coupons", input = { lineId: "U1" }, refId = id, ...more }: Asked = {},
): Question {
  const { lineId = "" } = input as { lineId?: string };
  return {
    id,
    asker: "U9",
    command: "gift",
    kind: "giving",
    memberUuid: "member",
    lineId,
    subject: null,
    steps: [newStep({ operation, input, refId })],
    gifts: 1,
    points: 0,
    approval: false,
    askedAt: at,
    expiresAt: at + 600_000,
    undoes: null,
    ...more,
  };
}

/** Points for a coupon, by a member themselves. */
export function redemption(id: string, at: number, more: Asked = {}): Question {
  const { asker = "U1", lineId = "U1", memberUuid = "member" } = more;
  const holder = { memberUuid, lineId, who: "Olivia B." };
  const burn = { ...holder, type: "BURN", card: "0001", points: 50, refNo: null, ...more.input };
  const gift = { ...holder, set: "ลาเต้ 🥤", quantity: 1 };
  return {
    ...question(id, at),
    kind: "redeeming",
    command: "redeem",
    asker,
    lineId,
    subject: "set",
    gifts: asker === lineId ? 0 : 1,
    steps: [
      newStep({ operation: "adjust_points", input: burn, refId: `burn ${id}` }),
      newStep({ operation: "give_coupons", input: gift, refId: `give ${id}` }),
    ],
    ...more,
  };
}

/** What takes a redemption back. */
export const undoOfRedemption = (id: string, at: number, more: Asked = {}): Question => ({
  ...redemption(id, at, more),
  id: `undo of ${id}`,
  kind: "unredeeming",
  undoes: id,
  gifts: 0,
  expiresAt: at + 900_000,
  steps: [
    newStep({ operation: "void_coupons", input: {}, refId: `give ${id}` }),
    newStep({ operation: "void_transactions", input: {}, refId: `burn ${id}` }),
  ],
});

/** The end of a step by an attempt that knows of as many sends as are stored. */
export const conclusion = (
  id: string,
  outcome: Outcome,
  {
    step = 0,
    before = 0,
    sends = before,
    ...more
  }: Partial<Conclusion> & { step?: number; before?: number; sends?: number } = {},
): Conclusion => ({
  id,
  what: { do: "settle", step, outcome, before, sends },
  takenBack: null,
  undo: null,
  notices: [],
  ...more,
});

/** The bot itself. */
export const bot = { by: null, eventId: null };

/** A day to which everything belongs. */
export const everyDay = { start: 0, end: Number.MAX_SAFE_INTEGER };

export const limits = {
  giftsPerStaffDay: 9,
  giftsPerMemberDay: 9,
  pointsPerStaffDay: 9,
  pointsPerMemberDay: 9,
};

/** What orders of staff are confirmed against. */
export const day: DayLimits = { ...everyDay, limits, redemptions: null };
/** What redemptions of members are confirmed against. */
export const oneOfMember: DayLimits = {
  ...everyDay,
  limits: null,
  redemptions: { perDay: 1, perSet: null },
};

export const nothing: LimitUse = { gifts: 0, points: 0 };

/** Stores a notice for a LINE user: an order that they may approve awaits it. */
export async function addNotice(store: Store, lineId: string, order: string): Promise<void> {
  const asked = question(order, 1, { approval: true });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  const tap = await arrive(store, `tap on ${order}`);
  const action = { by: asked.asker, eventId: `tap on ${order}`, at: 1 };
  await store.orders.confirm("A", order, action, day, [lineId]);
  await end(store, tap.id);
}

/** Ends an event, and waits until that is stored. */
export async function end(store: Store, id: number): Promise<void> {
  store.inbox.markProcessed(id);
  await store.check();
  await expect
    .poll(async () => (await store.inbox.open()).some((open) => open.id === id))
    .toBe(false);
}
