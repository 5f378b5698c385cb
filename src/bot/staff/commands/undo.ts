/** The `/undo` command: asks whether to undo the sender's newest order that can still be undone, whichever kind it is. */
import type { Reply } from "../../context.ts";
import { cashierAndAbove, type Command } from "../command.ts";
import { undoView } from "../orders/answer.ts";
import { undoRedemptionQuestion } from "../redemption/result-view.ts";
import { text } from "../staff-views.ts";

export const undo: Command = {
  name: "undo",
  roles: cashierAndAbove,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.undo",
  async run(ctx) {
    const { account, lineId, now, staffContext, t } = ctx;
    const newest = await staffContext.orders.newestUndo(account, lineId, now);
    if (!newest) return textReply(t("staff.undo.none"));
    if (!ctx.mayUse(newest.command)) return textReply(t("staff.notAllowed"));
    const redemption = await staffContext.redeemer.find(account, newest.id);
    if (redemption) return { messages: [undoRedemptionQuestion(ctx, redemption)] };
    return { messages: [undoView(ctx, newest)] };
  },
};

const textReply = (words: string): Reply => ({ messages: [text(words)] });
