/** What must hold of members' redemptions, whatever happened. */
import type { AuditedAction, Observations, Redemption, RedemptionMoment } from "./observations.ts";
import type { Booking } from "./platform/bookings.ts";
import { claimsIn, offeredAgain, type Claim } from "./redemption-claims.ts";
import { countBy, moreThanOne, type Rule } from "./rule.ts";

/** The steps of which one is in progress in each state on the way. */
const stepsIn: ReadonlyMap<string, readonly string[]> = new Map([
  ["burning", ["burn"]],
  ["burned", ["give"]],
  ["giving", ["give"]],
  ["voiding_coupon", ["void_coupon"]],
  ["refunding", ["refund"]],
]);

const operationOf: Readonly<Record<string, string>> = {
  burn: "burnPoint",
  give: "giveCouponToMemberId",
  void_coupon: "voidGiveCoupon",
  refund: "voidTransactionById",
};

/** Whether the burn and the coupon stand; null where either may be. */
interface Standing {
  isBurned: boolean | null;
  isGiven: boolean | null;
}

const nothing: Standing = { isBurned: false, isGiven: false };
const standingIn: Readonly<Record<string, Standing>> = {
  asked: nothing,
  cancelled: nothing,
  refused: nothing,
  burned: { isBurned: true, isGiven: false },
  done: { isBurned: true, isGiven: true },
  refunded: nothing,
  undone: nothing,
};
/** While a step is in progress, or a person has to find out about it. */
const standingDuring: Readonly<Record<string, Standing>> = {
  burn: { isBurned: null, isGiven: false },
  give: { isBurned: true, isGiven: null },
  void_coupon: { isBurned: true, isGiven: null },
  refund: { isBurned: null, isGiven: false },
};

const lastStep = ({ sends }: Redemption): string => Object.keys(sends).at(-1) ?? "";

const expected = (redemption: Redemption): Standing | undefined =>
  standingIn[redemption.state] ?? standingDuring[lastStep(redemption)];

/** Whether something of this key stood at a time. */
const stoodAt = (bookings: readonly Booking[], key: string, at: number): boolean =>
  bookings.some(
    (one) => one.refId === key && one.at <= at && (one.voidedAt === null || one.voidedAt > at),
  );

const actual = (
  bookings: readonly Booking[],
  { burnRefId, giveRefId }: Redemption,
  at: number,
) => ({
  isBurned: stoodAt(bookings, burnRefId, at),
  isGiven: stoodAt(bookings, giveRefId, at),
});

const fits = (is: boolean, may: boolean | null) => may === null || may === is;

const finalOf = ({ moments }: Observations): readonly Redemption[] =>
  moments.at(-1)?.redemptions ?? [];

/** Checks each redemption at each moment at which nothing was in progress. */
const atEachMoment = (
  observed: Observations,
  check: (redemption: Redemption, at: number) => string | null,
): string[] =>
  observed.moments.flatMap(({ at, redemptions }) =>
    redemptions.map((one) => check(one, at)).filter((fault) => fault !== null),
  );

const chargedAsStated: Rule = {
  name: "a redemption is charged and given as its state says",
  check: (observed) =>
    atEachMoment(observed, (redemption, at) => {
      const may = expected(redemption);
      const { isBurned, isGiven } = actual(observed.bookings, redemption, at);
      if (may && fits(isBurned, may.isBurned) && fits(isGiven, may.isGiven)) return null;
      const { id, state } = redemption;
      return `${id} is ${state}, its points ${isBurned ? "" : "not "}burned, its coupon ${isGiven ? "" : "not "}given`;
    }),
};

