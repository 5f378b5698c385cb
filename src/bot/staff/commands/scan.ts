/** The `/scan` command: opens what a scanner read off a member's phone or a printed card. */
import { cashierAndAbove, type Command } from "../command.ts";
import { codesReply } from "../photo/answer-photo.ts";

export const scan: Command = {
  name: "scan",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.code" }],
  confirm: false,
  helpKey: "staff.help.scan",
  run: (ctx) => codesReply(ctx, [ctx.args["code"] ?? ""]),
};
