/** Renders confirmations: what they write, their state and their outcome. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Outcome } from "../../../store/confirmations.ts";
import type { RenderContext } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { operationOf } from "../operations/index.ts";
import type { ResultView } from "../operations/write-operation.ts";
import { infoCard, resultCard, text } from "../staff-views.ts";
import type { StoredOrder } from "./execute.ts";
import { refusalText } from "./refusal-text.ts";

/** One line that says what a confirmation writes, or takes back; by its id where only another version can tell. */
export const describeWrite = (ctx: RenderContext, confirmation: Confirmation): string => {
  const { id, order, undoOf } = confirmation;
  try {
    const operation = operationOf(confirmation);
    const { describe } = (undoOf ? operation.asUndo : undefined) ?? operation;
    return describe(ctx, order);
  } catch {
    return ctx.t("staff.what.foreign", { id });
  }
};

/** The answer to whoever taps on what only another version can go on with. */
export const foreignView = (ctx: RenderContext, confirmation: Confirmation): Message =>
  text(ctx.t("staff.stands.foreign", { what: describeWrite(ctx, confirmation) }));

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
    return outcomeView(ctx, confirmation, outcome, { isRepeated: true });
  }
  const what = describeWrite(ctx, confirmation);
  if (state === "open") return text(ctx.t("staff.stands.expired"));
  if (state === "done" || state === "refused") return text(what);
  if (!Object.hasOwn(statusKeys, state)) return foreignView(ctx, confirmation);
  return text(ctx.t(statusKeys[state], { what }));
}

/**
 * Renders the result of a confirmation after an attempt to execute it; offers undo or retry to its asker.
 * @param balance of the card afterwards; null = not known, or told by the result itself.
 */
export function storedView(
  ctx: RenderContext,
  { confirmation, undo }: StoredOrder,
  lineId: string,
  balance: number | null = null,
): Message {
  const { id, state, outcome, asker, undoOf } = confirmation;
  // An undo that changed nothing goes back to open, so that it can be tapped again.
  const retryOf = state === "open" && asker === lineId ? undoOf : null;
  if (!outcome || (state !== outcome.state && !retryOf)) return statusView(ctx, confirmation);
  return outcomeView(ctx, confirmation, outcome, {
    undoable: undo?.asker === lineId ? id : retryOf,
    balance,
  });
}

/**
 * Renders the outcome of a write.
 * @param options `undoable`: id of the confirmation that the button *Undo* takes back; null = no button.
 * `isRepeated`: whether it was shown before. `balance`: of the card afterwards; null = nothing is said of it.
 */
function outcomeView(
  ctx: RenderContext,
  confirmation: Confirmation,
  outcome: Outcome,
  {
    undoable = null,
    isRepeated = false,
    balance = null,
  }: { undoable?: string | null; isRepeated?: boolean; balance?: number | null },
): Message {
  const { t } = ctx;
  const what = describeWrite(ctx, confirmation);
  const undo = undoable ? postbackAction(t("staff.undo"), "/undo", { id: undoable }) : null;
  switch (outcome.state) {
    case "done": {
      const { facts, ...result } = resultOf(ctx, confirmation, outcome.done);
      const already = isRepeated ? [t("staff.stands.already")] : [];
      const after = balance === null ? [] : [t("staff.balance.after", { balance })];
      return resultCard({ ...result, facts: [...already, ...facts, ...after] }, undo);
    }
    case "refused": {
      const words = t("staff.refused", { what, why: refusalText(ctx, outcome) });
      const [title = "", ...facts] = words.split("\n");
      return undo ? infoCard(ctx, title, facts, [undo]) : text(words);
    }
    case "unknown":
      return text(t("staff.unknown", { what }));
    case "needs_review":
      return text(t("staff.stands.person", { what }));
  }
}

function resultOf(ctx: RenderContext, confirmation: Confirmation, done: object): ResultView {
  const { order, undoOf } = confirmation;
  if ("person" in done) {
    return { title: describeWrite(ctx, confirmation), facts: [ctx.t("staff.decided.done")] };
  }
  const { resultView, asUndo } = operationOf(confirmation);
  const result = resultView(ctx, order, done);
  return undoOf && asUndo ? { ...result, title: asUndo.title(ctx, order, done) } : result;
}