const pointsAddUp: Rule = {
  name: "a member's points spent are the prices of the coupons held or used, and refunds pending",
  check: (observed) =>
    observed.moments.flatMap((moment) => {
      const members = Map.groupBy(moment.redemptions, ({ memberUuid }) => memberUuid);
      return [...members]
        .map(([member, redemptions]) => ({ member, ...sumsOf(observed, redemptions, moment) }))
        .filter(({ spent, worth, pending }) => spent !== worth + pending)
        .map(
          ({ member, spent, worth, pending }) =>
            `${member} spent ${spent} points, for coupons of ${worth}, with refunds of ${pending} pending`,
        );
    }),
};

const sum = (chosen: readonly { points: number }[]): number =>
  chosen.reduce((total, { points }) => total + points, 0);

function sumsOf(
  { bookings }: Observations,
  redemptions: readonly Redemption[],
  { at }: RedemptionMoment,
) {
  const isIn = ({ giveRefId }: Redemption) => stoodAt(bookings, giveRefId, at);
  const keys = new Set(redemptions.map(({ burnRefId }) => burnRefId));
  const burns = bookings.filter(({ refId }) => keys.has(refId) && stoodAt(bookings, refId, at));
  const unsettled = redemptions.filter(
    (one) =>
      (one.state === "needs_review" || stepsIn.has(one.state)) &&
      stoodAt(bookings, one.burnRefId, at) &&
      !isIn(one),
  );
  return { spent: sum(burns), worth: sum(redemptions.filter(isIn)), pending: sum(unsettled) };
}

const redemptionsEnd: Rule = {
  name: "a redemption comes to an end, or waits for a person",
  check: (observed) =>
    finalOf(observed)
      .filter(({ state }) => stepsIn.has(state))
      .map(({ id, state }) => `${id} is still ${state}`),
};

const storedBeforeSent: Rule = {
  name: "a step of a redemption is stored before it is sent",
  check: ({ redemptionWrites }) =>
    redemptionWrites.flatMap(({ operation, redemption }) => {
      const { id, state, sends } = redemption;
      const steps = stepsIn.get(state) ?? [];
      const isStored = steps.some(
        (step) => operationOf[step] === operation && (sends[step] ?? 0) > 0,
      );
      return isStored ? [] : [`${operation} of ${id} was done while it was ${state}`];
    }),
};

const stepsHappenOnce: Rule = {
  name: "a step of a redemption is in the audit once",
  check: ({ audit }) =>
    moreThanOne(
      countBy(audit, ({ action, confirmation }) =>
        /^(burned|voided|refunded|undone)$/.test(action) && confirmation !== null
          ? `${action} of ${confirmation}`
          : null,
      ),
      "is in the audit",
    ),
};

/** Whether it ends a redemption, or its undo. */
const isEnd = ({ action, facts }: AuditedAction): boolean =>
  /^(done|refunded|undone|closed)$/.test(action) ||
  (action === "refused" && (facts.step === "burn" || facts.step === "void_coupon"));

/** The redemption that an entry is about: its own, or the one that it undoes. */
const redeemedIn = ({ confirmation, facts }: AuditedAction): string | null =>
  facts.undoOf ?? confirmation;

const oneAtATime: Rule = {
  name: "a member has one redemption at a time",
  check(observed) {
    const ids = new Set(finalOf(observed).map(({ id }) => id));
    const unfinished = new Map<string, Set<string>>();
    return observed.audit.flatMap((entry) => {
      const { action, memberUuid } = entry;
      const id = redeemedIn(entry);
      if (id === null || memberUuid === null || !ids.has(id)) return [];
      const open = unfinished.get(memberUuid) ?? new Set();
      unfinished.set(memberUuid, open);
      const others = action === "ordered" ? [...open] : [];
      if (action === "ordered" || action === "undoing") open.add(id);
      if (isEnd(entry)) open.delete(id);
      return others.map((other) => `${memberUuid} confirmed ${id} while ${other} was unfinished`);
    });
  },
};

const undoMs = 15 * 60_000;

