/** What somebody is still to be told, in words: it comes before their next reply, or is pushed. */
import type { Message } from "../../line/messages.ts";
import type { Confirmations } from "../../store/confirmations.ts";
import type { StoredNotice } from "../../store/notices.ts";
import type { Look } from "../context.ts";
import { ask, clip } from "../flex.ts";
import { endedView, standing, whatOf } from "./answers.ts";
import { sheet, text } from "./sheet.ts";

/** @returns null where there is nothing left to tell. */
export async function noticeView(
  look: Look,
  { account, lineId, notice }: StoredNotice,
  confirmations: Pick<Confirmations, "get" | "undoOf">,
): Promise<Message | null> {
  const { say } = look;
  const confirmation = await confirmations.get(account, notice.confirmation);
  if (!confirmation) return null;
  if (notice.kind === "gift") {
    const { quantity, name } = notice;
    return confirmation.state === "undone"
      ? null
      : text(say("staff.gift.notice", { count: quantity, set: clip(name, 100) }));
  }
  if (notice.kind === "approval") {
    // Somebody else may have answered it meanwhile.
    if (confirmation.state !== "waiting") return null;
    const { id } = confirmation;
    return sheet(
      look,
      say("staff.approval.asked"),
      [whatOf(look, confirmation)],
      [
        ask(say("staff.yes.approve"), "/approve", { id }),
        ask(say("staff.decline"), "/decline", { id }),
      ],
    );
  }
  const { outcome } = confirmation;
  if (!outcome || outcome.state === "unknown" || confirmation.state !== outcome.state) {
    return standing(look, confirmation);
  }
  const undo = await confirmations.undoOf(account, confirmation.id, look.now);
  return endedView(look, confirmation, outcome, undo?.asker === lineId ? undo.id : null);
}
