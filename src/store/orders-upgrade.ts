/** Turns the confirmations and redemptions of former versions into orders, each of which goes on where it was. */
import type { Order, OrderState, Refusal, Step } from "./order.ts";

const tables = `
  create table orders (
    account text not null,
    id text not null,
    kind text not null,
    command text not null,
    asker text not null,
    member_uuid text,
    line_id text not null,
    subject text,
    approval boolean not null,
    undoes text,
    asked_at bigint not null,
    state text not null,
    steps text not null,
    gifts bigint not null,
    points bigint not null,
    expires_at bigint not null,
    confirmed_at bigint,
    confirmed_event text,
    claimed_by text,
    claimed_at bigint,
    claimed_event text,
    retry_at bigint,
    -- Nearly all rows have the same account: no key or index begins with it.
    primary key (id, account)
  );
  create index orders_state on orders (state, retry_at);
  create index orders_undo on orders (undoes) where undoes is not null;
  create index orders_asked on orders (asker, asked_at);
  create index orders_old on orders (asked_at);
  -- For the day limits.
  create index orders_asker on orders (asker, confirmed_at);
  create index orders_member on orders (member_uuid, confirmed_at) where member_uuid is not null;
  update notices set notice =
      replace(notice, '{"kind":"redemption","redemption":', '{"kind":"ended","confirmation":')
    where notice like '{"kind":"redemption","redemption":%';`;

/** Version 22: one table of orders in place of two. */
export const ordersUpgrade = {
  sql: tables,
  rewrites: [
    { select: "select * from confirmations", into: "orders", rows: ofConfirmation },
    { select: "select * from redemptions", into: "orders", rows: ofRedemption },
  ],
  after: `
    drop table confirmations;
    drop table redemptions;`,
  oldestCompatible: 22,
};

/** What is stored of either table, by column. */
type Row = Readonly<Record<string, string | number | boolean | null>>;
/** A row of the new one. */
type OrderRow = Record<string, unknown>;

const textIn = (row: Row, column: string): string => String(row[column] ?? "");
const numberIn = (row: Row, column: string): number | null => {
  const value = row[column];
  return typeof value === "number" ? value : null;
};
const jsonIn = (row: Row, column: string): unknown => {
  const value = row[column];
  return typeof value === "string" ? JSON.parse(value) : null;
};

/** Whoever had begun with an order had this long to end it, in ms. */
const abandonedMs = 120_000;
const undoMs = 15 * 60_000;

const operationOf: Readonly<Record<string, Step["operation"]>> = {
  giving: "give_coupons",
  takingBack: "void_coupons",
  using: "use_coupon",
  moving: "adjust_points",
  voiding: "void_transactions",
  making: "create_coupon_set",
  removing: "remove_staff",
  restoring: "restore_staff",
  pricing: "set_reward_price",
};

const newStates: Readonly<Record<string, string>> = {
  claimed: "working",
  unknown: "working",
  asked: "open",
  burning: "working",
  burned: "working",
  giving: "working",
  voiding_coupon: "working",
  refunding: "working",
  refunded: "taken_back",
};
/** What only another version knows keeps its state. */
const newState = (state: string) => (newStates[state] ?? state) as OrderState;

const rowOf = ({ memberUuid, lineId, askedAt, expiresAt, ...order }: Order): OrderRow => ({
  account: order.account,
  id: order.id,
  kind: order.kind,
  command: order.command,
  asker: order.asker,
  member_uuid: memberUuid,
  line_id: lineId,
  subject: order.subject,
  approval: order.approval,
  undoes: order.undoes,
  asked_at: askedAt,
  state: order.state,
  steps: JSON.stringify(order.steps),
  gifts: order.gifts,
  points: order.points,
  expires_at: expiresAt,
  confirmed_at: order.confirmedAt,
  confirmed_event: order.confirmedEvent,
  claimed_by: order.claimedBy,
  claimed_at: order.claimedAt,
  claimed_event: order.claimedEvent,
  retry_at: order.retryAt,
});

type FormerOutcome =
  | { state: "done"; done: object }
  | ({ state: "refused" } & Refusal)
  | { state: "unknown" | "needs_review" };

const stepStates: Readonly<Record<string, Step["state"]>> = {
  unknown: "unknown",
  needs_review: "unknown",
  done: "done",
  undone: "done",
  refused: "refused",
};
/** Of these the write hasn't begun. */
const unbegun = new Set(["open", "awaiting_approval", "cancelled", "declined", "expired"]);

