/** The `/add` and `/burn` commands: ask, and change the points of a card. */
import type { MemberCard, MemberProfile, Transaction } from "../../../loyalty/contract.ts";
import { changeOf } from "../../../loyalty/points.ts";
import type { Role } from "../../../store/staff.ts";
import type { Reply } from "../../context.ts";
import { groupedNumber } from "../../views/card.ts";
import { oneCard } from "../choose-member.ts";
import {
  cashierAndAbove,
  expectInput,
  managers,
  type Command,
  type CommandContext,
} from "../command.ts";
import { askConfirmation, checkLimits } from "../orders/question.ts";
import { readCount } from "../count-argument.ts";
import { affected, balanceChange, balanceText, cardName, maskedWho } from "../member-text.ts";
import type { AdjustPoints } from "../operations/adjust-points.ts";
import { infoCard, textReply } from "../staff-views.ts";

const maxPoints = 2_147_483_647;
/** The platform's limit for a reference number. */
const maxRefLength = 100;

const adjustPointsCommand = (
  name: "add" | "burn",
  type: Transaction["type"],
  roles: readonly Role[],
): Command => ({
  name,
  roles,
  parameters: [
    { name: "card", is: "person", ask: "staff.which.card" },
    { name: "points", is: "whole", ask: askPoints },
    { name: "ref", is: "rest" },
  ],
  confirm: true,
  helpKey: `staff.help.${name}`,
  async run(ctx) {
    const { args, t } = ctx;
    const read = readCount(ctx, "points", maxPoints);
    if ("reply" in read) return read.reply;
    const { count: points } = read;
    const { ref } = args;
    if (ref && ref.length > maxRefLength) {
      return textReply(t("staff.ref.long", { most: maxRefLength }));
    }
    const found = await oneCard(ctx, "card");
    if ("reply" in found) return found.reply;
    const { member, card } = found;
    if (type === "BURN" && card.point !== null && card.point < points) {
      const values = { balance: card.point, wanted: points };
      return textReply(t("staff.tooFewPoints", values));
    }
    return askToAdjust(ctx, type, { member, card, points, ref: ref || null });
  },
});

export const add = adjustPointsCommand("add", "ADD", managers);
/** For a business whose cashiers may add points, too. */
export const addByCashiers = adjustPointsCommand("add", "ADD", cashierAndAbove);
export const burn = adjustPointsCommand("burn", "BURN", managers);

interface Adjustment {
  member: MemberProfile;
  card: MemberCard;
  points: number;
  /** The document that it belongs to. */
  ref: string | null;
}

/** Asks for the confirmation, unless a limit of the day is reached. */
async function askToAdjust(
  ctx: CommandContext,
  type: Transaction["type"],
  { member, card, points, ref }: Adjustment,
): Promise<Reply> {
  const { colleague, t } = ctx;
  const { line, refusal } = await checkLimits(ctx, "points", member.uuid, points);
  if (refusal) return { messages: [refusal] };
  const holder = affected(member);
  const order: AdjustPoints = {
    ...holder,
    type,
    points,
    card: card.card_no,
    refNo: ref,
    staffCode: colleague.name,
  };
  const values = { points, card: groupedNumber(card.card_no), who: holder.who };
  return askConfirmation(
    ctx,
    { operation: "adjust_points", order, points },
    {
      title: type === "ADD" ? t("staff.what.add", values) : t("staff.what.burn", values),
      facts: [balanceChange(ctx, card, changeOf(order)), ref ? t("staff.ref", { ref }) : "", line],
      yes: type === "ADD" ? "staff.yes.add" : "staff.yes.burn",
    },
  );
}

/** Asks how many points, and says what there are. */
async function askPoints(ctx: CommandContext): Promise<Reply> {
  const { t } = ctx;
  const found = await oneCard(ctx, "card");
  if ("reply" in found) return found.reply;
  const { member, card } = found;
  expectInput(ctx, "points", { card: card.card_no });
  const { line } = await checkLimits(ctx, "points", member.uuid, 0);
  const facts = [cardName(card), balanceText(ctx, card), line];
  return { messages: [infoCard(ctx, t("staff.ask.points", { who: maskedWho(member) }), facts)] };
}
