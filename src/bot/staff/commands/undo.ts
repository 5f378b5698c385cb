/** The `/undo` and `/cancel` commands: take back the sender's newest order, or what they were about to order. */
import { isTooLate } from "../../routing/late-event.ts";
import { withQuickReplies } from "../../views/flex-components.ts";
import { actionOf, cashierAndAbove, everybody, type Command } from "../command.ts";
import { commandButton } from "../command-button.ts";
import { undoView } from "../orders/answer.ts";
import { statusView } from "../orders/status-view.ts";
import { cancelRedemption } from "../redemption/answer-redemption.ts";
import { undoRedemptionQuestion } from "../redemption/views.ts";
import { text, textReply } from "../staff-views.ts";

/** Asks whether to undo the newest order that can still be undone, whichever kind it is. */
export const undo: Command = {
  name: "undo",
  roles: cashierAndAbove,
  parameters: [],
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

/** Cancels the newest open question, or what the sender was about to write. */
export const cancel: Command = {
  name: "cancel",
  roles: everybody,
  parameters: [],
  mutates: true,
  judgesLateness: true,
  helpKey: "staff.help.cancel",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const action = actionOf(ctx);
    const { dialogue, orders, redeemer } = staffContext;
    // A repeat finds what this very event has cancelled, and cancels nothing else.
    const open = await orders.cancellable(account, action);
    if (isTooLate(ctx) && open?.state !== "cancelled") return textReply(t("staff.late"));
    const wasDrafting = dialogue.expectedInput() !== null;
    dialogue.expectInput(null);
    dialogue.keepSetDraft(null);
    if (!open && wasDrafting) return textReply(t("staff.cancel.draft"));
    if (!open) {
      // What is carried out isn't cancelled, but may be undone.
      const next = ctx.mayUse("undo") ? [commandButton(ctx, "/undo", "undo", {})] : [];
      return { messages: [withQuickReplies(text(t("staff.cancel.none")), next)] };
    }
    const redemption = await redeemer.find(account, open.id);
    if (redemption) return cancelRedemption(ctx, redemption);
    const result = await orders.cancel(account, open.id, action);
    return { messages: [statusView(ctx, result.kind === "none" ? open : result.order)] };
  },
};