function ofConfirmation(row: Row): OrderRow[] {
  const state = textIn(row, "state");
  const kind = textIn(row, "kind");
  const outcome = jsonIn(row, "outcome") as FormerOutcome | null;
  const claimedAt = numberIn(row, "claimed_at");
  const step: Step = {
    operation: operationOf[kind] ?? (kind as Step["operation"]),
    input: (jsonIn(row, "order_json") as object | null) ?? {},
    refId: textIn(row, "ref_id"),
    takesBack: null,
    state: stepStates[state] ?? "waiting",
    begunAt: unbegun.has(state) ? null : claimedAt,
    sends: numberIn(row, "sends") ?? 0,
    sentAt: numberIn(row, "sent_at"),
    clockDifference: numberIn(row, "clock_difference"),
    result: outcome?.state === "done" ? outcome.done : null,
    refusal: outcome?.state === "refused" ? { code: outcome.code, detail: outcome.detail } : null,
  };
  const nextLook = numberIn(row, "retry_at") ?? (claimedAt ?? 0) + abandonedMs;
  return [
    rowOf({
      account: textIn(row, "account"),
      id: textIn(row, "id"),
      kind,
      command: textIn(row, "command"),
      asker: textIn(row, "asker"),
      memberUuid: textIn(row, "member_uuid") || textIn(row, "recipient_uuid") || null,
      lineId: textIn(row, "recipient_line_id"),
      subject: null,
      approval: Boolean(row["approval"]),
      undoes: textIn(row, "undo_of") || null,
      askedAt: numberIn(row, "asked_at") ?? 0,
      state: newState(state),
      steps: [step],
      gifts: numberIn(row, "gifts") ?? 0,
      points: numberIn(row, "points") ?? 0,
      expiresAt: numberIn(row, "expires_at") ?? 0,
      confirmedAt: numberIn(row, "confirmed_at"),
      confirmedEvent: textIn(row, "confirmed_event") || null,
      claimedBy: textIn(row, "claimed_by") || null,
      claimedAt,
      claimedEvent: textIn(row, "claimed_event") || null,
      retryAt: newState(state) === "working" ? nextLook : null,
    }),
  ];
}

/** A step of a redemption as it was stored. */
interface FormerStep {
  begunAt: number;
  sends: number;
  sentAt: number | null;
  clockDifference: number | null;
  isUnclear: boolean;
  refusal?: Refusal | null;
  done: object | null;
}
type FormerSteps = Partial<Record<string, FormerStep>>;

/**
 * A step, of which nothing may have been done.
 * @param over why it changed nothing, if what follows has begun; undefined while it is the current one.
 */
function stepOf(
  step: Pick<Step, "operation" | "input" | "refId" | "takesBack">,
  former: FormerStep | undefined,
  over?: Refusal | null,
): Step {
  if (!former) return { ...step, ...unbegunStep };
  const { begunAt, sends, sentAt, clockDifference, isUnclear, done } = former;
  const refusal = former.refusal ?? (done ? null : (over ?? null));
  const open = isUnclear ? "unknown" : "waiting";
  const state = done ? "done" : over === undefined ? open : "refused";
  return { ...step, state, begunAt, sends, sentAt, clockDifference, result: done, refusal };
}

const unbegunStep = {
  state: "waiting",
  begunAt: null,
  sends: 0,
  sentAt: null,
  clockDifference: null,
  result: null,
  refusal: null,
} as const;

const knownSteps = new Set(["burn", "give", "void_coupon", "refund"]);

/** What was redeemed. */
interface Sold {
  setUuid?: string;
  set?: string;
  card?: string;
  points?: number;
  who?: string;
}

/** A redemption, and what undoes it: begun, or to be asked for. */
function ofRedemption(row: Row): OrderRow[] {
  const state = textIn(row, "state");
  const former = (jsonIn(row, "steps") as FormerSteps | null) ?? {};
  const asker = textIn(row, "asker");
  const lineId = textIn(row, "line_id");
  const claimedAt = numberIn(row, "claimed_at");
  const claimedEvent = textIn(row, "claimed_event") || null;
  const isWorking = newState(state) === "working";
  const order: Order = {
    account: textIn(row, "account"),
    id: textIn(row, "id"),
    kind: "redeeming",
    command: "redeem",
    asker,
    memberUuid: textIn(row, "member_uuid"),
    lineId,
    subject: textIn(row, "set_uuid"),
    approval: false,
    undoes: null,
    askedAt: numberIn(row, "asked_at") ?? 0,
    state: newState(state),
    steps: forwardSteps(row, former),
    gifts: asker === lineId ? 0 : 1,
    points: 0,
    expiresAt: numberIn(row, "expires_at") ?? 0,
    confirmedAt: claimedAt,
    confirmedEvent: claimedAt === null ? null : claimedEvent,
    claimedBy: claimedAt === null ? null : asker,
    claimedAt,
    claimedEvent,
    retryAt: isWorking ? (numberIn(row, "retry_at") ?? (claimedAt ?? 0) + abandonedMs) : null,
  };
  const doneAt = numberIn(row, "done_at");
  const steps = undoSteps(row, former);
  const begunBy = textIn(row, "undo_event") || null;
  if (begunBy === null) {
    if (state === "undone") return [rowOf({ ...order, state: "taken_back" })];
    const isUndoable = state === "done" && doneAt !== null && steps !== null;
    return [rowOf(order), ...(isUndoable ? [rowOf(undoOf(order, doneAt, steps))] : [])];
  }
  const asked = undoOf(order, doneAt ?? order.askedAt, steps ?? []);
  const begunAt = former["void_coupon"]?.begunAt ?? asked.askedAt;
  const undo: Order = {
    ...asked,
    ...undoAfter(asked, state, jsonIn(row, "failure") as Refusal | null),
    confirmedAt: begunAt,
    confirmedEvent: begunBy,
    claimedBy: asker,
    claimedAt: begunAt,
    claimedEvent: begunBy,
    retryAt: order.retryAt,
  };
  const isUndone = state === "undone";
  const left = isUndone ? { state: "undone" as const, gifts: 0 } : { state: "done" as const };
  return [rowOf({ ...order, ...left, retryAt: null }), rowOf(undo)];
}

