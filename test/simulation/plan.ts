/** What happens in one simulated world, as data that fast-check generates and shrinks. */
import * as fc from "../support/properties.ts";

/**
 * Where a fault hits: a commit that changes something, any other exchange with the database, LINE, a read of the
 * platform, a write there.
 */
const sites = ["commit", "query", "line", "platform_read", "platform_write"] as const;
export type Site = (typeof sites)[number];

const faultKinds = [
  /** The connection is refused. */
  "refused",
  /** The connection breaks before or after the request took effect. */
  "lost_request",
  "lost_answer",
  /** The request, or its answer, takes seconds. */
  "late_request",
  "late_answer",
  /** The server fails before or after it did what was asked. */
  "error_before",
  "error_after",
  /** The server refuses it for now: too many requests. */
  "throttled",
  /** The request arrives twice. */
  "doubled",
  /** The process dies before or after the request took effect. */
  "crash_before",
  "crash_after",
  /** The process is frozen, as a rule for longer than its lease, before it sends or before it reads the answer. */
  "freeze_before",
  "freeze_after",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  site: Site;
  /** The first exchange at that site that it hits, from 0. */
  nth: number;
  /** How many exchanges in a row it hits. */
  times: number;
  kind: FaultKind;
}

const actions = [
  "ask",
  "ask_in_group",
  "add",
  "burn",
  "gift",
  "large_gift",
  /** Whoever was asked last agrees. */
  "confirm",
  "tap",
] as const;

const redemptionActions = [
  "rewards",
  /** A member taps a reward, and agrees when asked. */
  "redeem",
  /** Staff redeem for a member. */
  "redeem_for",
  /** The last redemption is undone. */
  "undo",
  /** The last button is tapped once more, by the same person or by another one. */
  "tap_again",
  /** A coupon is used at a till. */
  "use",
  /** The shop changes a price. */
  "reprice",
  /** A quarter of an hour passes after everything has come to rest. */
  "wait",
] as const;

type RuleAction =
  /** A person writes who isn't a member, or is one by now. */
  | "ask_as_stranger"
  /** A LINE account becomes a member's, who may have had another one. */
  | "join"
  /** The birthdate of the first member is corrected. */
  | "change_birthdate"
  /** A coupon that ends is used at a till. */
  | "use_ending"
  /** A member wants no reminders. */
  | "decline_reminders";
export type Action = (typeof actions)[number] | (typeof redemptionActions)[number] | RuleAction;

/** What a person does. */
export interface Step {
  /** Milliseconds after the step before. */
  afterMs: number;
  action: Action;
  /** Which of the members, or of the staff. */
  who: number;
  /** Which member an order is for, which button is tapped, which text is written. */
  which: number;
  /** Which replica gets the webhook; and whether the other one gets it, too. */
  replica: number;
  isDoubled: boolean;
}

/** What becomes of a replica, or of the database, at a moment. */
export interface Incident {
  afterMs: number;
  /** `pause`: its whole machine stands still, and with it the monotonic clock. */
  kind: "kill" | "freeze" | "pause" | "stop" | "database_outage";
  replica: number;
  /** How long it is frozen, paused or out. */
  ms: number;
}

/** The wall clock of a machine is set, and set right again after a time. */
export interface ClockStep {
  afterMs: number;
  replica: number;
  /** By how much it is ahead of the database's then. */
  aheadMs: number;
  /** How long that stays so, in milliseconds. */
  forMs: number;
}

export interface Plan {
  steps: Step[];
  faults: Fault[];
  incidents: Incident[];
  /** By how much the clock of each replica's machine is ahead of the database's. */
  aheadMs: [number, number];
  clockSteps: ClockStep[];
  /** The seed of all delays, and of the jitter of pauses. */
  delays: number;
  /** Whether the platform does a write once per `ref_id`, and the bot knows. */
  isIdempotent: boolean;
  /** Whether replies that LINE refused are pushed. */
  canPush: boolean;
  /** Whether members are reminded of coupons that end; by push, too, where replies are pushed. */
  reminds: boolean;
}

const stepsOf = (maxLength: number, ...chosen: Action[]) =>
  fc.array(
    fc.record<Step>({
      afterMs: fc.oneof(fc.nat(30), fc.nat(1500)),
      action: fc.constantFrom(...chosen),
      who: fc.nat(2),
      which: fc.nat(3),
      replica: fc.nat(1),
      isDoubled: fc.boolean(),
    }),
    { minLength: 1, maxLength },
  );

/** Orders of staff, or mostly redemptions, or what rules give. */
const steps = fc.oneof(
  stepsOf(12, ...actions, "ask", "large_gift", "confirm", "confirm", "confirm", "tap", "tap"),
  stepsOf(9, ...redemptionActions, "redeem", "redeem", "redeem", "undo", "confirm", "tap", "add"),
  stepsOf(
    9,
    "ask_as_stranger",
    "ask_as_stranger",
    "ask_as_stranger",
    "join",
    "join",
    "ask",
    "wait",
  ),
  stepsOf(8, "ask", "ask", "ask", "change_birthdate", "gift", "confirm", "wait", "wait"),
  stepsOf(8, "ask", "ask", "ask", "use_ending", "decline_reminders", "wait", "wait"),
);

/** Exchanges of each site in a world of this size. */
const exchanges: Readonly<Record<Site, number>> = {
  commit: 60,
  query: 80,
  line: 20,
  platform_read: 20,
  platform_write: 5,
};

const kindsAt = (site: Site) =>
  faultKinds.filter((kind) => kind !== "throttled" || site.startsWith("platform"));

/** The database and LINE as often as both kinds of calls of the platform together. */
const chosenSites = [...sites, "commit", "query", "line"] as const;

const fault = fc.constantFrom(...chosenSites).chain((site) =>
  fc.record<Fault>({
    site: fc.constant(site),
    nth: fc.nat(exchanges[site]),
    times: fc.constantFrom(1, 1, 1, 6),
    kind: fc.constantFrom(...kindsAt(site)),
  }),
);

const incident = fc.record<Incident>({
  afterMs: fc.nat(6000),
  kind: fc.constantFrom("kill", "freeze", "pause", "stop", "database_outage"),
  replica: fc.nat(1),
  ms: fc.integer({ min: 100, max: 9000 }),
});

const hourMs = 3_600_000;
/** So little that a process goes on, and so much that it must not act. */
const littleMs = fc.integer({ min: -4900, max: 4900 });
const muchMs = fc.constantFrom(-hourMs, -120_000, -60_000, -6000, 6000, 60_000, 120_000, hourMs);

/** One of the two goes on, so that the world comes to its end. */
const aheadMs = fc.tuple(
  fc.oneof(fc.constant(0), littleMs),
  fc.oneof({ arbitrary: littleMs, weight: 5 }, { arbitrary: muchMs, weight: 1 }),
);

const clockStep = fc.record<ClockStep>({
  afterMs: fc.nat(6000),
  replica: fc.nat(1),
  aheadMs: fc.oneof(littleMs, muchMs),
  forMs: fc.integer({ min: 500, max: 15_000 }),
});

export const plans: fc.Arbitrary<Plan> = fc.record({
  steps,
  faults: fc.array(fault, { maxLength: 5 }),
  incidents: fc.array(incident, { maxLength: 2 }),
  aheadMs,
  clockSteps: fc.array(clockStep, { maxLength: 2 }),
  delays: fc.nat(0xffff),
  isIdempotent: fc.boolean(),
  canPush: fc.boolean(),
  reminds: fc.boolean(),
});
