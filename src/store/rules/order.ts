/** Orders: what somebody asked the bot to write, with its steps. */
import type { AuditAction, AuditEntry } from "../audit.ts";
import { isAhead } from "../clock-rules.ts";
import { kindOf, kindOfWrite, kinds, type StepName, type WriteOperationName } from "./kinds.ts";

export const orderStates = [
  /** Asked and not answered. */
  "open",
  /** Confirmed by its asker; awaits the approval of a second person. */
  "awaiting_approval",
  /** Confirmed, and approved where required; a step is being sent, looked for, or waits to be. */
  "working",
  /** The outcome of the current step can't be found out: a person decides. */
  "needs_review",
  "done",
  /** Its first step was refused: nothing has changed. */
  "refused",
  /** A later step was refused, and what was done before it is taken back. */
  "taken_back",
  "undone",
  "cancelled",
  "declined",
  /** Not approved in time. */
  "expired",
  /** A person has closed it without an outcome. */
  "closed",
] as const;
export type OrderState = (typeof orderStates)[number];

export interface Refusal {
  code: string;
  detail: Record<string, unknown> | null;
}

/** One write. Steps are carried out in their order, each once. */
export interface Step {
  operation: WriteOperationName;
  /** Arguments of the write, fixed before the first send; of a step that takes back they follow from that step's result. */
  input: object;
  /** The idempotency key, made before the first send; of what takes back, that of what it takes back. */
  refId: string;
  /** The index of the step that this one takes back; null = it goes forward. */
  takesBack: number | null;
  state: /** Never sent, or no outcome yet. */
    | "waiting"
    /** The platform's response was lost; it is being looked for. */
    | "unknown"
    | "done"
    | "refused";
  /** Milliseconds since 1970, like all times here; null = not begun. */
  begunAt: number | null;
  /** Sends without a clear response; 0 means that the write can't have happened. */
  sends: number;
  /** Time of the last send. */
  sentAt: number | null;
  /** Platform clock minus ours at the first send, in milliseconds; null if unknown. */
  clockDifference: number | null;
  /** With the platform's ids; `{ person: true }` if a person decided. */
  result: object | null;
  /** Why its last try changed nothing. */
  refusal: Refusal | null;
}

/** What is asked. */
export interface Question extends LimitUse {
  /** Random; carried in the postback data of its buttons. */
  id: string;
  kind: string;
  /** The command that asked; confirming needs the role that it needs. */
  command: string;
  /** LINE user id of who is asked: a staff member, or the member themselves. */
  asker: string;
  memberUuid: string | null;
  /** LINE user id of the member; empty when none is linked. */
  lineId: string;
  /** What its limits count by: the uuid of the coupon set of a redemption; null for others. */
  subject: string | null;
  steps: readonly Step[];
  /** Whether a second person has to approve. */
  approval: boolean;
  /** Id of the order that this one takes back, or null. That order's `gifts` and `points` are lowered by it. */
  undoes: string | null;
  askedAt: number;
  /** When it can't be confirmed, or approved, any more. */
  expiresAt: number;
}

export interface Order extends Question {
  account: string;
  state: OrderState;
  /** When the asker confirmed: the day that it counts against, whenever it is approved. */
  confirmedAt: number | null;
  /** Ids of the events that confirmed it, and that claimed or cancelled it, by which a repeat is recognised. */
  confirmedEvent: string | null;
  claimedEvent: string | null;
  /** LINE user id of who released it: its asker, or the second person. */
  claimedBy: string | null;
  claimedAt: number | null;
  /** When the bot goes on with it by itself. */
  retryAt: number | null;
}

/** Coupons and points that count against the day's limits. */
export interface LimitUse {
  gifts: number;
  points: number;
}

/** Daily maxima per staff member and per member. */
export interface Limits {
  giftsPerStaffDay: number;
  giftsPerMemberDay: number;
  pointsPerStaffDay: number;
  pointsPerMemberDay: number;
}
export type LimitName = keyof Limits;

/** Outcome of a step. `again`: when to look for it next, in milliseconds since 1970. */
export type Outcome =
  | { state: "done"; done: object }
  | ({ state: "refused" } & Refusal)
  | { state: "unknown"; again: number }
  | { state: "needs_review" };

/** What a person decides about the step that they were asked about. `take_back`: it didn't happen, what was before it goes back. */
export type Decision = "happened" | "not_happened" | "take_back" | "close";

/** What a sender says of a send, before it leaves. */
export interface SendRequest {
  /** The index of the step. */
  step: number;
  /** Number of sends stored before, as the sender knows it; another sender has changed it if it differs. */
  before: number;
  /** Number of sends without a clear response, this one included. */
  sends: number;
  /** Whether the platform does a write once, however often it is sent: then sends don't wait for each other. */
  isIdempotent: boolean;
  clockDifference: number | null;
}

/** What became of a step, by the answer or by reading. */
export interface Settlement {
  step: number;
  outcome: Outcome;
  /** Number of sends stored before, as the attempt knows it. */
  before: number;
  /** Number of sends to store. */
  sends: number;
}