const undoneInTime: Rule = {
  name: "a redemption is undone within a quarter of an hour",
  check({ audit }) {
    const done = new Map(
      audit.flatMap(({ action, confirmation, at }) =>
        action === "done" ? [[confirmation, at] as const] : [],
      ),
    );
    return audit
      .filter(
        (entry) =>
          entry.action === "undoing" &&
          entry.at >= (done.get(redeemedIn(entry)) ?? entry.at) + undoMs,
      )
      .map((entry) => `the undo of ${redeemedIn(entry)} began too late`);
  },
};

const presentPrice: Rule = {
  name: "a redemption costs what the reward costs when it is confirmed",
  check: (observed) =>
    finalOf(observed).flatMap(({ id, setUuid, points, burnRefId, claimedEvent }) => {
      const tap = observed.accepted.find((one) => one.id === claimedEvent);
      const burn = observed.bookings.find(({ refId }) => refId === burnRefId);
      if (!tap || !burn) return [];
      const prices = observed.prices.filter((price) => price.setUuid === setUuid);
      const before = prices.findLast(({ from }) => from <= tap.at);
      const since = prices.filter(({ from }) => from > tap.at && from <= burn.at);
      const isPrice = [before, ...since].some((price) => price?.points === burn.points);
      return isPrice && burn.points === points ? [] : [`${id} cost ${burn.points} points`];
    }),
};

/** Whether what somebody was told of a redemption was true then. */
const truth: Readonly<
  Record<Claim, (bookings: readonly Booking[], redemption: Redemption, at: number) => boolean>
> = {
  done: (bookings, { giveRefId }, at) =>
    bookings.some((one) => one.refId === giveRefId && one.at <= at),
  untouched: (bookings, { burnRefId }, at) =>
    !bookings.some((one) => one.refId === burnRefId && one.at <= at),
  refunded: (bookings, { burnRefId }, at) => isVoided(bookings, burnRefId, at),
  undone: (bookings, { burnRefId, giveRefId }, at) =>
    isVoided(bookings, burnRefId, at) && isVoided(bookings, giveRefId, at),
};

const isVoided = (bookings: readonly Booking[], key: string, at: number): boolean =>
  bookings.some((one) => one.refId === key && one.voidedAt !== null && one.voidedAt <= at);

const truthIsTold: Rule = {
  name: "people are told the truth about redemptions",
  check: (observed) =>
    claimsIn(observed).flatMap(({ claim, chat, at, of }) => {
      const candidates = finalOf(observed).filter(
        ({ id, asker }) => asker === chat && (of === null || id === of),
      );
      const isTrue = candidates.some((one) => truth[claim](observed.bookings, one, at));
      return isTrue ? [] : [`${of ?? "one"} of ${chat} was said to be ${claim}`];
    }),
};

const told: Readonly<Record<string, Claim>> = {
  done: "done",
  refused: "untouched",
  refunded: "refunded",
  undone: "undone",
};

const outcomeIsTold: Rule = {
  name: "whoever redeems is told what became of it, or will be",
  check(observed) {
    const { accepted, parked, noticesOf } = observed;
    const claims = claimsIn(observed);
    const offered = offeredAgain(observed);
    const isExcused = new Set(accepted.filter(({ id }) => parked.has(id)).map(({ chat }) => chat));
    return finalOf(observed)
      .filter(
        ({ id, asker, state }) =>
          told[state] !== undefined &&
          !noticesOf.has(id) &&
          !offered.has(id) &&
          !isExcused.has(asker) &&
          !claims.some(
            ({ claim, chat, of }) =>
              claim === told[state] && chat === asker && (of === null || of === id),
          ),
      )
      .map(({ id, asker, state }) => `${asker} doesn't hear that ${id} is ${state}`);
  },
};

export const redemptionRules: readonly Rule[] = [
  chargedAsStated,
  pointsAddUp,
  redemptionsEnd,
  storedBeforeSent,
  stepsHappenOnce,
  oneAtATime,
  undoneInTime,
  presentPrice,
  truthIsTold,
  outcomeIsTold,
];
