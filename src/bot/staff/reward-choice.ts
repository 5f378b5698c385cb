/** Lists the rewards that a member can redeem at the till with their prices, those that a card can pay first. */
import type { CouponSet, MemberProfile } from "../../loyalty/contract.ts";
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import { fundsOf } from "../../loyalty/points.ts";
import type { RenderContext } from "../context.ts";
import { affordableFirst, type Reward } from "../intents/rewards/offered-rewards.ts";
import { isSetExpired } from "../views/coupon-text.ts";
import type { CommandContext } from "./command.ts";
import { commandButton } from "./command-button.ts";
import { listCard, type ListRow } from "./list-card.ts";
import { balanceText, cardName, maskedWho } from "./member-text.ts";
import { readOpenSets, setName } from "./set-search.ts";
import { text } from "./staff-views.ts";

const maxRewards = 30;
const maxCards = 3;

/**
 * Also those that are hidden from members. What no card can pay has no button and says what is missing.
 * @param reference the argument that names this very member.
 * @throws {LoyaltyError}
 */
export async function rewardChoice(
  ctx: CommandContext,
  member: MemberProfile,
  reference: string,
): Promise<Message> {
  const { t } = ctx;
  const termsOf = await ctx.rewardPrices.read();
  const { giveable: sets, unread, isComplete } = await readOpenSets(ctx);
  const priced = sets.flatMap((set) => {
    const terms = isSetExpired(ctx, set) ? null : termsOf(set);
    return terms ? [{ set, terms }] : [];
  });
  if (priced.length === 0) return text(t("staff.redeem.none"));
  const redeem = ({ uuid }: CouponSet) =>
    commandButton(ctx, t("rewards.redeem"), "redeem", { set: uuid, who: reference });
  const { cards } = member;
  return rewardList(ctx, {
    who: maskedWho(member),
    cards,
    rewards: priced,
    isComplete: isComplete && unread.length === 0,
    redeem,
  });
}

interface RewardList extends Pick<MemberProfile, "cards"> {
  who: string;
  rewards: readonly Reward[];
  /** Whether these are all. */
  isComplete: boolean;
  /** The button of a reward that a card can pay. */
  redeem(set: CouponSet): Action;
}

/** The list itself. */
export function rewardList(
  ctx: RenderContext,
  { who, cards, rewards: unsorted, isComplete, redeem }: RewardList,
): Message {
  const { t } = ctx;
  const { most, isKnown } = fundsOf(cards);
  const rewards = affordableFirst(unsorted, most);
  const rows = rewards.slice(0, maxRewards).map(({ set, terms: { points } }): ListRow => {
    const name = `${setName(set)} · ${t("rewards.price", { points })}`;
    if (points <= most) return { text: name, actions: [redeem(set)] };
    const missing = t("rewards.missing", { points: points - Math.max(0, most) });
    return { text: isKnown ? `${name} · ${missing}` : name };
  });
  const left = rewards.length - rows.length;
  const balances = cards.slice(0, maxCards).map((card) => ({
    text: `${cardName(card)} · ${balanceText(ctx, card)}`,
  }));
  return listCard(ctx, t("staff.redeem.choose", { who }), [
    ...balances,
    ...rows,
    ...(left > 0 ? [{ text: t("staff.more", { count: left }) }] : []),
    ...(isComplete ? [] : [{ text: t("rewards.partial") }]),
  ]);
}