/** Everything that can happen to an order. */
export type Change =
  /** `blocked`: what speaks against one more now: a limit, or another one that hasn't ended. */
  | { do: "confirm"; blocked: Block | null }
  | { do: "approve" | "decline" | "cancel" | "expire" | "restore" }
  | ({ do: "send" } & SendRequest)
  | ({ do: "settle" } & Settlement)
  /** `found`: what the platform shows by now of the step, or of a part of it. */
  | { do: "decide"; step: number; decision: Decision; found: object | null };

/** `left`: what remains of the limit. `busy`: another redemption of the member hasn't ended; `day` and `set` are its limits. */
export type Block = { limit: LimitName; left: number } | { redemptions: "busy" | "day" | "set" };

/** Who acts, by which event; null for the bot itself. */
export interface Author {
  by: string | null;
  eventId: string | null;
}

export interface Actor extends Author {
  at: number;
}

/** What a change makes of an order, with the audit entry of it. */
export interface Changed {
  order: Order;
  audit: { action: AuditAction; step: number; facts: object } | null;
  /** Whether it has come to an end, to a person or back to its question: who asked and who approved are told. */
  isNews: boolean;
}

/** Why a tap changes nothing. `repeated`: this very event has done it before. */
export type Unchanged =
  | { no: "theirs" | "expired" | "already" | "repeated" }
  | { no: "blocked"; by: Block };

/** Not answered, or not approved. */
export const unansweredStates = ["open", "awaiting_approval"] as const;
/** Released, and without an end. */
export const unfinishedStates = ["working", "needs_review"] as const;
/** In which an order counts against the limits of a day, unless its approval has expired; an undone one with what was not taken back. */
export const countedStates = [
  ...unfinishedStates,
  "awaiting_approval",
  "done",
  "undone",
  "closed",
] as const;
/** In which a redemption counts against its limits: the points are spent, or may be. */
export const countedRedemptionStates = [...unfinishedStates, "done", "closed"] as const;

const states: ReadonlySet<string> = new Set(orderStates);

/** False for what another version has stored: it is kept for that version, and neither sent nor ended here. */
export const isKnownOrder = ({ kind, state, steps }: Pick<Order, "kind" | "state" | "steps">) =>
  Object.hasOwn(kinds, kind) &&
  states.has(state) &&
  steps.every(({ operation }) => Object.hasOwn(kindOfWrite, operation));

/** Whether a question can be confirmed. @param now milliseconds since 1970. */
export const isOffered = (
  { state, askedAt, expiresAt }: Pick<Order, "state" | "askedAt" | "expiresAt">,
  now: number,
): boolean => state === "open" && now < expiresAt && !isAhead(askedAt, now);

/** The index of the step that an order has come to: the last that has begun. -1 before it is confirmed. */
export const currentStep = ({ steps }: Pick<Order, "steps">): number =>
  steps.findLastIndex(({ begunAt }) => begunAt !== null);

/** What the buttons and the audit call a step; null in a kind with one. */
export const stepName = (order: Pick<Order, "kind" | "steps">, index: number): StepName | null =>
  kindOf(order).steps?.[order.steps[index]?.operation ?? "use_coupon"]?.name ?? null;

/** A question as it is stored. */
export const openOrder = (account: string, asked: Question): Order => ({
  ...asked,
  account,
  state: "open",
  confirmedAt: null,
  confirmedEvent: null,
  claimedEvent: null,
  claimedBy: null,
  claimedAt: null,
  retryAt: null,
});

/** A step that nothing has been done of. */
export const newStep = ({
  operation,
  input,
  refId,
  takesBack = null,
}: Pick<Step, "operation" | "input" | "refId"> & Partial<Pick<Step, "takesBack">>): Step => ({
  operation,
  input,
  refId,
  takesBack,
  ...untried,
  begunAt: null,
  sends: 0,
  sentAt: null,
  clockDifference: null,
});

export const untried = { state: "waiting", result: null, refusal: null } as const;

/**
 * @returns the audit entry of a change, or null if it is not audited. Its facts name the asker where somebody
 * else acts, the approver, and the order that it undoes.
 */
export function auditEntry({ order, audit }: Changed, actor: Actor): AuditEntry | null {
  if (!audit) return null;
  const { id: confirmation, command, memberUuid, asker, approval, claimedBy, undoes } = order;
  const { action, step } = audit;
  const facts = {
    ...audit.facts,
    ...(asker !== actor.by && { asker }),
    ...(approval && claimedBy !== null && { approver: claimedBy }),
    ...(undoes !== null && { undoOf: undoes }),
  };
  const { by, eventId, at } = actor;
  const refId = order.steps[step]?.refId ?? null;
  return { at, actor: by, eventId, action, facts, command, confirmation, refId, memberUuid };
}

/** The LINE user ids of who is told of a change: who asked and who approved, but for who acts and sees it. */
export function toldOf({ order, isNews }: Changed, { by }: Pick<Actor, "by">): string[] {
  const { asker, claimedBy } = order;
  if (!isNews || kindOf(order).isByRule) return [];
  return [...new Set([asker, claimedBy ?? asker])].filter((lineId) => lineId !== by);
}
