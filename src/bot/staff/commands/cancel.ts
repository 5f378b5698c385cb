/** The `/cancel` command: cancels the sender's newest open question, or what they were about to write. */
import { isTooLate } from "../../routing/late-event.ts";
import { statusView } from "../orders/status-view.ts";
import { actionOf, everybody, type Command } from "../command.ts";
import { cancelRedemption } from "../redemption/answer-redemption.ts";
import { withQuickReplies } from "../../views/flex-components.ts";
import { commandButton } from "../command-button.ts";
import { text } from "../staff-views.ts";

export const cancel: Command = {
  name: "cancel",
  roles: everybody,
  parameters: [],
  confirm: false,
  mutates: true,
  judgesLateness: true,
  helpKey: "staff.help.cancel",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const action = actionOf(ctx);
    const { dialogue, orders, redeemer } = staffContext;
    // A repeat finds what this very event has cancelled, and cancels nothing else.
    const open = await orders.cancellable(account, action);
    if (isTooLate(ctx) && open?.state !== "cancelled") return { messages: [text(t("staff.late"))] };
    const wasDrafting = dialogue.expectedInput() !== null;
    dialogue.expectInput(null);
    dialogue.keepSetDraft(null);
    if (!open && wasDrafting) return { messages: [text(t("staff.cancel.draft"))] };
    if (!open) {
      // What is carried out isn't cancelled, but may be undone.
      const undo = ctx.mayUse("undo") ? [commandButton(ctx, "/undo", "undo", {})] : [];
      return { messages: [withQuickReplies(text(t("staff.cancel.none")), undo)] };
    }
    const redemption = await redeemer.find(account, open.id);
    if (redemption) return cancelRedemption(ctx, redemption);
    const result = await orders.cancel(account, open.id, action);
    return { messages: [statusView(ctx, result.kind === "none" ? open : result.order)] };
  },
};
