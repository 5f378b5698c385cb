/** What the conformance suite needs of a store, whichever it is. */
import { expect } from "vitest";
import type { Question } from "../../../src/store/confirmations.ts";
import type { RedemptionQuestion } from "../../../src/store/redemptions.ts";
import type { StoredEvent } from "../../../src/store/inbox.ts";
import type { StaffAction } from "../../../src/store/staff.ts";
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

export const question = (id: string, at: number, more: Partial<Question> = {}): Question => ({
  id,
  asker: "U9",
  command: "gift",
  kind: "giving",
  order: { lineId: "U1" },
  refId: id,
  memberUuid: "member",
  gifts: 1,
  points: 0,
  approval: false,
  askedAt: at,
  expiresAt: at + 600_000,
  undoOf: null,
  ...more,
});

export const redemption = (
  id: string,
  at: number,
  more: Partial<RedemptionQuestion> = {},
): RedemptionQuestion => ({
  id,
  asker: "U1",
  memberUuid: "member",
  lineId: "U1",
  order: { setUuid: "set", set: "ลาเต้ 🥤", card: "0001", points: 50, who: "Olivia B." },
  burnRefId: `burn ${id}`,
  giveRefId: `give ${id}`,
  askedAt: at,
  expiresAt: at + 600_000,
  ...more,
});

/** A day to which everything belongs. */
export const everyDay = { start: 0, end: Number.MAX_SAFE_INTEGER };

export const limits = {
  giftsPerStaffDay: 9,
  giftsPerMemberDay: 9,
  pointsPerStaffDay: 9,
  pointsPerMemberDay: 9,
};

/** Stores a notice for a LINE user: an order that they may approve awaits it. */
export async function addNotice(store: Store, lineId: string, order: string): Promise<void> {
  const asked = question(order, 1, { approval: true });
  await store.lineUsers.write("A", [{ kind: "question", question: asked }]);
  const tap = await arrive(store, `tap on ${order}`);
  const action = { by: asked.asker, eventId: `tap on ${order}`, at: 1 };
  await store.confirmations.claim("A", order, action, { ...everyDay, limits }, [lineId]);
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
