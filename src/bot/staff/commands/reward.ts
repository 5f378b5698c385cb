/** The `/reward` command: sets what a coupon set costs members in points, or takes that price back. */
import { rewardPrice, type ReadTerms } from "../../../loyalty/reward-prices.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { clip } from "../../views/flex-components.ts";
import { wholeNumber } from "../argument-parser.ts";
import { expectInput, managers, type Command, type CommandContext } from "../command.ts";
import { askConfirmation } from "../confirmation/ask.ts";
import type { SetRewardPrice } from "../operations/set-reward-price.ts";
import { priceText } from "../price-text.ts";
import { oneSet, setName } from "../set-search.ts";
import { text } from "../staff-views.ts";

export const reward: Command = {
  name: "reward",
  roles: managers,
  parameters: [
    { name: "set", is: "word" },
    { name: "points", is: "word", optional: true, shown: "<points|off>" },
  ],
  confirm: true,
  helpKey: "staff.help.reward",
  async run(ctx) {
    const { args, t } = ctx;
    const chosen = await oneSet(ctx, { mustBeGiveable: false });
    if ("reply" in chosen) return chosen.reply;
    const { set } = chosen;
    const { points: written } = args;
    const after = priceIn(written ?? "");
    if (written === undefined || after === undefined) {
      expectInput(ctx, "points", { set: set.uuid });
      const question =
        written === undefined
          ? t("staff.price.ask", { set: setName(set) })
          : t("staff.price.wrong", { written: clip(written, 60) });
      return { messages: [text(question)] };
    }
    const termsOf = await ctx.rewardPrices.read();
    const terms = termsOf(set);
    const before = terms?.source === "staff" ? terms.points : null;
    if (after === before) {
      const key = after === null ? "staff.price.notSet" : "staff.price.same";
      return { messages: [text(t(key, { set: setName(set) }))] };
    }
    const order: SetRewardPrice = { setUuid: set.uuid, set: set.name, before, after };
    return askConfirmation(
      ctx,
      { operation: "set_reward_price", order },
      texts(ctx, order, set, termsOf),
    );
  },
};

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
