/** Answers what staff write without a slash: a coupon's code is checked, a card or phone number, or its end, is looked for. */
import { plainNumber, withoutFraming } from "../../text/digits.ts";
import type { Reply } from "../context.ts";
import type { Command, CommandContext } from "./command.ts";
import { commandButton } from "./command-button.ts";
import { check, couponReply } from "./commands/use.ts";
import { find } from "./commands/find.ts";
import { gift } from "./commands/gift.ts";
import { couponFacts, couponWithHolder } from "./coupon-search.ts";
import { findMembersByEnding, isNumber, isNumberEnding } from "./member-search.ts";
import { cardName, listedName, maskedPhone } from "./member-text.ts";
import { memberReference } from "./next-actions.ts";
import { runCommand } from "./run-command.ts";
import { chooser } from "./staff-views.ts";

/** @returns null for a text that names none of these, or what the role may not see. @throws {LoyaltyError} */
export function answerBareText(
  ctx: CommandContext,
  written: string,
): Promise<Reply | null> | Reply | null {
  const without = written.replace(/^[#＃]/, "");
  switch (meaningOf(written)) {
    case "shown set":
      return as(gift, ctx, { set: written });
    case "number":
      return as(find, ctx, { who: without });
    case "code":
      return as(check, ctx, { code: written });
    case "number or code":
      return ctx.mayUse(check.name) && ctx.mayUse(find.name) ? numberOrCode(ctx, without) : null;
    case null:
      return null;
  }
}

/** A number of the last list of sets, such as `#2`. */
const shownSetPattern = /^[#＃]\d{1,3}$/;
/** One word with a digit. */
const codePattern = /^(?=.*\d)[\p{L}\p{M}\d_./+-]{6,50}$/u;
/** As many digits as both the end of a number and a coupon's code have. */
const eitherPattern = /^\d{6,7}$/;

type Meaning = "shown set" | "number" | "code" | "number or code";

/** Whether staff who write a text name a coupon, a card or a person by it. */
export const isBareName = (text: string): boolean => meaningOf(text) !== null;

/** @returns null for a text that is none of them. */
function meaningOf(written: string): Meaning | null {
  const plain = plainNumber(withoutFraming(written));
  if (shownSetPattern.test(plain)) return "shown set";
  const number = plain.replace(/^[#＃]/, "");
  if (eitherPattern.test(number)) return "number or code";
  if (isNumberEnding(number) || isNumber(number)) return "number";
  return codePattern.test(plain) ? "code" : null;
}

/** Runs a command with these arguments in place of the text. */
const as = (
  command: Command,
  ctx: CommandContext,
  args: CommandContext["args"],
): Promise<Reply | null> | Reply | null =>
  ctx.mayUse(command.name) ? runCommand({ ...ctx, command, args }) : null;

/** What six or seven digits name: a coupon, members, or a choice between both. @throws {LoyaltyError} */
async function numberOrCode(ctx: CommandContext, written: string): Promise<Reply | null> {
  const { loyalty, signal, t } = ctx;
  const coupon = await couponWithHolder({ ...ctx, command: check, args: { code: written } });
  if ("messages" in coupon) return as(find, ctx, { who: written });
  const { rows: members } = await findMembersByEnding(loyalty, written, signal);
  if (members.length === 0) return couponReply({ ...ctx, command: check }, coupon);
  const options = [
    {
      title: t("staff.bare.coupon"),
      facts: couponFacts(ctx, coupon),
      action: commandButton(ctx, t("staff.bare.coupon"), check.name, { code: written }),
    },
    ...members.map((member) => ({
      title: listedName(member),
      facts: [maskedPhone(member), ...member.cards.map((card) => cardName(card))],
      action: commandButton(ctx, listedName(member), "member", { who: memberReference(member) }),
    })),
  ];
  return { messages: [chooser(ctx, t("staff.bare.several", { written }), options)] };
}
