/** Answers taps on the buttons of confirmations: checks the sender's right, applies the tap, renders the result. */
import { unansweredStates } from "../../../store/confirmation-rules.ts";
import type { Confirmation, ConfirmationState, TapResult } from "../../../store/confirmations.ts";
import type { Context, Reply } from "../../context.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { actionOf, isAllowed, managers, type Command, type StaffContext } from "../command.ts";
import { isKnownKind } from "../operations/index.ts";
import type { Colleague } from "../staff-directory.ts";
import { balanceAfterUndo } from "../new-balance.ts";
import { text } from "../staff-views.ts";
import { dayOf, limitReachedText } from "./day-limits.ts";
import { answerDecision } from "../redemption/decide.ts";
import { decisionTaps, type DecisionTap } from "../redemption/redemption-texts.ts";
import { askUndo, renewedUndo } from "./undo.ts";
import { describeWrite, foreignView, statusView, storedView } from "./status-view.ts";

/** The postback actions of confirmation buttons; stored in sent messages, so they never change. */
export const taps = [
  "/yes",
  "/no",
  "/undo",
  "/approve",
  "/decline",
  "/happened",
  "/not-happened",
  "/redemption-happened",
  "/redemption-refund",
  "/redemption-close",
] as const;
export type Tap = (typeof taps)[number];
/** Those that need the role that the command needs; the others decide about other people's orders. */
const askersTaps: ReadonlySet<Tap> = new Set<Tap>(["/yes", "/no", "/undo"]);

/** Decisions about redemptions, which are no confirmations. */
const isDecision = (tap: Tap): tap is DecisionTap => Object.hasOwn(decisionTaps, tap);

/** What is needed to answer one tap; `asker` is the staff member who tapped. */
export interface TapContext {
  context: Context;
  staffContext: StaffContext;
  asker: Colleague;
  commandNamed(name: string): Command | undefined;
}

/** Expired questions and those of other people get a text reply. @throws {LoyaltyError} */
export async function answerTap(
  tap: Tap,
  args: Readonly<Record<string, string>>,
  tapContext: TapContext,
): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { account, t } = context;
  const { confirmations } = staffContext;
  if (isDecision(tap)) return answerDecision(tap, args, tapContext);
  const id = args["id"] ?? "";
  const confirmation = await confirmations.get(account, id);
  if (!confirmation) return textReply(t("staff.stands.expired"));
  if (!isKnownKind(confirmation)) return { messages: [foreignView(context, confirmation)] };
  if (!mayAnswer(tap, confirmation, tapContext)) return textReply(t("staff.notAllowed"));
  // An undo is only asked about, and expires by itself.
  if (isTooLate(context) && tap !== "/undo") return answerLate(tap, confirmation, context);
  const action = actionOf(context);
  switch (tap) {
    case "/yes": {
      const day = dayOf(context, staffContext, tapContext.asker.role);
      const approvers = await approversOf(confirmation, tapContext);
      const result = await confirmations.claim(account, id, action, day, approvers);
      return applied(result, confirmation, tapContext);
    }
    case "/approve": {
      const left = await askerWhoLeft(confirmation, tapContext);
      if (left !== null) return textReply(t("staff.approval.askerLeft", { who: left }));
      return applied(await confirmations.approve(account, id, action), confirmation, tapContext);
    }
    case "/no":
      return cancelled(await confirmations.cancel(account, id, action), confirmation, tapContext);
    case "/undo":
      return askUndo(confirmation, tapContext);
    case "/decline":
      return applied(await confirmations.decline(account, id, action), confirmation, tapContext);
    case "/happened":
    case "/not-happened":
      return decide(confirmation, tap === "/happened", tapContext);
  }
}

/** Checks the current role: it may have changed since the question was asked. */
function mayAnswer(
  tap: Tap,
  { command: name }: Confirmation,
  { asker, commandNamed }: TapContext,
): boolean {
  if (!askersTaps.has(tap)) return managers.includes(asker.role);
  return mayOrder(commandNamed(name), asker);
}

const mayOrder = (command: Command | undefined, colleague: Colleague | null): boolean =>
  command !== undefined && isAllowed(command, colleague);

/** An approval is the second of two people who may order it. @returns the name of who asked, if they no longer may. */
async function askerWhoLeft(
  { state, asker, command }: Confirmation,
  { context: { account }, staffContext: { directory }, commandNamed }: TapContext,
): Promise<string | null> {
  if (state !== "awaiting_approval") return null;
  if (mayOrder(commandNamed(command), await directory.of(account, asker))) return null;
  return (await directory.names(account))(asker);
}

/** In which states a tap would have changed something. */
const awaitedStates: Record<Exclude<Tap, DecisionTap | "/undo">, readonly ConfirmationState[]> = {
  "/yes": ["open"],
  "/no": unansweredStates,
  "/approve": ["awaiting_approval"],
  "/decline": ["awaiting_approval"],
  "/happened": ["needs_review"],
  "/not-happened": ["needs_review"],
};

/** Changes nothing: says so, or how the order stands that an earlier attempt of this event may have carried out. */
function answerLate(
  tap: keyof typeof awaitedStates,
  confirmation: Confirmation,
  context: Context,
): Reply {
  const isSomebodyElses = askersTaps.has(tap) && confirmation.asker !== context.lineId;
  return isSomebodyElses || awaitedStates[tap].includes(confirmation.state)
    ? textReply(context.t("staff.late"))
    : { messages: [statusView(context, confirmation)] };
}

/** The reply to a *Cancel*. An undo can still be asked for again. */
async function cancelled(
  result: TapResult,
  confirmation: Confirmation,
  tapContext: TapContext,
): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { messages } = await applied(result, confirmation, tapContext);
  return { messages, writes: await renewedUndo(context, staffContext, result) };
}

/** The reply to a tap that the store has applied; a confirmed write is executed first. */
async function applied(
  result: TapResult,
  confirmation: Confirmation,
  tapContext: TapContext,
): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { t, lineId, event, signal } = context;
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
      return textReply(
        t("staff.approval.waiting", { what: describeWrite(context, result.confirmation) }),
      );
    case "claimed": {
      const actor = { by: lineId, eventId: event.webhookEventId };
      const stored = await staffContext.executor.execute(result.confirmation, actor, signal);
      const balance = await balanceAfterUndo(context, stored.confirmation);
      return { messages: [storedView(context, stored, lineId, balance)], tellsOutcome: true };
    }
  }
}

/** The LINE user ids of every manager but the asker, of an order that a second person must approve. */
async function approversOf(
  { approval, state, asker }: Confirmation,
  { context: { account }, staffContext: { directory } }: TapContext,
): Promise<string[]> {
  if (!approval || state !== "open") return [];
  const colleagues = await directory.all(account);
  return colleagues
    .filter(({ role, lineId }) => managers.includes(role) && lineId !== asker)
    .map(({ lineId }) => lineId);
}

/** Resolves a write in state `needs_review` as a manager says: it happened, or it didn't. */
async function decide(
  confirmation: Confirmation,
  happened: boolean,
  { context, staffContext }: TapContext,
): Promise<Reply> {
  const { lineId: by, event, signal } = context;
  const actor = { by, eventId: event.webhookEventId };
  const stored = await staffContext.executor.decide(confirmation, happened, actor, signal);
  return { messages: [storedView(context, stored, by)] };
}

const textReply = (words: string): Reply => ({ messages: [text(words)] });
