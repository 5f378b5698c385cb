/** The `/gift` command: gives coupons of a set to a member. */
import type { CouponSet, MemberProfile } from "../../../loyalty/contract.ts";
import { leftOf } from "../../../loyalty/giveable-sets.ts";
import type { Reply } from "../../context.ts";
import { oneMember } from "../choose-member.ts";
import { expectInput, managers, type Command, type CommandContext } from "../command.ts";
import { askConfirmation, checkLimits } from "../orders/question.ts";
import { readCount } from "../count-argument.ts";
import { affected } from "../member-text.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import { askGiveableSet, leftLine, oneSet, setName, validityLine } from "../set-search.ts";
import { textReply } from "../staff-views.ts";

/** The platform's limit for one gift. */
const maxAtOnce = 10;

export const gift: Command = {
  name: "gift",
  roles: managers,
  parameters: [
    { name: "set", is: "word", ask: askGiveableSet },
    { name: "who", is: "person", ask: askWho },
    { name: "quantity", is: "whole" },
  ],
  confirm: true,
  helpKey: "staff.help.gift",
  async run(ctx) {
    const { args, t } = ctx;
    const read =
      args["quantity"] === undefined ? { count: 1 } : readCount(ctx, "quantity", maxAtOnce);
    if ("reply" in read) return read.reply;
    const { count: quantity } = read;
    const chosen = await oneSet(ctx);
    if ("reply" in chosen) return chosen.reply;
    const { set } = chosen;
    const found = await oneMember({ ...ctx, args: { ...args, set: set.uuid } }, "who");
    if ("reply" in found) return found.reply;
    const { member } = found;
    if (!member.active) return textReply(t("staff.why.MEMBER_INACTIVE"));
    const left = leftOf(set);
    if (left !== null && left < quantity) {
      return textReply(t("staff.tooFew", { left, wanted: quantity }));
    }
    return askToGive(ctx, { set, member, quantity });
  },
};

/** Names the set, once it is the only one that is meant. */
async function askWho(ctx: CommandContext): Promise<Reply> {
  const chosen = await oneSet(ctx);
  if ("reply" in chosen) return chosen.reply;
  const { set } = chosen;
  expectInput(ctx, "who", { ...ctx.args, set: set.uuid });
  return textReply(ctx.t("staff.ask.who", { set: setName(set) }));
}

interface Gift {
  set: CouponSet;
  member: MemberProfile;
  quantity: number;
}

/** Asks for the confirmation, unless a limit of the day is reached. */
async function askToGive(ctx: CommandContext, { set, member, quantity }: Gift): Promise<Reply> {
  const { colleague, staffContext, t } = ctx;
  const { line, refusal } = await checkLimits(ctx, "gifts", member.uuid, quantity);
  if (refusal) return { messages: [refusal] };
  const holder = affected(member);
  const order: GiveCoupons = {
    ...holder,
    quantity,
    set: set.name,
    input: {
      memberUuid: member.uuid,
      coupon_set_uuid: set.uuid,
      quantity,
      staff_code: colleague.name,
    },
  };
  const approval = quantity > staffContext.approvalAbove;
  return askConfirmation(
    ctx,
    { operation: "give_coupons", order, gifts: quantity, approval },
    {
      title: t("staff.ask.give"),
      facts: [
        t("staff.what.give", { count: quantity, set: setName(set), who: holder.who }),
        [leftLine(ctx, set), validityLine(ctx, set)].filter(Boolean).join(" · "),
        line,
        approval ? t("staff.approval.needed", { most: staffContext.approvalAbove }) : "",
      ],
      yes: approval ? "staff.yes.ask" : "staff.yes.give",
    },
  );
}
