/** Turns the confirmations and redemptions of former versions into orders, each of which goes on where it was. */
import {
  newStep,
  openOrder,
  type Order,
  type OrderState,
  type Refusal,
  type Step,
} from "./rules/order.ts";
import { abandonedMs } from "./rules/order-changes.ts";

/** What is stored of either table, by column. */
type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The statements that read former rows, with the orders that one of them becomes. */
export const formerOrders = [
  ["select * from confirmations", ofConfirmation],
  ["select * from redemptions", ofRedemption],
] as const;

const text = (row: Row, column: string): string => String(row[column] ?? "");
const time = (row: Row, column: string): number | null => {
  const value = row[column];
  return typeof value === "number" ? value : null;
};
const json = (row: Row, column: string): object | null => {
  const value = row[column];
  return typeof value === "string" ? (JSON.parse(value) as object | null) : null;
};

/** What only another version knows keeps its state. */
const stateOf = (former: string): OrderState => (newStates[former] ?? former) as OrderState;
const newStates: Readonly<Record<string, OrderState>> = {
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

/** What both tables say in the same way. */
function commonOf(row: Row): Order {
  const state = stateOf(text(row, "state"));
  // Version 20 on SQLite said otherwise when it was claimed, and when it is looked at again.
  const claimedAt = time(row, "claimed_at") ?? time(row, "taken_at");
  const retryAt = time(row, "retry_at") ?? time(row, "again_at") ?? (claimedAt ?? 0) + abandonedMs;
  const asked = openOrder(text(row, "account"), {
    id: text(row, "id"),
    kind: text(row, "kind"),
    command: text(row, "command"),
    asker: text(row, "asker"),
    memberUuid: text(row, "member_uuid") || null,
    lineId: text(row, "line_id"),
    subject: null,
    steps: [],
    approval: Boolean(row["approval"]),
    undoes: text(row, "undo_of") || null,
    gifts: time(row, "gifts") ?? 0,
    points: time(row, "points") ?? 0,
    askedAt: time(row, "asked_at") ?? 0,
    expiresAt: time(row, "expires_at") ?? 0,
  });
  return {
    ...asked,
    state,
    confirmedAt: time(row, "confirmed_at"),
    confirmedEvent: text(row, "confirmed_event") || null,
    claimedBy: text(row, "claimed_by") || text(row, "taken_by") || null,
    claimedAt,
    claimedEvent: text(row, "claimed_event") || text(row, "taken_event") || null,
    retryAt: state === "working" ? retryAt : null,
  };
}

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
const stepStates: Readonly<Record<string, Step["state"]>> = {
  unknown: "unknown",
  needs_review: "unknown",
  done: "done",
  undone: "done",
  refused: "refused",
};
/** Of these the write hasn't begun. */
const unbegun = new Set(["open", "awaiting_approval", "cancelled", "declined", "expired"]);

type FormerOutcome =
  | { state: "done"; done: object }
  | ({ state: "refused" } & Refusal)
  | { state: "unknown" | "needs_review" };
const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === "string" ? value : other;

function ofConfirmation(row: Row): Order[] {
  const order = commonOf(row);
  const former = text(row, "state");
  const input = (json(row, "order_json") ?? {}) as { lineId?: unknown; memberUuid?: unknown };
  const outcome = json(row, "outcome") as FormerOutcome | null;
  const step: Step = {
    ...newStep({
      operation: operationOf[order.kind] ?? (order.kind as Step["operation"]),
      input,
      refId: text(row, "ref_id"),
    }),
    state: stepStates[former] ?? "waiting",
    begunAt: unbegun.has(former) ? null : order.claimedAt,
    sends: time(row, "sends") ?? 0,
    sentAt: time(row, "sent_at"),
    clockDifference: time(row, "clock_difference"),
    result: outcome?.state === "done" ? outcome.done : null,
    refusal: outcome?.state === "refused" ? { code: outcome.code, detail: outcome.detail } : null,
  };
  const memberUuid = order.memberUuid ?? textOr(input.memberUuid, null);
  return [{ ...order, memberUuid, lineId: textOr(input.lineId, ""), steps: [step] }];
}

/** A step of a redemption as it was stored. */
interface FormerStep extends Pick<Step, "sends" | "sentAt" | "clockDifference"> {
  begunAt: number;
  isUnclear: boolean;
  refusal?: Refusal | null;
  done: object | null;
}

/**
 * A step, of which nothing may have been done.
 * @param over why it changed nothing, if what follows has begun; undefined while it is the current one.
 */
function stepAfter(step: Step, former: FormerStep | undefined, over?: Refusal | null): Step {
  if (!former) return step;
  const { isUnclear, done: result, refusal = null, ...sent } = former;
  const open = isUnclear ? "unknown" : "waiting";
  const state = result ? "done" : over === undefined ? open : "refused";
  return { ...step, ...sent, state, result, refusal: refusal ?? (result ? null : (over ?? null)) };
}

/** What was redeemed. */
interface Sold {
  setUuid?: string;
  set?: string;
  card?: string;
  points?: number;
  who?: string;
}

/** How long one can be undone, in ms. */
const undoMs = 15 * 60_000;

/** A redemption, and what undoes it: begun, or to be asked for. */
function ofRedemption(row: Row): Order[] {
  const state = text(row, "state");
  const failure = json(row, "failure") as Refusal | null;
  /** The event by which an undo was begun. */
  const undoneBy = text(row, "undo_event") || null;
  const sold = (json(row, "order_json") ?? {}) as Sold;
  const { set, setUuid, card, points, who } = sold;
  const affected = { memberUuid: text(row, "member_uuid"), lineId: text(row, "line_id"), who };
  const former = (json(row, "steps") ?? {}) as Partial<Record<string, FormerStep>>;
  const { burn, give, void_coupon: voided, refund, ...foreign } = former;
  const write = (operation: Step["operation"], input: object, takesBack: number | null = null) => {
    const isGift = operation === "give_coupons" || operation === "void_coupons";
    const refId = text(row, isGift ? "give_ref_id" : "burn_ref_id");
    return newStep({ operation, input, refId, takesBack });
  };

  /** The burn, the gift, and what a person has had taken back of them. */
  function forwardSteps(): Step[] {
    const input = { memberUuid: affected.memberUuid, coupon_set_uuid: setUuid, quantity: 1 };
    const burning = write("adjust_points", {
      ...affected,
      type: "BURN",
      card,
      points,
      refNo: null,
    });
    const giving = write("give_coupons", { ...affected, input, set, quantity: 1 });
    // What took it back later is an order of its own.
    const isTakenBack = undoneBy === null && (voided ?? refund) !== undefined;
    const voiding = write("void_coupons", {}, 1);
    return [
      stepAfter(burning, burn, give || state === "refused" ? failure : undefined),
      stepAfter(giving, give, voided || refund ? failure : undefined),
      ...(isTakenBack && voided
        ? [stepAfter(voiding, voided, state === "done" ? failure : undefined)]
        : []),
      ...(isTakenBack ? [stepAfter(write("void_transactions", {}, 0), refund)] : []),
      // Only another version knows how to go on with these.
      ...Object.entries(foreign).map(([name, step]) =>
        stepAfter(write(name as Step["operation"], affected), step),
      ),
    ];
  }

  /** The steps that undo it; none where the bot knows no ids by which it could. */
  function undoSteps(): Step[] {
    const { id } = (burn?.done ?? {}) as { id?: number };
    const { coupons } = (give?.done ?? {}) as { coupons?: { uuid: string; code: string }[] };
    if (id === undefined || !coupons) return [];
    const given = coupons.map(({ uuid, code }) => ({ uuid, code }));
    const movements = [{ id, type: "BURN", card, points }];
    return [
      write("void_coupons", { ...affected, set, coupons: given }),
      write("void_transactions", { ...affected, movements }),
    ];
  }

  /** How an undo that had begun stands. */
  function undoAfter([voiding, refunding]: readonly Step[]): Pick<Order, "state" | "steps"> {
    if (!voiding || !refunding) return { state: "needs_review", steps: [] };
    const first = stepAfter(voiding, voided);
    const last = stepAfter(refunding, refund);
    if (state === "undone") return { state: "done", steps: [first, last] };
    if (state !== "done") return { state: stateOf(state), steps: [first, last] };
    const refusal = first.refusal ?? failure;
    // One that never arrived can be tapped again.
    return refusal?.code === "UNREACHED"
      ? { state: "open", steps: [{ ...first, state: "waiting", begunAt: null, refusal }, last] }
      : { state: "refused", steps: [{ ...first, state: "refused", refusal }, last] };
  }

  const common = commonOf(row);
  const { account, asker, lineId, claimedAt, claimedEvent } = common;
  const order: Order = {
    ...common,
    kind: "redeeming",
    command: "redeem",
    subject: text(row, "set_uuid"),
    steps: forwardSteps(),
    gifts: asker === lineId ? 0 : 1,
    confirmedAt: claimedAt,
    confirmedEvent: claimedAt === null ? null : claimedEvent,
    claimedBy: claimedAt === null ? null : asker,
  };
  const doneAt = time(row, "done_at") ?? order.askedAt;
  const undo = openOrder(account, {
    ...order,
    id: `undo-${order.id}`,
    kind: "unredeeming",
    subject: null,
    undoes: order.id,
    steps: undoSteps(),
    gifts: 0,
    askedAt: doneAt,
    expiresAt: doneAt + undoMs,
  });
  if (undoneBy === null) {
    if (state === "undone") return [{ ...order, state: "taken_back" }];
    const isUndoable = state === "done" && undo.steps.length > 0;
    return isUndoable ? [order, undo] : [order];
  }
  const begunAt = voided?.begunAt ?? undo.askedAt;
  const begun: Order = {
    ...undo,
    ...undoAfter(undo.steps),
    confirmedAt: begunAt,
    confirmedEvent: undoneBy,
    claimedBy: asker,
    claimedAt: begunAt,
    claimedEvent: undoneBy,
    retryAt: order.retryAt,
  };
  const left = state === "undone" ? ({ state, gifts: 0 } as const) : ({ state: "done" } as const);
  return [{ ...order, ...left, retryAt: null }, begun];
}
