/** Redemptions that staff ask for, for a member: their questions, taps and views, and how all redemptions are carried out. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import type { OrderAction, Orders, TapResult } from "../../store/orders.ts";
import type { DayLimits } from "../../store/rules/day-limits.ts";
import { currentStep, type Decision, isOffered } from "../../store/rules/order.ts";
import type { Redeemer, RedemptionTap, RenderContext, Reply } from "../context.ts";
import { readReward } from "../intents/redeem/redeem.ts";
import { currentStepName, type Redemption, redemptionOf, unfinishedOf } from "../redemption.ts";
import { isTooLate } from "../routing/late-event.ts";
import { groupedNumber } from "../views/card.ts";
import { endOfDay, startOfDay } from "../views/dates.ts";
import * as ui from "../views/flex-components.ts";
import { actionOf, type CommandContext } from "./command.ts";
import { findMembers } from "./member-search.ts";
import { affected } from "./member-text.ts";
import { commandButton, useCouponAction } from "./next-actions.ts";
import type { GiveCoupons } from "./operations/coupons.ts";
import type { AdjustPoints } from "./operations/points.ts";
import type { Executor } from "./orders/executor.ts";
import { createQuestion, dayOf, limitReachedText } from "./orders/question.ts";
import { balanceAfterUndo, refusalText } from "./orders/status-view.ts";
import { balanceFigure, infoCard, resultCard, textMessage, textReply } from "./staff-views.ts";

// Answers staff's taps on a redemption that they were asked about for a member: yes, no and undo.

type AskAgain = (who: string, set: string, card: string) => Promise<Reply>;

/**
 * @param askAgain asks at the present price.
 * @returns null when nothing of this was tapped.
 * @throws {LoyaltyError}
 */
export async function answerRedemption(
  ctx: CommandContext,
  askAgain: AskAgain,
): Promise<Reply | null> {
  const { args, account, lineId, staffContext, signal, t } = ctx;
  const { yes, no, undo } = args;
  const id = yes ?? no ?? undo;
  if (id === undefined) return null;
  const { redeemer } = staffContext;
  const found = await redeemer.find(account, id);
  if (!found) return textReply(t("staff.stands.expired"));
  if (found.order.asker !== lineId) return textReply(t("staff.notYours"));
  if (isTooLate(ctx)) {
    return {
      messages: [found.state === "asked" ? textMessage(t("staff.late")) : resultView(ctx, found)],
    };
  }
  const action = actionOf(ctx);
  if (no !== undefined) return cancelRedemption(ctx, found);
  const reply =
    undo === undefined
      ? await confirm(ctx, found, askAgain)
      : await tapReply(ctx, await redeemer.undo(found, action, signal));
  return { ...reply, tellsOutcome: true };
}

/** Cancels one, unless it has been confirmed, and says how it stands. */
export const cancelRedemption = async (ctx: CommandContext, asked: Redemption): Promise<Reply> =>
  tapReply(ctx, await ctx.staffContext.redeemer.cancel(asked, actionOf(ctx), ctx.signal));

/** Redeems, once everything that was asked still holds: the member, their card, the reward and its price, the limits. */
async function confirm(ctx: CommandContext, asked: Redemption, askAgain: AskAgain): Promise<Reply> {
  const { loyalty, staffContext, colleague, signal, now, t } = ctx;
  const { terms, order } = asked;
  let perSet: number | null = null;
  if (asked.state === "asked" && now < order.expiresAt) {
    const who = `id:${order.memberUuid} ${terms.card}`;
    const { rows, isComplete } = await findMembers(loyalty, who, signal);
    const [member] = rows;
    if (!member && !isComplete) {
      const reason = "lists too many members to find this one";
      throw new LoyaltyError("UNAVAILABLE", reason, { operation: "getProfile" });
    }
    if (!member?.active) return textReply(t("staff.why.MEMBER_INACTIVE"));
    if (!member.cards.some(({ card_no }) => card_no === terms.card)) {
      return textReply(t("staff.why.CARD_MOVED"));
    }
    const reward = await readReward(ctx, terms.setUuid, { withHidden: true });
    if (!reward) return textReply(t("staff.set.closed", { set: terms.set }));
    if (reward.set.name !== terms.set) return textReply(t("staff.why.SET_CHANGED"));
    if (reward.terms.points !== terms.points) {
      const { messages, ...rest } = await askAgain(who, terms.setUuid, terms.card);
      return { messages: [textMessage(t("staff.why.PRICE_CHANGED")), ...messages], ...rest };
    }
    perSet = reward.terms.limitPerMember;
  }
  // A member at the till is redeemed for in their own name, and staff's limits are for others.
  const isOwn = order.asker === order.lineId;
  const limits = isOwn ? null : dayOf(ctx, staffContext, colleague.role).limits;
  const action = actionOf(ctx);
  const tap = await staffContext.redeemer.confirm(asked, { perSet, limits }, action, signal);
  const isBusy = tap.kind === "blocked" && "redemptions" in tap.by && tap.by.redemptions === "busy";
  return isBusy ? busyReply(ctx, asked) : tapReply(ctx, tap);
}

