/** Renders confirmations: what they write, their state and their outcome. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Outcome } from "../../../store/confirmations.ts";
import type { RenderContext } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { operationOf } from "../operations/index.ts";
import { infoCard, text } from "../staff-views.ts";
import type { StoredOrder } from "./execute.ts";
import { refusalText } from "./refusal-text.ts";

/** One line that says what a confirmation writes, or takes back. */
export const describeWrite = (ctx: RenderContext, confirmation: Confirmation): string => {
  const what = operationOf(confirmation).describe(ctx, confirmation.order);
  return confirmation.undoOf ? ctx.t("staff.what.undo", { what }) : what;
};

/** The message for each state that has no outcome to show. */
const statusKeys = {
  awaiting_approval: "staff.stands.waiting",
  claimed: "staff.stands.taken",
  unknown: "staff.stands.unknown",
  needs_review: "staff.stands.person",
  undone: "staff.stands.undone",
  cancelled: "staff.stands.cancelled",
  declined: "staff.stands.declined",
  expired: "staff.stands.lapsed",
} as const;

/** Renders the stored state of a confirmation for somebody who taps again. */
export function statusView(ctx: RenderContext, confirmation: Confirmation): Message {
  const { state, outcome } = confirmation;
  if (outcome && (state === "done" || state === "refused")) {
    return outcomeView(ctx, confirmation, outcome, null, "staff.stands.already");
  }
  const what = describeWrite(ctx, confirmation);
  if (state === "open") return text(ctx.t("staff.stands.expired"));
  if (state === "done" || state === "refused") return text(what);
  return text(ctx.t(statusKeys[state], { what }));
}

/** Renders the result of a confirmation after an attempt to execute it; offers undo or retry to its asker. */
export function storedView(
  ctx: RenderContext,
  { confirmation, undo }: StoredOrder,
  lineId: string,
): Message {
  const { id, state, outcome, asker } = confirmation;
  // An undo that changed nothing goes back to open, so that it can be tapped again.
  const retryId = state === "open" && asker === lineId ? id : null;
  if (!outcome || (state !== outcome.state && !retryId)) return statusView(ctx, confirmation);
  return outcomeView(ctx, confirmation, outcome, undo?.asker === lineId ? undo.id : retryId);
}

/**
 * Renders the outcome of a write.
 * @param undo id of the question that takes the write back, shown as a button; null = no button.
 * @param prefixKey message shown before the facts.
 */
function outcomeView(
  ctx: RenderContext,
  confirmation: Confirmation,
  outcome: Outcome,
  undo: string | null,
  prefixKey?: MessageKey & "staff.stands.already",
): Message {
  const { t } = ctx;
  const what = describeWrite(ctx, confirmation);
  const actions = undo ? [postbackAction(t("staff.undo"), "/yes", { id: undo })] : [];
  switch (outcome.state) {
    case "done": {
      const operation = operationOf(confirmation);
      const result =
        "person" in outcome.done
          ? { title: what, facts: [t("staff.decided.done")] }
          : operation.resultView(ctx, confirmation.order, outcome.done);
      const title = confirmation.undoOf ? what : result.title;
      return infoCard(ctx, title, [prefixKey ? t(prefixKey) : "", ...result.facts], actions);
    }
    case "refused": {
      const words = t("staff.refused", { what, why: refusalText(ctx, outcome) });
      const [title = "", ...facts] = words.split("\n");
      return undo ? infoCard(ctx, title, facts, actions) : text(words);
    }
    case "unknown":
      return text(t("staff.unknown", { what }));
    case "needs_review":
      return text(t("staff.stands.person", { what }));
  }
}
