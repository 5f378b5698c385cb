/** The `/reward` command, which sets what a coupon set costs members in points or takes that price back; and `/rewards`, which lists the prices. */
import {
  isGiveable,
  leftOf,
  readCouponSets,
  unreadableDatesOf,
} from "../../../loyalty/coupon-sets.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { requireKnown } from "../../../loyalty/read-list.ts";
import { rewardPrice, type ReadTerms, type RewardTerms } from "../../../loyalty/reward-prices.ts";
import type { RenderContext, Reply } from "../../context.ts";
import * as ui from "../../views/flex-components.ts";
import { unreadDates } from "../../views/dates.ts";
import { wholeNumber } from "../argument-parser.ts";
import { expectInput, managers, type Command, type CommandContext } from "../command.ts";
import { listCard, textReply } from "../staff-views.ts";
import { setPriceAction } from "../next-actions.ts";
import { askConfirmation } from "../orders/question.ts";
import type { SetRewardPrice } from "../operations/stored.ts";
import { oneSet, setChooser, setName } from "./sets.ts";
import { unreadLine } from "../member-text.ts";

const maxShown = 30;

export const reward: Command = {
  name: "reward",
  roles: managers,
  parameters: [
    { name: "set", is: "word", ask: askSet },
    { name: "points", is: "whole", word: "price", ask: askPrice },
  ],
  confirm: true,
  helpKey: "staff.help.reward",
  async run(ctx) {
    const { args, t } = ctx;
    const chosen = await oneSet(ctx, { mustBeGiveable: false });
    if ("reply" in chosen) return chosen.reply;
    const { set } = chosen;
    const { points: written = "" } = args;
    const after = priceIn(written);
    if (after === undefined) {
      expectInput(ctx, "points", { set: set.uuid });
      return textReply(t("staff.price.wrong", { written: ui.clip(written, 60) }));
    }
    const termsOf = await ctx.rewardPrices.read();
    const terms = termsOf(set);
    const before = terms?.source === "staff" ? terms.points : null;
    if (after === before) {
      const key = after === null ? "staff.price.notSet" : "staff.price.same";
      return textReply(t(key, { set: setName(set) }));
    }
    const order: SetRewardPrice = { setUuid: set.uuid, set: set.name, before, after };
    return askConfirmation(
      ctx,
      { operation: "set_reward_price", order },
      texts(ctx, order, set, termsOf),
    );
  },
};

/** Any set can have a price; each is shown with the one that it has now. */
async function askSet(ctx: CommandContext): Promise<Reply> {
  const { loyalty, signal, timeZone, rewardPrices } = ctx;
  const termsOf = await rewardPrices.read();
  const list = await readCouponSets(loyalty, {}, { isWanted: () => true, timeZone, signal });
  const sets = requireKnown(list, "getCouponSet");
  const priceOf = (set: CouponSet) => priceText(ctx, termsOf(set));
  return { messages: [setChooser(ctx, sets, priceOf)] };
}

async function askPrice(ctx: CommandContext): Promise<Reply> {
  const chosen = await oneSet(ctx, { mustBeGiveable: false });
  if ("reply" in chosen) return chosen.reply;
  const { set } = chosen;
  expectInput(ctx, "points", { set: set.uuid });
  return textReply(ctx.t("staff.price.ask", { set: setName(set) }));
}

/** Null for `off`; undefined for what is no price. */
function priceIn(written: string): number | null | undefined {
  if (written.normalize("NFKC").toLowerCase() === "off") return null;
  return rewardPrice.safeParse(wholeNumber(written)).data;
}

/** The question, with the price until now and, for `off`, the one that counts then. */
function texts(ctx: CommandContext, { after }: SetRewardPrice, set: CouponSet, termsOf: ReadTerms) {
  const { t } = ctx;
  const name = setName(set);
  const now = t("staff.price.now", { price: priceText(ctx, termsOf(set)) });
  if (after !== null) {
    const what = t("staff.what.price", { set: name, points: after });
    return { title: t("staff.ask.price"), facts: [what, now], yes: "staff.yes.price" } as const;
  }
  const then = t("staff.price.then", {
    price: priceText(ctx, termsOf(set, { withoutStaff: true })),
  });
  const facts = [t("staff.what.priceOff", { set: name }), now, then];
  return { title: t("staff.ask.priceOff"), facts, yes: "staff.yes.takeBack" } as const;
}

export const rewards: Command = {
  name: "rewards",
  roles: managers,
  parameters: [],
  helpKey: "staff.help.rewards",
  async run(ctx) {
    const { loyalty, timeZone, signal, t } = ctx;
    const termsOf = await ctx.rewardPrices.read();
    const isWanted = (set: CouponSet) => termsOf(set) !== null;
    const list = await readCouponSets(loyalty, {}, { isWanted, timeZone, signal });
    const sets = requireKnown(list, "getCouponSet");
    if (sets.length === 0) return textReply(t("staff.price.empty"));
    const rows = sets.slice(0, maxShown).map((set) => {
      const terms = termsOf(set);
      const facts = [
        setName(set),
        priceText(ctx, terms),
        terms?.hidden ? t("staff.price.hidden") : "",
        isGiveable(set, ctx) && leftOf(set) !== 0 ? "" : t("staff.price.closed"),
        unreadDates(ctx, unreadableDatesOf(set, timeZone)),
      ];
      return { text: ui.dotted(facts), actions: setPriceAction(ctx, set) };
    });
    const isCut = !list.isComplete || sets.length > maxShown;
    return {
      messages: [
        listCard(ctx, t("staff.price.title"), [
          ...rows,
          ...(isCut ? [{ text: t("staff.price.more") }] : []),
          { text: unreadLine(ctx, list.unreadable) },
        ]),
      ],
    };
  },
};

/** What a reward costs, and where the price comes from. @param terms null = the set is no reward. */
export const priceText = ({ t }: RenderContext, terms: RewardTerms | null): string =>
  terms
    ? `${t("rewards.price", { points: terms.points })} · ${t(`staff.price.by.${terms.source}`)}`
    : t("staff.price.none");
