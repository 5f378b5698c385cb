/** What a tap on a question's button does, and how an order that was confirmed is told of. */
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
import { dayOf, limitReachedText } from "./ask.ts";
import type { Colleague } from "../staff-directory.ts";
import { infoCard, text } from "../staff-views.ts";

/** What the buttons of questions ask for. */
export const taps = ["/yes", "/no", "/approve", "/decline", "/happened", "/not-happened"] as const;
export type Tap = (typeof taps)[number];

/** Who tapped, where, and what commands there are. */
export interface TapContext {
  context: Context;
  staffContext: StaffContext;
  asker: Colleague;
  commandNamed(name: string): Command | undefined;
}

export async function answerTap(tap: Tap, id: string, tapped: TapContext): Promise<Reply> {
  const { context, staffContext, asker } = tapped;
  const { account, lineId, event, now, t } = context;
  const deed = { by: lineId, eventId: event.webhookEventId, at: now };
  const confirmation = await staffContext.confirmations.get(account, id);
  if (!confirmation) return textReply(t("staff.stands.expired"));
  const command = tapped.commandNamed(confirmation.command);
  const isForManagers = tap !== "/yes" && tap !== "/no";
  const may = isForManagers ? managers.includes(asker.role) : command && isAllowed(command, asker);
  if (!may) return textReply(t("staff.notAllowed"));
  switch (tap) {
    case "/yes": {
      const taken = await staffContext.confirmations.claim(
        account,
        id,
        deed,
        dayOf(context, staffContext),
      );
      return onConfirmed(taken, confirmation, tapped);
    }
    case "/approve":
      return onConfirmed(
        await staffContext.confirmations.approve(account, id, deed),
        confirmation,
        tapped,
      );
    case "/no":
      return onDeclined(
        await staffContext.confirmations.cancel(account, id, deed),
        confirmation,
        tapped,
      );
    case "/decline": {
      const answer = await staffContext.confirmations.decline(account, id, deed);
      return onDeclined(answer, confirmation, tapped);
    }
    case "/happened":
    case "/not-happened":
      return decide(confirmation, tap === "/happened", tapped);
  }
}

const textReply = (words: string): Reply => ({ messages: [text(words)] });

async function onConfirmed(
  taken: TapResult,
  asked: Confirmation,
  tapped: TapContext,
): Promise<Reply> {
  const { context, staffContext } = tapped;
  const { t } = context;
  switch (taken.kind) {
    case "none":
      return textReply(t(asked.approval ? "staff.notYoursToApprove" : "staff.notYours"));
    case "expired":
      return textReply(t("staff.stands.expired"));
    case "limit":
      return textReply(limitReachedText(context, taken.limit, taken.left));
    case "stands":
      return { messages: [statusView(context, taken.confirmation)] };
    case "waiting":
      return awaitApproval(taken.confirmation, tapped);
    case "taken": {
      const doer = { by: context.lineId, eventId: context.event.webhookEventId };
      const stored = await staffContext.execution.execute(taken.confirmation, doer, context.signal);
      return { messages: [storedView(context, stored, context.lineId)] };
    }
  }
}

async function awaitApproval(confirmation: Confirmation, tapped: TapContext): Promise<Reply> {
  const { context, staffContext } = tapped;
  const { t, account } = context;
  const notice: Notice = { kind: "approval", confirmation: confirmation.id };
  const colleagues = await staffContext.directory.all(account);
  const seconds = colleagues.filter(
    ({ role, lineId }) => managers.includes(role) && lineId !== confirmation.asker,
  );
  return {
    messages: [text(t("staff.approval.waiting", { what: describe(context, confirmation) }))],
    writes: seconds.map(({ lineId }) => ({ kind: "notice" as const, lineId, notice })),
  };
}

function onDeclined(answer: TapResult, asked: Confirmation, { context }: TapContext): Reply {
  if (answer.kind === "none") {
    return textReply(context.t(asked.approval ? "staff.notYoursToApprove" : "staff.notYours"));
  }
  return { messages: [statusView(context, answer.confirmation)] };
}

/** A person says what became of what the platform couldn't tell. */
async function decide(
  confirmation: Confirmation,
  happened: boolean,
  { context, staffContext }: TapContext,
): Promise<Reply> {
  const { lineId: by, event, signal } = context;
  const doer = { by, eventId: event.webhookEventId };
  const stored = await staffContext.execution.decide(confirmation, happened, doer, signal);
  return { messages: [storedView(context, stored, by)] };
}

export const describe = (ctx: RenderContext, confirmation: Confirmation): string => {
  const what = operationOf(confirmation).describe(ctx, confirmation.order);
  return confirmation.undoOf ? ctx.t("staff.what.undo", { what }) : what;
};

/** How it stands, for whoever taps again. */
export function statusView(ctx: RenderContext, confirmation: Confirmation): Message {
  const { state, outcome } = confirmation;
  if (outcome && (state === "done" || state === "refused")) {
    return outcomeView(ctx, confirmation, outcome, null, "staff.stands.already");
  }
  const what = describe(ctx, confirmation);
  if (state === "open") return text(ctx.t("staff.stands.expired"));
  if (state === "done" || state === "refused") return text(what);
  return text(ctx.t(`staff.stands.${state}`, { what }));
}

/** How an order stands in the store, for somebody who waits for its end. */
export function storedView(
  ctx: RenderContext,
  { confirmation, undo }: StoredOrder,
  lineId: string,
): Message {
  const { id, state, outcome, asker } = confirmation;
  // An undo by which nothing was done can be tapped again.
  const again = state === "open" && asker === lineId ? id : null;
  if (!outcome || (state !== outcome.state && !again)) return statusView(ctx, confirmation);
  return outcomeView(ctx, confirmation, outcome, undo?.asker === lineId ? undo.id : again);
}

/** How an order ended. @param undo the question that takes it back. */
function outcomeView(
  ctx: RenderContext,
  confirmation: Confirmation,
  outcome: Outcome,
  undo: string | null,
  before?: MessageKey & "staff.stands.already",
): Message {
  const { t } = ctx;
  const what = describe(ctx, confirmation);
  const actions = undo ? [postbackAction(t("staff.undo"), "/yes", { id: undo })] : [];
  switch (outcome.state) {
    case "done": {
      const kind = operationOf(confirmation);
      const ended =
        "person" in outcome.done
          ? { title: what, facts: [t("staff.decided.done")] }
          : kind.resultView(ctx, confirmation.order, outcome.done);
      const title = confirmation.undoOf ? what : ended.title;
      return infoCard(ctx, title, [before ? t(before) : "", ...ended.facts], actions);
    }
    case "refused": {
      const words = t("staff.refused", { what, why: refusalReason(ctx, outcome) });
      const [title = "", ...facts] = words.split("\n");
      return undo ? infoCard(ctx, title, facts, actions) : text(words);
    }
    case "unknown":
      return text(t("staff.unknown", { what }));
    case "person":
      return text(t("staff.stands.person", { what }));
  }
}

const reasons = [
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
  const known = reasons.find((reason) => reason === code);
  return known ? t(`staff.why.${known}` as "staff.why.NOT_FOUND") : clip(t("staff.why.other"), 500);
}
