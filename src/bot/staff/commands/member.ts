/** The `/member` command: shows one member's cards and available coupons. */
import { cashierAndAbove, type Command } from "../command.ts";
import { oneMember } from "../choose-member.ts";
import { memberReply } from "../member-view.ts";
import { shownReference } from "../next-actions.ts";

export const member: Command = {
  name: "member",
  roles: cashierAndAbove,
  parameters: [{ name: "who", is: "person", ask: "staff.which.member" }],
  confirm: false,
  helpKey: "staff.help.member",
  async run(ctx) {
    const found = await oneMember(ctx, "who");
    if ("reply" in found) return found.reply;
    return memberReply(ctx, found.member, shownReference(found.member, ctx.args["who"]));
  },
};
