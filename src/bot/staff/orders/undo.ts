/** Asks for the confirmation of an undo, and offers a cancelled one again. */
import type { Confirmation, StaffWrite, TapResult } from "../../../store/confirmations.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Context, RenderContext, Reply } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { StaffContext } from "../command.ts";
import { isKnownKind } from "../operations/index.ts";
import { infoCard, text } from "../staff-views.ts";
import { askedAgain, isOffered } from "./question.ts";
import { describeWrite, foreignView, statusView } from "./status-view.ts";

interface UndoContext {
  context: Context;
  staffContext: Pick<StaffContext, "confirmations">;
}

/** The question whether to undo a write; for an undo that was answered before, how it stands. */
export async function askUndo(
  { id: undoable }: Pick<Confirmation, "id">,
  { context, staffContext }: UndoContext,
): Promise<Reply> {
  const { account, lineId, now, t } = context;
  const undo = await staffContext.confirmations.undoOf(account, undoable);
  if (undo && undo.asker !== lineId) return { messages: [text(t("staff.notYours"))] };
  if (undo && !isKnownKind(undo)) return { messages: [foreignView(context, undo)] };
  if (undo && undo.state !== "open") return { messages: [statusView(context, undo)] };
  if (!undo || !isOffered(undo, now)) return { messages: [text(t("staff.undo.expired"))] };
  return { messages: [undoQuestion(context, undo)] };
}

export function undoQuestion(ctx: RenderContext, undo: Confirmation): Message {
  const { t } = ctx;
  const { id } = undo;
  const actions = [
    postbackAction(t("staff.yes.undo"), "/yes", { id }),
    postbackAction(t("staff.no"), "/no", { id }),
  ];
  return infoCard(ctx, t("staff.ask.undo"), [describeWrite(ctx, undo)], actions);
}

/** A cancelled undo under a new id, for the rest of its time; none for other answers. */
export async function renewedUndo(
  { account, now }: Context,
  { confirmations }: UndoContext["staffContext"],
  result: TapResult,
): Promise<StaffWrite[]> {
  if (result.kind !== "already_resolved") return [];
  const { confirmation: undo } = result;
  if (undo.undoOf === null || undo.state !== "cancelled" || now >= undo.expiresAt) return [];
  if (await confirmations.undoOf(account, undo.undoOf)) return [];
  return [{ kind: "question", question: askedAgain(undo, now) }];
}
