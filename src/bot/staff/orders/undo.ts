/** Asks for the confirmation of an undo, and offers a cancelled one again. */
import type { StateChange } from "../../../store/line-users.ts";
import { isKnownOrder, isOffered, type Order } from "../../../store/order.ts";
import type { Tap } from "../../../store/orders.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Context, RenderContext, Reply } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { StaffContext } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";
import { askedAgain } from "./question.ts";
import { describeWrite, foreignView, statusView } from "./status-view.ts";

interface UndoContext {
  context: Context;
  staffContext: Pick<StaffContext, "orders">;
}

/** The question whether to undo a write; for an undo that was answered before, how it stands. */
export async function askUndo(
  { id: undoable }: Pick<Order, "id">,
  { context, staffContext }: UndoContext,
): Promise<Reply> {
  const { account, lineId, now, t } = context;
  const undo = await staffContext.orders.undoOf(account, undoable);
  if (undo && undo.asker !== lineId) return { messages: [text(t("staff.notYours"))] };
  if (undo && !isKnownOrder(undo)) return { messages: [foreignView(context, undo)] };
  if (undo && undo.state !== "open") return { messages: [statusView(context, undo)] };
  if (!undo || !isOffered(undo, now)) return { messages: [text(t("staff.undo.expired"))] };
  return { messages: [undoQuestion(context, undo)] };
}

export function undoQuestion(ctx: RenderContext, undo: Order): Message {
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
  { orders }: UndoContext["staffContext"],
  tap: Tap,
): Promise<StateChange[]> {
  if (tap.kind !== "already") return [];
  const { order: undo } = tap;
  if (undo.undoes === null || undo.state !== "cancelled" || now >= undo.expiresAt) return [];
  if (await orders.undoOf(account, undo.undoes)) return [];
  return [{ kind: "question", question: askedAgain(undo, now) }];
}
