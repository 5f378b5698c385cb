/** A redemption as members and staff are shown it: the order of a coupon for points, with the order that takes it back. */
import {
  currentStep,
  isKnownOrder,
  stepName,
  type Order,
  type Refusal,
  type Step,
} from "../store/rules/order.ts";
import type { StepName, WriteOperationName } from "../store/rules/kinds.ts";

export type RedemptionState =
  /** Asked and not answered. */
  | "asked"
  | "cancelled"
  /** Confirmed; the points are being burned, or the coupon is being given. */
  | "checking"
  /** The points weren't burned, so nothing is given. */
  | "refused"
  /** The coupon is given. */
  | "done"
  /** The coupon couldn't be given, and the points are going back. */
  | "refunding"
  | "refunded"
  /** It is taken back: the coupon, then the points. */
  | "undoing"
  | "undone"
  /** The outcome of the current step can't be found out: a person decides. */
  | "needs_review"
  /** A person has closed it without an outcome. */
  | "closed"
  /** Only another version knows how it stands. */
  | "foreign";

/** What was asked. */
export interface RedemptionTerms {
  setUuid: string;
  /** The name of the coupon set. */
  set: string;
  /** The number of the card that pays. */
  card: string;
  /** The price. */
  points: number;
  /** The member's masked name and phone number, for staff. */
  who: string;
}

/** The coupon that was given; its name is the set's. */
interface RedeemedCoupon {
  uuid: string;
  code: string;
  expires_at?: string;
}

export interface Redemption {
  order: Order;
  /** What takes it back; null unless it is done by the bot. */
  undo: Order | null;
  terms: RedemptionTerms;
  state: RedemptionState;
  /** Why it, or its undo, was refused. */
  refusal: Refusal | null;
  /** Null: it isn't given, or only a person knows that it is. */
  coupon: RedeemedCoupon | null;
  /** The platform's id of the burn, with the balance after it where that can be read; null where it isn't known. */
  burn: { id: number; balance?: number } | null;
}

/** @param undo the newest order that undoes it, in any state but `cancelled`. */
export function redemptionOf(order: Order, undo: Order | null): Redemption {
  const state = stateOf(order, undo);
  return {
    order,
    undo,
    terms: termsOf(order),
    state,
    refusal: refusalOf(order, undo, state),
    coupon: couponOf(order),
    burn: burnOf(order),
  };
}

const stepOf = ({ steps }: Order, name: WriteOperationName) =>
  steps.find(({ operation, takesBack }) => operation === name && takesBack === null);

/** Of an order of a coupon for points. */
export function termsOf(order: Order): RedemptionTerms {
  const burn = (stepOf(order, "adjust_points")?.input ?? {}) as Partial<RedemptionTerms>;
  const gift = (stepOf(order, "give_coupons")?.input ?? {}) as Partial<RedemptionTerms>;
  const { card = "", points = 0, who = "" } = burn;
  return { setUuid: order.subject ?? "", set: gift.set ?? "", card, points, who };
}

export function couponOf(order: Order): RedeemedCoupon | null {
  const { coupons } = (stepOf(order, "give_coupons")?.result ?? {}) as {
    coupons?: RedeemedCoupon[];
  };
  return coupons?.[0] ?? null;
}

export function burnOf(order: Order): { id: number; balance?: number } | null {
  const done = stepOf(order, "adjust_points")?.result;
  return done && "id" in done ? (done as { id: number; balance?: number }) : null;
}

const isVoided = ({ steps }: Order): boolean =>
  steps.some(({ operation, state }) => operation === "void_coupons" && state === "done");

function stateOf(order: Order, undo: Order | null): RedemptionState {
  if (!isKnownOrder(order) || (undo !== null && !isKnownOrder(undo))) return "foreign";
  if (undo?.state === "working") return "undoing";
  if (undo?.state === "needs_review" || undo?.state === "closed") return undo.state;
  switch (order.state) {
    case "open":
      return "asked";
    case "working":
      return workingState(order);
    case "taken_back":
      return isVoided(order) ? "undone" : "refunded";
    case "needs_review":
    case "refused":
    case "done":
    case "undone":
    case "closed":
      return order.state;
    case "cancelled":
    case "awaiting_approval":
    case "declined":
    case "expired":
      return "cancelled";
  }
}

function workingState(order: Order): RedemptionState {
  const operation = order.steps[currentStep(order)]?.operation;
  if (operation === "void_coupons") return "undoing";
  if (operation !== "void_transactions") return "checking";
  return isVoided(order) ? "undoing" : "refunding";
}

/** Of what it was refused first; of one that is done, why it couldn't be taken back. */
function refusalOf(order: Order, undo: Order | null, state: RedemptionState): Refusal | null {
  const forward = order.steps.find((step) => isRefused(step) && step.takesBack === null);
  if (forward?.refusal) return forward.refusal;
  if (state !== "done") return null;
  const back = order.steps.find(isRefused) ?? undo?.steps.find(({ refusal }) => refusal !== null);
  return back?.refusal ?? null;
}

const isRefused = ({ state }: Pick<Step, "state">): boolean => state === "refused";

/** The order whose step is to be settled: the undo while that hasn't ended. */
export const unfinishedOf = ({ order, undo }: Redemption): Order =>
  undo && (undo.state === "working" || undo.state === "needs_review") ? undo : order;

/** The step that it has come to; null before it is confirmed. */
export function currentStepName(redemption: Redemption): StepName | null {
  const order = unfinishedOf(redemption);
  return stepName(order, currentStep(order));
}
