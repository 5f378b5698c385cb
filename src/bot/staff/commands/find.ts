/** The `/find` command, which lists the members that match a phone number, its last digits, a name or a card number, `/member`, which shows one, and `/scan`, which opens a code. */
import type { MemberProfile } from "../../../loyalty/contract.ts";
import { membersNamed, oneMember } from "../argument-values.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import * as ui from "../../views/flex-components.ts";
import { listCard, type ListRow } from "../staff-views.ts";
import { listedName, memberFacts, memberNotFound, tooMany, unreadLine } from "../member-text.ts";
import { memberReply } from "../member-view.ts";
import { shownReference, openMember } from "../next-actions.ts";
import { codesReply } from "../photo/answer-photo.ts";

const maxShown = 15;

export const find: Command = {
  name: "find",
  roles: cashierAndAbove,
  parameters: [{ name: "who", is: "person", ask: "staff.which.member" }],
  helpKey: "staff.help.find",
  async run(ctx) {
    const { args, t } = ctx;
    const { who = "" } = args;
    const { rows: found, isComplete, written, unreadable } = await membersNamed(ctx, who);
    const [first, second] = found;
    if (!first) return { messages: [(isComplete ? memberNotFound : tooMany)(ctx, who)] };
    if (!second && isComplete) return memberReply(ctx, first, shownReference(first, written));
    const rows = found.slice(0, maxShown).map((member) => memberRow(ctx, member, written));
    const left = found.length - rows.length;
    if (left > 0) rows.push({ text: t("staff.more", { count: left }) });
    if (!isComplete) rows.push({ text: t("staff.notAllRead") });
    rows.push({ text: unreadLine(ctx, unreadable) });
    return { messages: [listCard(ctx, t("staff.found", { count: found.length }), rows)] };
  },
};

function memberRow(ctx: CommandContext, member: MemberProfile, written?: string): ListRow {
  const state = member.active ? "" : ctx.t("staff.inactive");
  const facts = [listedName(member), ...memberFacts(member), state];
  return { text: ui.dotted(facts), actions: openMember(ctx, shownReference(member, written)) };
}

/** One member's cards and available coupons. */
export const member: Command = {
  name: "member",
  roles: cashierAndAbove,
  parameters: [{ name: "who", is: "person", ask: "staff.which.member" }],
  helpKey: "staff.help.member",
  async run(ctx) {
    const found = await oneMember(ctx, "who");
    if ("reply" in found) return found.reply;
    return memberReply(ctx, found.member, shownReference(found.member, ctx.args["who"]));
  },
};

/** Opens what a photo, a scanner or a person tells of a code: a member, a card or a coupon. */
export const scan: Command = {
  name: "scan",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.code" }],
  helpKey: "staff.help.scan",
  run: (ctx) => codesReply(ctx, [ctx.args["code"] ?? ""]),
};
