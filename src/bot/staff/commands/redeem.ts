/** The `/redeem` command: redeems a member's points for a coupon at the till, for somebody without LINE. */
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet, MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import { fundsOf } from "../../../loyalty/points.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { payingCards } from "../../intents/redeem/views.ts";
import { affordableFirst, type Reward } from "../../intents/rewards/offered-rewards.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { isSetExpired, setValidity } from "../../views/coupon.ts";
import * as ui from "../../views/flex-components.ts";
import { oneMember } from "../argument-values.ts";
import { commandButton, memberReference } from "../next-actions.ts";
import { cashierAndAbove, type Command, type CommandContext, expectInput } from "../command.ts";
import { balanceChange, balanceText, cardName, maskedWho } from "../member-text.ts";
import { checkLimits } from "../orders/question.ts";
import { answerRedemption } from "../redemption.ts";
import {
  chooser,
  infoCard,
  listCard,
  type ListRow,
  textMessage,
  textReply,
} from "../staff-views.ts";
import { priceText } from "./rewards.ts";
import { oneSet, readOpenSets, setChooser, setName } from "./sets.ts";

export const redeemCommand: Command = {
  name: "redeem",
  roles: cashierAndAbove,
  parameters: [
    { name: "set", is: "word", ask: askReward },
    { name: "who", is: "person", ask: askWho },
  ],
  confirm: true,
  judgesLateness: true,
  helpKey: "staff.help.redeem",
  async run(ctx) {
    const { args, t } = ctx;
    const answered = await answerRedemption(ctx, (who, set, card) => ask(ctx, { who, set, card }));
    if (answered) return answered;
    if (isTooLate(ctx)) return textReply(t("staff.late"));
    const { who = "", set = "", card } = args;
    return ask(ctx, { who, set, card });
  },
};

/** The sets that have a price and can be given now, also those that are hidden from members; for a member who is named. */
async function askReward(ctx: CommandContext): Promise<Reply> {
  const { who } = ctx.args;
  if (who !== undefined) return choose(ctx, who);
  const { giveable } = await readOpenSets(ctx);
  const termsOf = await ctx.rewardPrices.read();
  const rewards = giveable.filter((set) => termsOf(set) !== null);
  if (rewards.length === 0) return textReply(ctx.t("staff.price.empty"));
  const priceOf = (set: CouponSet) => priceText(ctx, termsOf(set));
  return { messages: [setChooser(ctx, rewards, priceOf)] };
}

/** Names the reward, once it is the only one that is meant. */
async function askWho(ctx: CommandContext): Promise<Reply> {
  const chosen = await oneSet(ctx);
  if ("reply" in chosen) return chosen.reply;
  expectInput(ctx, "who", { set: chosen.set.uuid });
  return textReply(ctx.t("staff.redeem.who", { set: setName(chosen.set) }));
}

interface Wanted {
  who: string;
  set: string;
  /** The number of the card to pay with. */
  card: string | undefined;
}

/** Lists the rewards for the member, unless they can't redeem any now. */
async function choose(ctx: CommandContext, who: string): Promise<Reply> {
  const { t } = ctx;
  const found = await oneMember(ctx, "who");
  if ("reply" in found) {
    expectInput(ctx, "who", {});
    return found.reply;
  }
  const { member } = found;
  if (!member.active) return textReply(t("staff.why.MEMBER_INACTIVE"));
  if (member.cards.length === 0) return textReply(t("staff.noCards"));
  const { refusal } = await checkLimits(ctx, "gifts", null, 1);
  if (refusal) return { messages: [refusal] };
  return { messages: [await rewardChoice(ctx, member, memberReference(member, who))] };
}

/** Asks whether to redeem; of several cards that can pay, asks for one first. */
async function ask(
  ctx: CommandContext,
  { who, set: written, card: number }: Wanted,
): Promise<Reply> {
  const { args, t } = ctx;
  const wanted = { ...args, set: written, who };
  const chosen = await oneSet({ ...ctx, args: wanted });
  if ("reply" in chosen) return chosen.reply;
  const { set } = chosen;
  const terms = (await ctx.rewardPrices.read())(set);
  if (!terms) return textReply(t("staff.redeem.noPrice", { set: setName(set) }));
  const found = await oneMember({ ...ctx, args: { ...wanted, set: set.uuid } }, "who");
  if ("reply" in found) return found.reply;
  const { member } = found;
  if (!member.active) return textReply(t("staff.why.MEMBER_INACTIVE"));
  const { refusal } = await checkLimits(ctx, "gifts", null, 1);
  if (refusal) return { messages: [refusal] };
  const { points } = terms;
  const able = payingCards(member.cards, points, number);
  const [card] = able;
  if (!card) return textReply(tooFewText(ctx, member, points));
  if (able.length > 1)
    return cardChoice(ctx, able, { set: set.uuid, who: memberReference(member, who) });
  return question(ctx, { member, card, set, points });
}

/** The question with its two buttons, stored with the reply. */
function question(
  ctx: CommandContext,
  wanted: { member: MemberProfile; card: MemberCard; set: CouponSet; points: number },
): Reply {
  const { t, lineId, now, staffContext } = ctx;
  const { member, card, set, points } = wanted;
  const asked = staffContext.redeemer.question({ asker: lineId, ...wanted }, now);
  const button = (label: string, tap: "yes" | "no") =>
    commandButton(ctx, label, "redeem", { [tap]: asked.id });
  const facts = [
    t("staff.redeem.what", { set: ui.clip(set.name, 100), points, who: maskedWho(member) }),
    `${cardName(card)} · ${balanceChange(ctx, card, -points)}`,
    setValidity(ctx, set, (days) => t("rewards.validity", { days })),
  ];
  const actions = [button(t("rewards.redeem"), "yes"), button(t("staff.no"), "no")];
  return {
    messages: [infoCard(ctx, t("staff.ask.redeem"), facts, actions)],
    writes: [{ kind: "question", question: asked }],
  };
}

function tooFewText({ t }: CommandContext, { cards }: MemberProfile, wanted: number): string {
  if (cards.length === 0) return t("staff.noCards");
  const { most, isKnown } = fundsOf(cards);
  return isKnown ? t("staff.tooFewPoints", { balance: most, wanted }) : t("staff.pointsUnread");
}

const cardChoice = (
  ctx: CommandContext,
  cards: readonly MemberCard[],
  args: Readonly<Record<string, string>>,
): Reply => ({
  messages: [
    chooser(
      ctx,
      ctx.t("staff.card.title"),
      cards.map((card) => ({
        title: cardName(card),
        facts: [balanceText(ctx, card)],
        action: commandButton(ctx, cardName(card), "redeem", { ...args, card: card.card_no }),
      })),
    ),
  ],
});

// Lists the rewards that a member can redeem at the till with their prices, those that a card can pay first.

const maxRewards = 30;
const maxCards = 3;

/**
 * Also those that are hidden from members. What no card can pay has no button and says what is missing.
 * @param reference the argument that names this very member.
 * @throws {LoyaltyError}
 */
async function rewardChoice(
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
  if (priced.length === 0) return textMessage(t("staff.redeem.none"));
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
