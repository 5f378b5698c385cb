/** The `/cancel` command: cancels the sender's newest open question, or what they were about to write. */
import type { Confirmation } from "../../../store/confirmations.ts";
import type { Redemption } from "../../../store/redemptions.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { statusView } from "../orders/status-view.ts";
import { actionOf, everybody, type Command } from "../command.ts";
import { cancelRedemption } from "../redemption/answer-redemption.ts";
import { withQuickReplies } from "../../views/flex-components.ts";
import { commandButton } from "../command-button.ts";
import { text } from "../staff-views.ts";

/** What this very event has cancelled comes first, else the newest: a repeat must cancel nothing else. */
const comesFirst = (
  one: Pick<Redemption, "state" | "askedAt">,
  other: Pick<Confirmation, "state" | "askedAt">,
): boolean =>
  one.state === "cancelled" || (other.state !== "cancelled" && one.askedAt > other.askedAt);

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
    const open = await staffContext.confirmations.cancellable(account, action);
    const redemption = await staffContext.redemptions.cancellable(account, action);
    const isRepeated = open?.state === "cancelled" || redemption?.state === "cancelled";
    if (isTooLate(ctx) && !isRepeated) return { messages: [text(t("staff.late"))] };
    const { dialogue } = staffContext;
    const wasDrafting = dialogue.expectedInput() !== null;
    dialogue.expectInput(null);
    dialogue.keepSetDraft(null);
    if (redemption && (!open || comesFirst(redemption, open))) {
      return cancelRedemption(ctx, redemption);
    }
    if (!open && wasDrafting) return { messages: [text(t("staff.cancel.draft"))] };
    if (!open) {
      // What is carried out isn't cancelled, but may be undone.
      const undo = ctx.mayUse("undo") ? [commandButton(ctx, "/undo", "undo", {})] : [];
      return { messages: [withQuickReplies(text(t("staff.cancel.none")), undo)] };
    }
    const result = await staffContext.confirmations.cancel(account, open.id, action);
    return {
      messages: [statusView(ctx, result.kind === "none" ? open : result.confirmation)],
    };
  },
};
