/** Faults in redemptions: points spent without a coupon, coupons without points, limits that don't hold. */
import type { Fault } from "./fault.ts";

const rules = "src/store/redemption-rules.ts";
const store = "src/store/sqlite/redemptions.ts";
const tap = "src/bot/intents/redeem/redemption.ts";
const staffTap = "src/bot/staff/redemption/answer-redemption.ts";
const redeemer = "src/bot/staff/redemption/redeemer.ts";
const unit = ["store/redemption-rules.test.ts"];
const conformance = ["store/conformance/sqlite.test.ts"];

export const redemptionFaults: readonly Fault[] = [
  {
    name: "redeem: a card that is somebody else's by now pays",
    file: tap,
    from: "if (profile.uuid !== asked.memberUuid || !hasCard) {",
    to: 'if (profile.uuid !== asked.memberUuid || card === "") {',
    tests: ["stories/redeem.test.ts"],
  },
  {
    name: "redeem: a coupon that has ended is paid for",
    file: "src/bot/intents/redeem/read-reward.ts",
    from: " || isSetExpired(context, set)",
    to: "",
    tests: ["stories/loose-lists.test.ts"],
  },
  {
    name: "redeem: a hidden reward is redeemed by a button from before",
    file: "src/bot/intents/redeem/read-reward.ts",
    from: "return terms && (withHidden || !terms.hidden) ?",
    to: "return terms ?",
    tests: ["stories/rewards.test.ts"],
  },
  {
    name: "redeem: the balance of a minute ago is asked about",
    file: "src/bot/intents/redeem/redeem.ts",
    from: "  fresh: true,\n",
    to: "",
    tests: ["stories/redeem.test.ts"],
  },
  {
    name: "redeem: the balance from before is shown after it",
    file: redeemer,
    from: "members.invalidate({ memberUuid, lineId });",
    to: "",
    tests: ["stories/redeem.test.ts"],
  },
  {
    name: "redeem: a reward's limit isn't checked at the tap",
    file: tap,
    from: "perSet = reward.terms.limitPerMember;",
    to: "",
    tests: ["stories/rewards.test.ts"],
  },
  {
    name: "redeem: a reward's limit isn't checked at staff's tap",
    file: staffTap,
    from: "perSet = reward.terms.limitPerMember;",
    to: "",
    tests: ["stories/rewards.test.ts"],
  },
  {
    name: "redeem: the staff member's own limit isn't checked at the tap",
    file: staffTap,
    from: "if (limit) return { messages: [text(limit)] };",
    to: "",
    tests: ["stories/staff-redeem.test.ts"],
  },
  {
    name: "redeem: staff redeem for somebody inactive",
    file: staffTap,
    from: "if (!member?.active) return",
    to: "if (!member) return",
    tests: ["stories/staff-redeem.test.ts"],
  },
  {
    name: "redeem: anybody may confirm it",
    file: rules,
    from: 'if (row.asker !== by) return unchanged({ kind: "none" });\n  if (row.claimedEvent',
    to: "if (row.claimedEvent",
    tests: unit,
  },
  {
    name: "redeem: the question never expires",
    file: rules,
    from: 'if (at >= row.expiresAt) return unchanged({ kind: "expired", redemption: row });\n  if (used',
    to: "if (used",
    tests: unit,
  },
  {
    name: "redeem: two at a time of one member",
    file: store,
    from: "isBusy: sql.unfinished.get(account, memberUuid) !== null,",
    to: "isBusy: false,",
    tests: conformance,
  },
  {
    name: "redeem: two at a time of one member, on two replicas",
    file: "src/store/postgres/redemptions.ts",
    from: 'await tx.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [member]);',
    to: "void member;",
    tests: ["store/conformance/postgres.test.ts"],
  },
  {
    name: "redeem: one more in a day than allowed",
    file: rules,
    from: "counts.day >= perDay",
    to: "counts.day > perDay",
    tests: unit,
  },
  {
    name: "redeem: one that a person closed doesn't count",
    file: rules,
    from: '[...unfinishedStates, "done", "closed"]',
    to: '[...unfinishedStates, "done"]',
    tests: unit,
  },
  {
    name: "redeem: two senders at one step",
    file: rules,
    from: " || record.sends !== before) return null",
    to: ") return null",
    tests: unit,
  },
  {
    name: "redeem: a refused refund counts as done",
    file: rules,
    from: 'case "refund":\n      return inReview(failed, step);',
    to: 'case "refund":\n      return { next: { ...failed, state: "refunded", retryAt: null }, audit };',
    tests: unit,
  },
  {
    name: "redeem: a refund that didn't leave is given up",
    file: rules,
    from: 'step === "refund" || (step',
    to: 'step === "burn" || (step',
    tests: unit,
  },
  {
    name: "redeem: an undo of a coupon that is somebody else's by now leaves the points spent",
    file: rules,
    from: 'if (code === "COUPON_OTHER_MEMBER") return inReview(failed, step);',
    to: "",
    tests: unit,
  },
  {
    name: "redeem: points go back although the coupon was given after all",
    file: rules,
    from: 'const next = found\n    ? beginStep(decided, "void_coupon"',
    to: 'const next = row.state === "done"\n    ? beginStep(decided, "void_coupon"',
    tests: unit,
  },
  {
    name: "redeem: nothing is read before a person's decision counts",
    file: redeemer,
    from: 'const found = read === "later" ? null : read;',
    to: "const found = read === null ? null : null;",
    tests: ["stories/redeem-faults.test.ts"],
  },
  {
    name: "redeem: cashiers decide what can't be found out",
    file: "src/bot/staff/redemption/decide.ts",
    from: "if (!managers.includes(asker.role))",
    to: 'if (asker.role === "marketer")',
    tests: ["stories/redeem-faults.test.ts"],
  },
  {
    name: "redeem: what needs a review waits behind what ends by itself",
    file: "src/bot/staff/commands/pending.ts",
    from: "].toSorted(byUrgency);",
    to: "];",
    tests: ["stories/redeem-faults.test.ts"],
  },
  {
    name: "redeem: the history knows it by its key alone",
    file: "src/bot/intents/history.ts",
    from: "rewards.get(ref_id || id)",
    to: 'rewards.get(ref_id || "")',
    tests: ["stories/loose-lists.test.ts"],
  },
  {
    name: "redeem: /gifts knows it by its key alone",
    file: "src/bot/staff/gift-people.ts",
    from: "couponOf(one)?.uuid === uuid",
    to: "couponOf(one)?.uuid === null",
    tests: ["stories/loose-lists.test.ts"],
  },
  {
    name: "prices: the file's stands above staff's",
    file: "src/loyalty/reward-prices.ts",
    from: '["staff", "file", "platform"] as const',
    to: '["file", "staff", "platform"] as const',
    tests: ["loyalty/reward-prices.test.ts"],
  },
  {
    name: "review: points go back while the platform can't be read",
    file: redeemer,
    from: 'decision === "refund" ? await reading : await reading.catch(orLater)',
    to: "await reading.catch(orLater)",
    tests: ["stories/redeem-faults.test.ts"],
  },
];
