/** Handles taps on the buttons of confirmation questions and renders the state of confirmed writes. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation, Outcome, TapResult } from "../../../store/confirmations.ts";
import type { Notice } from "../../../store/notices.ts";
import type { Context, RenderContext, Reply } from "../../context.ts";
import { parseInstant } from "../../views/dates.ts";
import { postbackAction, clip } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { StoredOrder } from "./execute.ts";
import { managers, isAllowed, type Command, type StaffContext } from "../command.ts";
import { operationOf } from "../operations/index.ts";
import { dayOf, limitReachedText } from "./day-limits.ts";
import type { Colleague } from "../staff-directory.ts";
import { infoCard, text } from "../staff-views.ts";

/** The postback actions of confirmation buttons; stored in sent messages, so they never change. */
export const taps = ["/yes", "/no", "/approve", "/decline", "/happened", "/not-happened"] as const;
export type Tap = (typeof taps)[number];

/** What is needed to answer one tap; `asker` is the staff member who tapped. */
export interface TapContext {
  context: Context;
  staffContext: StaffContext;
  asker: Colleague;
  commandNamed(name: string): Command | undefined;
}

/**
 * Checks that the staff member may answer the question, applies the tap and renders the result.
 * Never throws for expired or foreign questions: these get a text reply.
 */
export async function answerTap(tap: Tap, id: string, tapContext: TapContext): Promise<Reply> {
  const { context, staffContext, asker } = tapContext;
  const { account, lineId, event, now, t } = context;
  const action = { by: lineId, eventId: event.webhookEventId, at: now };
  const confirmation = await staffContext.confirmations.get(account, id);
  if (!confirmation) return textReply(t("staff.stands.expired"));
  const command = tapContext.commandNamed(confirmation.command);
  const isForManagers = tap !== "/yes" && tap !== "/no";
  const allowed = isForManagers
    ? managers.includes(asker.role)
    : command && isAllowed(command, asker);
  if (!allowed) return textReply(t("staff.notAllowed"));
  switch (tap) {
    case "/yes": {
      const result = await staffContext.confirmations.claim(
        account,
        id,
        action,
        dayOf(context, staffContext),
      );
      return onConfirmed(result, confirmation, tapContext);
    }
    case "/approve":
      return onConfirmed(
        await staffContext.confirmations.approve(account, id, action),
        confirmation,
        tapContext,
      );
    case "/no":
      return onDeclined(
        await staffContext.confirmations.cancel(account, id, action),
        confirmation,
        tapContext,
      );
    case "/decline": {
      const result = await staffContext.confirmations.decline(account, id, action);
      return onDeclined(result, confirmation, tapContext);
    }
    case "/happened":
    case "/not-happened":
      return decide(confirmation, tap === "/happened", tapContext);
  }
}

const textReply = (words: string): Reply => ({ messages: [text(words)] });

async function onConfirmed(
  result: TapResult,
  confirmation: Confirmation,
  tapContext: TapContext,
): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { t } = context;
  switch (result.kind) {
    case "none":
      return textReply(t(confirmation.approval ? "staff.notYoursToApprove" : "staff.notYours"));
    case "expired":
      return textReply(t("staff.stands.expired"));
    case "limit":
      return textReply(limitReachedText(context, result.limit, result.left));
    case "already_resolved":
      return { messages: [statusView(context, result.confirmation)] };
    case "awaiting_approval":
      return awaitApproval(result.confirmation, tapContext);
    case "claimed": {
      const actor = { by: context.lineId, eventId: context.event.webhookEventId };
      const stored = await staffContext.execution.execute(
        result.confirmation,
        actor,
        context.signal,
      );
      return { messages: [storedView(context, stored, context.lineId)] };
    }
  }
}

/** Replies that a second person must approve, and stores a notice for each manager but the asker. */
async function awaitApproval(confirmation: Confirmation, tapContext: TapContext): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { t, account } = context;
  const notice: Notice = { kind: "approval", confirmation: confirmation.id };
  const colleagues = await staffContext.directory.all(account);
  const approvers = colleagues.filter(
    ({ role, lineId }) => managers.includes(role) && lineId !== confirmation.asker,
  );
  return {
    messages: [text(t("staff.approval.waiting", { what: describe(context, confirmation) }))],
    writes: approvers.map(({ lineId }) => ({ kind: "notice" as const, lineId, notice })),
  };
}

function onDeclined(result: TapResult, confirmation: Confirmation, { context }: TapContext): Reply {
  if (result.kind === "none") {
    return textReply(
      context.t(confirmation.approval ? "staff.notYoursToApprove" : "staff.notYours"),
    );
  }
  return { messages: [statusView(context, result.confirmation)] };
}

/** Resolves a write in state `needs_review` as a manager says: it happened, or it didn't. */
async function decide(
  confirmation: Confirmation,
  happened: boolean,
  { context, staffContext }: TapContext,
): Promise<Reply> {
  const { lineId: by, event, signal } = context;
  const actor = { by, eventId: event.webhookEventId };
  const stored = await staffContext.execution.decide(confirmation, happened, actor, signal);
  return { messages: [storedView(context, stored, by)] };
}

/** One line that says what a confirmation writes, or takes back. */
export const describe = (ctx: RenderContext, confirmation: Confirmation): string => {
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
  const what = describe(ctx, confirmation);
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
  const what = describe(ctx, confirmation);
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
      const words = t("staff.refused", { what, why: refusalReason(ctx, outcome) });
      const [title = "", ...facts] = words.split("\n");
      return undo ? infoCard(ctx, title, facts, actions) : text(words);
    }
    case "unknown":
      return text(t("staff.unknown", { what }));
    case "needs_review":
      return text(t("staff.stands.person", { what }));
  }
}

/** Refusal codes with a message of their own. */
const knownReasons = [
  "MEMBER_INACTIVE",
  "COUPON_SET_NOT_ACTIVE",
  "MEMBER_LIMIT_REACHED",
  "OUT_OF_STOCK",
  "NOT_FOUND",
  "REF_NO_TAKEN",
  "POINTS_ALREADY_SPENT",
  "COUPON_USED",
  "COUPON_EXPIRED",
  "COUPON_VOIDED",
  "COUPON_NOT_STARTED",
  "COUPON_NOT_GIVEN",
  "COUPON_OTHER_MEMBER",
  "UNREACHED",
  "PERSON",
] as const;

function refusalReason(
  { t }: RenderContext,
  { code, detail }: Extract<Outcome, { state: "refused" }>,
): string {
  const { balance, requested } = detail ?? {};
  if (typeof balance === "number" && typeof requested === "number") {
    return t("staff.tooFewPoints", { balance, wanted: requested });
  }
  const at = typeof detail?.["used_at"] === "string" ? parseInstant(detail["used_at"]) : null;
  if (code === "COUPON_USED" && at !== null) {
    const where = [detail?.["branch_code"], detail?.["used_by"]].filter(Boolean).join(", ");
    return [t("staff.coupon.used", { at }), where && `(${clip(where, 100)})`].join(" ").trim();
  }
  const known = knownReasons.find((reason) => reason === code);
  return known ? t(`staff.why.${known}` as "staff.why.NOT_FOUND") : clip(t("staff.why.other"), 500);
}
