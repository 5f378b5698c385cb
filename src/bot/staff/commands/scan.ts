/** The `/scan` command: opens what a photo, a scanner or a person tells of a code: a member, a card or a coupon. */
import { cashierAndAbove, type Command } from "../command.ts";
import { codesReply } from "../photo/answer-photo.ts";

export const scan: Command = {
  name: "scan",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.code" }],
  helpKey: "staff.help.scan",
  run: (ctx) => codesReply(ctx, [ctx.args["code"] ?? ""]),
};
