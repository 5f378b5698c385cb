/** Random rounds: what staff order, and the faults meanwhile; earlier choices are simpler, for shrinking. */
import * as fc from "../support/properties.ts";
import type { ListHabits } from "../support/adversarial-lists.ts";
import type { Fate } from "../support/adversarial-platform.ts";

export type OrderKind = "gift" | "add" | "burn" | "use" | "ungift" | "void";
export type Colleague = "manager" | "owner";

export type Step =
  | {
      do: "order";
      kind: OrderKind;
      by: Colleague;
      /** Coupons; three need an approval. */
      count: 1 | 2 | 3;
      taps: "once" | "twice" | "first by somebody else" | "never";
      /** The fate of each write that it sends. */
      fates: readonly Fate[];
    }
  | { do: "undo"; pick: number; fates: readonly Fate[] }
  | { do: "tap again"; pick: number; by: Colleague }
  | { do: "redeliver"; pick: number }
  | { do: "agree"; by: Colleague }
  | { do: "decide"; by: Colleague }
  /** One coupon of a gift is used at the till. */
  | { do: "use at the till"; pick: number }
  | { do: "wait"; ms: number }
  | { do: "restart" }
  | { do: "reads fail"; fail: boolean }
  | { do: "LINE fails"; answer: "silent" | "cut" | 500; accepts: boolean; times: number };

/** The platform's habits, and the steps. */
export interface Round {
  platformAheadMs: number;
  habits: ListHabits;
  push: boolean;
  steps: readonly Step[];
}

/** Within half a minute. */
const soon = fc.constantFrom(0, 4000, 20_000, 29_000);
/** Within the minute that a call may be in flight. */
const late = fc.constantFrom(45_000, 60_000);
const hidden = fc.constantFrom(0, 0, 10_000, 25_000);
/** What takes effect later than this is shown at once, so that all is seen within the minute. */
const maxEffect = 4000;

/** The answer leaves the outcome unknown. */
const unclear: fc.Arbitrary<Fate> = fc
  .record({
    effect: fc.oneof(fc.constant(null), soon, late),
    hidden,
    answer: fc.constantFrom<Fate["answer"][]>("cut", "silence", "empty", 408, 500, 502),
  })
  .map((one) => ((one.effect ?? Infinity) > maxEffect ? { ...one, hidden: 0 } : one));
/** The real answer comes, unless the bot's time limit is shorter. */
const answered: fc.Arbitrary<Fate> = fc.record({
  effect: soon,
  hidden: fc.constant(0),
  answer: fc.constant("real" as const),
});
const notDone: fc.Arbitrary<Fate> = fc.record({
  effect: fc.constant(null),
  hidden: fc.constant(0),
  answer: fc.constantFrom<Fate["answer"][]>(409, 429),
});
const fate = fc.oneof(answered, notDone, { weight: 2, arbitrary: unclear });

/** Mostly faults of the first send, then of the second. */
const fates: fc.Arbitrary<readonly Fate[]> = fc.oneof(
  fc.array(fate, { maxLength: 4 }),
  // More often than the client tries.
  notDone.map((one) => [one, one, one, one]),
  { weight: 3, arbitrary: fc.tuple(unclear, fate, fate) },
);

const by = fc.constantFrom<Colleague[]>("manager", "owner");
const pick = fc.nat({ max: 9 });

const order = fc.record({
  do: fc.constant("order" as const),
  kind: fc.constantFrom<OrderKind[]>("add", "gift", "burn", "use", "ungift", "void"),
  by,
  count: fc.constantFrom<(1 | 2 | 3)[]>(1, 2, 3),
  taps: fc.constantFrom("once", "once", "once", "twice", "first by somebody else", "never"),
  fates,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: order },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("undo" as const), pick, fates }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1000, 5000, 10_000, 31_000, 120_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("tap again" as const), pick, by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("redeliver" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("agree" as const), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("decide" as const), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("use at the till" as const), pick }) },
  { weight: 2, arbitrary: fc.constant({ do: "restart" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("reads fail" as const), fail: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("LINE fails" as const),
      answer: fc.constantFrom<("silent" | "cut" | 500)[]>("silent", "cut", 500),
      accepts: fc.boolean(),
      times: fc.constantFrom(1, 3, 6),
    }),
  },
);

const filters = [
  ["card_no", "member_uuid"],
  ["from", "to"],
  ["ref_id", "ref_no"],
  ["search"],
  ["coupon_set_uuid", "type", "status", "staff_code", "usable"],
];

const habits: fc.Arbitrary<ListHabits> = fc.record({
  ignores: fc.subarray(filters).map((some) => some.flat()),
  maxRows: fc.constantFrom(1000, 1000, 70, 20),
  oldestFirst: fc.boolean(),
  totalOfPage: fc.boolean(),
  hidesRefs: fc.constantFrom(false, false, true),
});

const minute = 60_000;

export const round: fc.Arbitrary<Round> = fc.record({
  platformAheadMs: fc.constantFrom(0, -6 * minute, -60 * minute, 6 * minute, 60 * minute),
  habits,
  push: fc.boolean(),
  steps: fc
    .tuple(order, fc.array(step, { maxLength: 14, size: "max" }))
    .map(([first, others]) => [first, ...others]),
});
