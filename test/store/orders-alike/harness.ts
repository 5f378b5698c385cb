/** What both comparisons of the rules of orders with the former ones need: applied changes, what they say, random moves. */
import { StoreError } from "../../../src/store/errors.ts";
import {
  newStep,
  openOrder,
  type Actor,
  type Change,
  type Order,
  type Outcome,
  type Question,
} from "../../../src/store/order.ts";
import { auditEntry, change, toldOf } from "../../../src/store/rules/orders.ts";
import * as fc from "../../support/properties.ts";

export const covered = new Set<string>();

const nameOf = (what: Change): string =>
  what.do === "settle"
    ? `settle: ${what.outcome.state}`
    : what.do === "decide"
      ? `decide: ${what.decision}`
      : what.do;

/** Applies a change and notes the transition. */
export function applied(order: Order, what: Change, actor: Actor) {
  const result = change(order, what, actor);
  if (result && "order" in result) {
    covered.add(`${order.state} | ${nameOf(what)} | ${result.order.state}`);
  }
  return result;
}

export const question: Question = {
  id: "id",
  kind: "giving",
  command: "gift",
  asker: "U1",
  memberUuid: "m",
  lineId: "U7",
  subject: null,
  steps: [newStep({ operation: "give_coupons", input: { set: "x" }, refId: "r" })],
  approval: false,
  undoes: null,
  gifts: 2,
  points: 0,
  askedAt: 0,
  expiresAt: 600_000,
};

export const stored = (asked: Question): Order => openOrder("A", asked);

/** What a change tells, as both sides have it. */
export interface Said {
  answer: string;
  action: string | null;
  told: readonly string[];
}

export const silent: Said = { answer: "none", action: null, told: [] };

/** @returns the code where a send is refused as too soon. */
export function unlessTooSoon<T>(work: () => T): T | "too_soon" {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError) return "too_soon";
    throw error;
  }
}

const answers = {
  theirs: "none",
  expired: "expired",
  already: "already",
  repeated: "claimed",
  blocked: "blocked",
} as const;

export function saidOf(result: ReturnType<typeof change>, order: Order, actor: Actor): Said {
  if (result === null) return silent;
  if ("no" in result) {
    const isWaiting = result.no === "repeated" && order.state === "awaiting_approval";
    return { ...silent, answer: isWaiting ? "awaiting_approval" : answers[result.no] };
  }
  const { state } = result.order;
  const answer =
    state === "working" ? "claimed" : state === "awaiting_approval" ? state : "already";
  const action = auditEntry(result, actor)?.action ?? null;
  return { answer, action, told: toldOf(result, actor).toSorted() };
}

export const shared = {
  after: fc.constantFrom(1000, 6000, 66_000, 300_000, 700_000, 90_000_000, -40_000),
  event: fc.constantFrom("e0", "e1", "e2", "e3"),
  isSent: fc.boolean(),
  isIdempotent: fc.boolean(),
  isStale: fc.nat(9),
  isFound: fc.boolean(),
  outcome: fc.constantFrom<Outcome["state"] | "others" | "unreached">(
    "done",
    "done",
    "unknown",
    "needs_review",
    "refused",
    "others",
    "unreached",
  ),
};

const refused = (code: string): Outcome => ({ state: "refused", code, detail: null });

export function outcomeOf(kind: string, at: number): Outcome {
  switch (kind) {
    case "done":
      return { state: "done", done: { id: 1, coupons: [{ uuid: "c", code: "c" }] } };
    case "unknown":
      return { state: "unknown", again: at + 5000 };
    case "needs_review":
      return { state: "needs_review" };
    case "others":
      return refused("COUPON_OTHER_MEMBER");
    case "unreached":
      return refused("UNREACHED");
    default:
      return refused("OUT_OF_STOCK");
  }
}