/** Another redemption hasn't ended: one that a manager has to settle may take longer than a moment. */
async function busyReply({ staffContext, t }: CommandContext, asked: Redemption): Promise<Reply> {
  const stuck = await staffContext.redeemer.inReview(asked);
  const words = stuck
    ? t("staff.redeem.busy.review", { set: ui.clip(stuck.terms.set, 100) })
    : t("staff.redeem.busy");
  return textReply(words);
}

async function tapReply(ctx: CommandContext, tap: RedemptionTap): Promise<Reply> {
  const { t } = ctx;
  switch (tap.kind) {
    case "none":
    case "expired":
      return textReply(t("staff.stands.expired"));
    case "blocked":
      return textReply(limitReachedText(ctx, tap.by));
    case "claimed": {
      const { redemption } = tap;
      const balance = redemption.undo && (await balanceAfterUndo(ctx, redemption.undo));
      return { messages: [resultView(ctx, redemption, balance)] };
    }
    case "awaiting_approval":
    case "already":
      return { messages: [resultView(ctx, tap.redemption)] };
  }
}

/** How it stands, with the coupon's code to give to the member. */
function resultView(
  ctx: CommandContext,
  redemption: Redemption,
  balance: number | null = null,
): Message {
  const { t, now } = ctx;
  const undo =
    redemption.undo && isOffered(redemption.undo, now)
      ? commandButton(ctx, t("staff.undo"), "redeem", { undo: redemption.order.id })
      : null;
  const code = redemption.state === "done" ? redemption.coupon?.code : undefined;
  const [use = null] = code === undefined ? [] : useCouponAction(ctx, { code });
  return redemptionResult(ctx, redemption, { undo, next: use, balance });
}

/** The newest redemptions of a member, among which the one is that hasn't ended. */
const maxRedemptions = 100;

interface RedeemerOptions {
  orders: Orders;
  executor: Executor;
  members: MemberCache;
  /** Maximum redemptions of one member per day, in the business's time zone. */
  perMemberDay: number;
  timeZone: string;
}

/** Redeems points for coupons: asks, takes the answers, and has the orders carried out. */
export function createRedeemer(options: RedeemerOptions): Redeemer {
  const { orders, executor, members, perMemberDay, timeZone } = options;

  async function find(account: string, id: string): Promise<Redemption | null> {
    const found = await orders.get(account, id);
    const order = found?.undoes == null ? found : await orders.get(account, found.undoes);
    if (order?.kind !== "redeeming") return null;
    return redemptionOf(order, await orders.undoOf(account, order.id));
  }

  /** Carries out what a tap has begun, and says how the redemption stands. */
  async function answered(
    { order: { account, id } }: Redemption,
    tap: TapResult,
    action: OrderAction,
    signal: AbortSignal,
  ): Promise<RedemptionTap> {
    if (tap.kind === "none") return tap;
    if (tap.kind === "claimed") await executor.execute(tap.order, action, signal);
    const redemption = await find(account, id);
    return redemption ? { ...tap, redemption } : { kind: "none" };
  }

  const limitsAt = (at: number): DayLimits => ({
    start: startOfDay(at, timeZone),
    end: endOfDay(at, timeZone),
    limits: null,
    redemptions: null,
  });

  return {
    question: ({ asker, member, card, set, points }, now) => {
      const holder = affected(member);
      const burn: AdjustPoints = {
        ...holder,
        type: "BURN",
        card: card.card_no,
        points,
        refNo: null,
      };
      const input = { memberUuid: member.uuid, coupon_set_uuid: set.uuid, quantity: 1 };
      const gift: GiveCoupons = { ...holder, input, set: set.name, quantity: 1 };
      return createQuestion({
        kind: "redeeming",
        command: "redeem",
        asker,
        askedAt: now,
        subject: set.uuid,
        // What staff redeem for somebody counts with the coupons that they give.
        gifts: asker === member.lineId ? 0 : 1,
        writes: [
          { operation: "adjust_points", order: burn },
          { operation: "give_coupons", order: gift },
        ],
      });
    },
    find,
    ofMember: (account, memberUuid, max) => orders.redemptionsOf(account, memberUuid, max),
    async inReview({ order: { account, memberUuid } }) {
      const newest = await orders.redemptionsOf(account, memberUuid ?? "", maxRedemptions);
      const stuck = newest.find(({ state }) => state === "needs_review");
      return stuck ? find(account, stuck.id) : null;
    },
    freshMember(lineId) {
      members.forget(lineId);
      return members.lookup(lineId);
    },
    async confirm(asked, { perSet, limits }, action, signal) {
      const { account, id } = asked.order;
      const redemptions = { perDay: perMemberDay, perSet };
      const against = { ...limitsAt(action.at), limits, redemptions };
      return answered(asked, await orders.confirm(account, id, action, against), action, signal);
    },
    async cancel(asked, action, signal) {
      const { account, id } = asked.order;
      return answered(asked, await orders.cancel(account, id, action), action, signal);
    },
    async undo(redemption, action, signal) {
      const { order, undo, state } = redemption;
      if (!undo) return { kind: state === "done" ? "expired" : "already", redemption };
      if (state === "foreign") return { kind: "already", redemption };
      const tap = await orders.confirm(order.account, undo.id, action, limitsAt(action.at));
      return answered(redemption, tap, action, signal);
    },
  };
}

