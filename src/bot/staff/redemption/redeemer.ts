/** Redeems points for coupons: asks, takes the answers, and has the orders carried out. */
import type { MemberCache } from "../../../members/member-cache.ts";
import type { DayLimits, OrderAction, Orders, Tap } from "../../../store/orders.ts";
import type { Redeemer, RedemptionTap } from "../../context.ts";
import { redemptionOf, type Redemption } from "../../redemption.ts";
import { endOfDay, startOfDay } from "../../views/dates.ts";
import { affected } from "../member-text.ts";
import type { AdjustPoints } from "../operations/adjust-points.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import type { Executor } from "../orders/executor.ts";
import { createQuestion } from "../orders/question.ts";

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
    tap: Tap,
    { by, eventId }: OrderAction,
    signal: AbortSignal,
  ): Promise<RedemptionTap> {
    if (tap.kind === "none") return tap;
    if (tap.kind === "claimed") await executor.execute(tap.order, { by, eventId }, signal);
    const redemption = await find(account, id);
    return redemption ? { ...tap, redemption } : { kind: "none" };
  }

  const dayOf = (at: number): DayLimits => ({
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
      const against = { ...dayOf(action.at), limits, redemptions };
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
      const tap = await orders.confirm(order.account, undo.id, action, dayOf(action.at));
      return answered(redemption, tap, action, signal);
    },
  };
}