type Write = Pick<Step, "operation" | "input" | "refId" | "takesBack">;

/** The burn, the gift, and what a person has had taken back of them. */
function forwardSteps(row: Row, former: FormerSteps): Step[] {
  const { burn, give, void_coupon: voided, refund } = former;
  const { set, setUuid, card, points, who } = (jsonIn(row, "order_json") as Sold | null) ?? {};
  const memberUuid = textIn(row, "member_uuid");
  const affected = { memberUuid, lineId: textIn(row, "line_id"), who };
  const failure = jsonIn(row, "failure") as Refusal | null;
  const state = textIn(row, "state");
  const input = { memberUuid, coupon_set_uuid: setUuid, quantity: 1 };
  const burning: Write = {
    operation: "adjust_points",
    input: { ...affected, type: "BURN", card, points, refNo: null },
    refId: textIn(row, "burn_ref_id"),
    takesBack: null,
  };
  const giving: Write = {
    operation: "give_coupons",
    input: { ...affected, input, set, quantity: 1 },
    refId: textIn(row, "give_ref_id"),
    takesBack: null,
  };
  const voiding: Write = { ...giving, operation: "void_coupons", input: {}, takesBack: 1 };
  const refunding: Write = { ...burning, operation: "void_transactions", input: {}, takesBack: 0 };
  const isTakenBack = row["undo_event"] === null && (voided ?? refund) !== undefined;
  const foreign = Object.entries(former).filter(([name]) => !knownSteps.has(name));
  return [
    stepOf(burning, burn, give || state === "refused" ? failure : undefined),
    stepOf(giving, give, voided || refund ? failure : undefined),
    ...(isTakenBack && voided
      ? [stepOf(voiding, voided, state === "done" ? failure : undefined)]
      : []),
    ...(isTakenBack ? [stepOf(refunding, refund)] : []),
    // Only another version knows how to go on with these.
    ...foreign.map(([name, step]) =>
      stepOf({ ...burning, operation: name as Step["operation"] }, step),
    ),
  ];
}

/** What undoes a redemption; null where the bot knows no ids by which it could. */
function undoSteps(
  row: Row,
  { burn, give, void_coupon: voided, refund }: FormerSteps,
): Step[] | null {
  const { set, card, points, who } = (jsonIn(row, "order_json") as Sold | null) ?? {};
  const affected = { memberUuid: textIn(row, "member_uuid"), lineId: textIn(row, "line_id"), who };
  const { id } = (burn?.done ?? {}) as { id?: number };
  const { coupons } = (give?.done ?? {}) as { coupons?: { uuid: string; code: string }[] };
  if (id === undefined || !coupons) return null;
  const given = coupons.map(({ uuid, code }) => ({ uuid, code }));
  const movements = [{ id, type: "BURN", card, points }];
  const voiding: Write = {
    operation: "void_coupons",
    input: { ...affected, set, coupons: given },
    refId: textIn(row, "give_ref_id"),
    takesBack: null,
  };
  const refunding: Write = {
    operation: "void_transactions",
    input: { ...affected, movements },
    refId: textIn(row, "burn_ref_id"),
    takesBack: null,
  };
  return [stepOf(voiding, voided), stepOf(refunding, refund)];
}

const undoOf = (order: Order, doneAt: number, steps: readonly Step[]): Order => ({
  ...order,
  id: `undo-${order.id}`,
  kind: "unredeeming",
  subject: null,
  undoes: order.id,
  askedAt: doneAt,
  state: "open",
  steps,
  gifts: 0,
  expiresAt: doneAt + undoMs,
  confirmedAt: null,
  confirmedEvent: null,
  claimedBy: null,
  claimedAt: null,
  claimedEvent: null,
  retryAt: null,
});

/** How an undo that had begun stands. @param state of its redemption. */
function undoAfter(
  { steps }: Order,
  state: string,
  failure: Refusal | null,
): Pick<Order, "state" | "steps"> {
  const [first, ...others] = steps;
  if (!first) return { state: "needs_review", steps };
  if (state === "undone") return { state: "done", steps };
  if (state !== "done") return { state: newState(state), steps };
  const refusal = first.refusal ?? failure;
  // One that never arrived can be tapped again.
  return refusal?.code === "UNREACHED"
    ? { state: "open", steps: [{ ...first, state: "waiting", begunAt: null, refusal }, ...others] }
    : { state: "refused", steps: [{ ...first, state: "refused", refusal }, ...others] };
}
