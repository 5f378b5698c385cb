/** Stored orders in each state, and who acts on them, for tests of the rules. */
import {
  currentStep,
  openOrder,
  type Actor,
  type Change,
  type Order,
  type OrderState,
  type Outcome,
  type Step,
} from "../../src/store/rules/order.ts";
import { change } from "../../src/store/rules/order-changes.ts";
import { question, redemption, undoOfRedemption, type Asked } from "./conformance/harness.ts";

const askedAt = 1000;
export const expiresAt = 2000;
export const dayMs = 86_400_000;

/** In which the step has begun. */
const begunStates = new Set<OrderState>([
  "working",
  "needs_review",
  "done",
  "refused",
  "undone",
  "closed",
]);

/** An order of staff with one step. @param step what that has beside its state's. */
export function gift(
  state: OrderState,
  fields: Partial<Order> = {},
  step: Partial<Step> = {},
): Order {
  const asked = question("order", askedAt, {
    asker: "asker",
    gifts: 3,
    points: 10,
    expiresAt,
    refId: "ref",
    input: { set: "1" },
    approval: fields.approval ?? state === "awaiting_approval",
  });
  const order = openOrder("A", asked);
  const begunAt = begunStates.has(state) ? askedAt : null;
  const steps = order.steps.map((one) => ({ ...one, begunAt, ...step }));
  return { ...order, steps, state, ...fields };
}

export const tap = (by = "asker", at = askedAt + 1, eventId = "tap"): Actor => ({
  by,
  eventId,
  at,
});
export const theBot = (at: number): Actor => ({ by: null, eventId: null, at });

/** A redemption by a member, asked at 0. */
export const redeeming = (more: Asked = {}): Order => openOrder("A", redemption("1", 0, more));
/** What takes one back, offered at 2000. */
export const unredeeming = (): Order => openOrder("A", undoOfRedemption("1", 2000));

export const done = (facts: object = { id: 1 }): Outcome => ({ state: "done", done: facts });
export const refused = (code: string): Outcome => ({ state: "refused", code, detail: null });
export const unknown = (again = 5000): Outcome => ({ state: "unknown", again });
export const needsReview: Outcome = { state: "needs_review" };

/** What a change makes of an order. @returns null where it changes nothing. */
export function after(order: Order, what: Change, actor: Actor): Order | null {
  const result = change(order, what, actor);
  return result && "order" in result ? result.order : null;
}

/** @throws where it changes nothing. */
export function changed(order: Order, what: Change, actor: Actor) {
  const result = change(order, what, actor);
  if (!result || !("order" in result)) throw new Error("nothing changed");
  return result;
}

/** The current step is sent, for the first time unless `before` says so. */
export const sending = (order: Order, before = 0, isIdempotent = false): Change => ({
  do: "send",
  step: currentStep(order),
  before,
  sends: before + 1,
  isIdempotent,
  clockDifference: 7,
});

/** The end of the current step by an attempt that knows of all sends. */
export function settling(
  order: Order,
  outcome: Outcome,
  more: { before?: number; sends?: number } = {},
): Extract<Change, { do: "settle" }> {
  const step = currentStep(order);
  const { sends = 0 } = order.steps[step] ?? {};
  return { do: "settle", step, outcome, before: sends, sends, ...more };
}
