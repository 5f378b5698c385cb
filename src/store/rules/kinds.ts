/** The kinds of orders as data: what their steps may do, how long they wait, and what takes them back. */
import type { AuditAction } from "../audit.ts";

/** The writes that a step can be, with the kind of an order of that write alone. */
export const kindOfWrite = {
  give_coupons: "giving",
  void_coupons: "takingBack",
  use_coupon: "using",
  adjust_points: "moving",
  void_transactions: "voiding",
  create_coupon_set: "making",
  remove_staff: "removing",
  restore_staff: "restoring",
  set_reward_price: "pricing",
} as const;
export type WriteOperationName = keyof typeof kindOfWrite;

/** What the buttons and the audit call a step of a kind with several. */
export type StepName = "burn" | "give" | "void_coupon" | "refund";

interface StepNames {
  name: StepName;
  /** The audit action of its end. */
  done: AuditAction;
}

export interface Kind {
  /** The audit action of its confirmation. */
  confirmed: AuditAction;
  /** Of a kind with several steps, by operation. */
  steps?: Partial<Record<WriteOperationName, StepNames>>;
  /** For how long a step that never arrived is tried again, in ms; absent = not at all. */
  patienceMs?: Partial<Record<WriteOperationName, number>>;
  /** By which operations a refused later step takes back what was done before it. */
  takesBackBy?: Partial<Record<WriteOperationName, WriteOperationName>>;
  /**
   * The member has paid, or gets back what they paid: it is asked for and looked at by the intent or command itself, its
   * refunds are owed however old they are, a person decides where it can't be found out, and may close it.
   */
  isPaid?: true;
  /** By the bot itself: nobody is told but the member. */
  isByRule?: true;
  /** The kind that undoes it; absent = that of the write which takes its own back. */
  undoneBy?: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const plain: Kind = { confirmed: "ordered" };
/** Longer than any outage: nobody asks for it a second time. */
const byRule: Kind = {
  confirmed: "ordered",
  patienceMs: { give_coupons: 7 * 24 * hourMs },
  isByRule: true,
};
const steps = {
  adjust_points: { name: "burn", done: "burned" },
  give_coupons: { name: "give", done: "done" },
  void_coupons: { name: "void_coupon", done: "voided" },
  void_transactions: { name: "refund", done: "refunded" },
} as const;

/** By the names that are stored; they never change. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(Object.values(kindOfWrite).map((kind) => [kind, plain])),
  /** Points for a coupon, by a member or by staff for one. */
  redeeming: {
    confirmed: "ordered",
    steps,
    patienceMs: { give_coupons: 20 * minuteMs, void_transactions: 24 * hourMs },
    takesBackBy: { adjust_points: "void_transactions", give_coupons: "void_coupons" },
    isPaid: true,
    undoneBy: "unredeeming",
  },
  /** The undo of a redemption. */
  unredeeming: {
    confirmed: "undoing",
    steps,
    patienceMs: { void_transactions: 24 * hourMs },
    isPaid: true,
  },
  /** A coupon for somebody who has become a member. */
  welcome: byRule,
  /** A coupon on a member's birthday. */
  birthday: byRule,
};

/** Of a kind that only another version knows: nothing is sent of it. */
export const kindOf = ({ kind }: { kind: string }): Kind => kinds[kind] ?? plain;

/** The kinds of which a member has one at a time. */
export const redemptionKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.isPaid);

/** Gifts that the bot gives by itself. */
export const giftRules = ["welcome", "birthday"] as const;
export type GiftRule = (typeof giftRules)[number];

/** The kinds that don't count against what staff may give a member on a day: paid for, or nobody's gift. */
export const uncountedKinds: readonly string[] = ["redeeming", ...giftRules];
