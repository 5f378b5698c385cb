/** The `/undo` command: asks whether to undo the sender's newest order that can still be undone, whichever kind it is. */
import { redemptionUndoMs } from "../../../store/redemption-undo.ts";
import type { Reply } from "../../context.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { askUndo } from "../orders/undo.ts";
import { undoRedemptionQuestion } from "../redemption/result-view.ts";
import { text } from "../staff-views.ts";

export const undo: Command = {
  name: "undo",
  roles: cashierAndAbove,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.undo",
  async run(ctx) {
    const newest = await newestUndo(ctx);
    if (!newest) return textReply(ctx.t("staff.undo.none"));
    return ctx.mayUse(newest.command) ? newest.ask() : textReply(ctx.t("staff.notAllowed"));
  },
};

/** The command that ordered what was carried out last, and the question that its button *Undo* asks. */
async function newestUndo(
  ctx: CommandContext,
): Promise<{ command: string; ask(): Promise<Reply> | Reply } | null> {
  const { account, lineId, now, staffContext } = ctx;
  const asked = await staffContext.confirmations.newestUndo(account, lineId, now);
  const redemption = await staffContext.redemptions.newestUndoable(account, lineId, now);
  // Both can be undone for the same time, so the one that can be for longer was carried out later.
  const redemptionEnds = (redemption?.doneAt ?? 0) + redemptionUndoMs;
  if (redemption && redemptionEnds > (asked?.expiresAt ?? 0)) {
    return {
      command: "redeem",
      ask: () => ({ messages: [undoRedemptionQuestion(ctx, redemption)] }),
    };
  }
  if (asked?.undoOf == null) return null;
  const order = { id: asked.undoOf };
  return { command: asked.command, ask: () => askUndo(order, { context: ctx, staffContext }) };
}

const textReply = (words: string): Reply => ({ messages: [text(words)] });