// What staff read of redemptions: what is redeemed, how it stands, which step is in doubt; and the result that they asked for.

/** The postback actions of the decisions; stored in sent messages, so they never change. */
export const decisionTaps = {
  "/redemption-happened": "happened",
  "/redemption-refund": "take_back",
  "/redemption-close": "close",
} as const satisfies Record<string, Decision>;
export type DecisionTap = keyof typeof decisionTaps;

export const describeRedemption = (
  { t }: RenderContext,
  { terms }: Pick<Redemption, "terms">,
): string =>
  t("staff.redeem.what", { set: ui.clip(terms.set, 100), points: terms.points, who: terms.who });

/** How it stands, in a few words. */
export function redemptionState({ t }: RenderContext, { state }: Redemption): string {
  switch (state) {
    case "asked":
    case "cancelled":
      return t("staff.redeem.now.asked");
    case "done":
    case "refused":
    case "refunded":
    case "undone":
    case "closed":
      return t(`staff.redeem.now.${state}`);
    case "needs_review":
      return t("staff.pending.person");
    case "checking":
    case "undoing":
    case "refunding":
      return t("staff.redeem.now.working");
    case "foreign":
      return t("staff.redeem.now.foreign");
  }
}

/** What is to be found on the platform: the step in doubt, its sends and keys, and what was done before it. */
export function redemptionFacts(ctx: RenderContext, redemption: Redemption): string[] {
  const { t } = ctx;
  const { terms, burn, coupon } = redemption;
  const { points, card } = terms;
  const step = currentStepName(redemption);
  if (step === null) return [];
  const order = unfinishedOf(redemption);
  const {
    sends = 0,
    sentAt = null,
    refusal = null,
    refId = "",
  } = order.steps[currentStep(order)] ?? {};
  return [
    t(`staff.redeem.doubt.${step}`, { points, card: groupedNumber(card) }),
    ...(refusal ? [refusalText(ctx, refusal)] : []),
    ...(burn ? [t("staff.transaction", { id: String(burn.id) })] : []),
    ...(coupon ? [coupon.code] : []),
    ...(sentAt !== null && sends > 0
      ? [t("staff.pending.sent", { count: sends, at: sentAt })]
      : []),
    // What is voided goes by its id.
    ...(step === "burn" || step === "give" ? [t("staff.pending.key", { key: refId })] : []),
  ];
}

/** The decisions on one in `needs_review`; none for others. */
export function decisionActions({ t }: RenderContext, redemption: Redemption): Action[] {
  const step = currentStepName(redemption);
  if (redemption.state !== "needs_review" || step === null) return [];
  const { id } = redemption.order;
  const action = (label: string, tap: DecisionTap) => ui.postbackAction(label, tap, { id, step });
  return [
    action(t(`staff.redeem.happened.${step}`), "/redemption-happened"),
    ...(step === "give" ? [action(t("staff.redeem.refund"), "/redemption-refund")] : []),
    action(t("staff.redeem.close"), "/redemption-close"),
  ];
}

/** What a result leads to, as far as there is any. */
interface ResultOptions {
  /** Undoes it; null where it can't be undone, or not from here. */
  undo?: Action | null;
  /** What the coupon that was given leads to. */
  next?: Action | null;
  /** Of the card after an undo; null = nothing is said of it. */
  balance?: number | null;
}

/** The question whether to undo one; *Cancel* keeps it, and says how it stands. */
export function undoRedemptionQuestion(ctx: RenderContext, redemption: Redemption): Message {
  const { id } = redemption.order;
  const actions = [
    ui.postbackAction(ctx.t("staff.yes.undo"), "/redeem", { undo: id }),
    ui.postbackAction(ctx.t("staff.no"), "/redeem", { no: id }),
  ];
  const facts = [describeRedemption(ctx, redemption), redemption.coupon?.code ?? ""];
  return infoCard(ctx, ctx.t("staff.ask.undo"), facts, actions);
}

export function redemptionResult(
  ctx: RenderContext,
  redemption: Redemption,
  { undo = null, next = null, balance = null }: ResultOptions = {},
): Message {
  const { terms, state, refusal, coupon, burn } = redemption;
  const code = state === "done" ? (coupon?.code ?? "") : "";
  if (state === "done" && refusal === null) {
    const { points, who } = terms;
    const title = ctx.t("staff.redeem.done", { set: ui.clip(terms.set, 100), points, who });
    const left = burn?.balance;
    const figure = left === undefined ? {} : { figure: balanceFigure(ctx, left, left + points) };
    return resultCard({ title, ...figure, facts: [code] }, undo, next);
  }
  const why = refusal ? refusalText(ctx, refusal) : "";
  const after = balance === null ? "" : ctx.t("staff.balance.after", { balance });
  const facts = [redemptionState(ctx, redemption), why, code, after];
  return infoCard(ctx, describeRedemption(ctx, redemption), facts, undo ? [undo] : []);
}
