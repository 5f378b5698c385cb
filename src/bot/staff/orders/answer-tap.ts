/** Answers taps on the buttons of orders: checks the sender's right, applies the tap, renders the result. */
import {
  currentStep,
  isKnownOrder,
  unansweredStates,
  type Order,
  type OrderState,
  isOffered,
} from "../../../store/rules/order.ts";
import type { TapResult } from "../../../store/orders.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import type { Context, Reply, RenderContext } from "../../context.ts";
import { isTooLate } from "../../routing/late-event.ts";
import { actionOf, isAllowed, managers, type Command, type StaffContext } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import {
  balanceAfterUndo,
  describeWrite,
  foreignView,
  statusView,
  storedView,
} from "./status-view.ts";
import { infoCard, textReply } from "../staff-views.ts";
import { askedAgain, dayOf, limitReachedText, questionView } from "./question.ts";
import {
  decisionTaps,
  type DecisionTap,
  decisionActions,
  describeRedemption,
  redemptionFacts,
  redemptionState,
} from "../redemption.ts";
import type { StateChange } from "../../../store/state-changes.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { currentStepName, unfinishedOf } from "../../redemption.ts";

/** The postback actions of the buttons; stored in sent messages, so they never change. */
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

/** Decisions about redemptions, whose other answers go by the command and the intent that ask. */
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
  const { orders } = staffContext;
  if (isDecision(tap)) return answerDecision(tap, args, tapContext);
  const id = args["id"] ?? "";
  const order = await orders.get(account, id);
  if (!order || kindOf(order).isPaid) return textReply(t("staff.stands.expired"));
  if (!isKnownOrder(order)) return { messages: [foreignView(context, order)] };
  if (!mayAnswer(tap, order, tapContext)) return textReply(t("staff.notAllowed"));
  // An undo is only asked about, and expires by itself.
  if (isTooLate(context) && tap !== "/undo") return answerLate(tap, order, context);
  const action = actionOf(context);
  switch (tap) {
    case "/yes": {
      const day = dayOf(context, staffContext, tapContext.asker.role);
      const approvers = await approversOf(order, tapContext);
      const limits = { ...day, redemptions: null };
      const result = await orders.confirm(account, id, action, limits, approvers);
      return outcome(await applied(result, order, tapContext));
    }
    case "/approve": {
      const left = await askerWhoLeft(order, tapContext);
      if (left !== null) return textReply(t("staff.approval.askerLeft", { who: left }));
      return outcome(await applied(await orders.approve(account, id, action), order, tapContext));
    }
    case "/no":
      return cancelled(await orders.cancel(account, id, action), order, tapContext);
    case "/undo":
      return askUndo(order, tapContext);
    case "/decline":
      return applied(await orders.decline(account, id, action), order, tapContext);
    case "/happened":
    case "/not-happened":
      return decide(order, tap === "/happened", tapContext);
  }
}

/** Checks the current role: it may have changed since the question was asked. */
function mayAnswer(
  tap: Tap,
  { command: name }: Order,
  { asker, commandNamed }: TapContext,
): boolean {
  if (!askersTaps.has(tap)) return managers.includes(asker.role);
  return mayOrder(commandNamed(name), asker);
}

const mayOrder = (command: Command | undefined, colleague: Colleague | null): boolean =>
  command !== undefined && isAllowed(command, colleague);

/** An approval is the second of two people who may order it. @returns the name of who asked, if they no longer may. */
async function askerWhoLeft(
  { state, asker, command }: Order,
  { context: { account }, staffContext: { directory }, commandNamed }: TapContext,
): Promise<string | null> {
  if (state !== "awaiting_approval") return null;
  if (mayOrder(commandNamed(command), await directory.of(account, asker))) return null;
  return (await directory.names(account))(asker);
}

/** In which states a tap would have changed something. */
const awaitedStates: Record<Exclude<Tap, DecisionTap | "/undo">, readonly OrderState[]> = {
  "/yes": ["open"],
  "/no": unansweredStates,
  "/approve": ["awaiting_approval"],
  "/decline": ["awaiting_approval"],
  "/happened": ["needs_review"],
  "/not-happened": ["needs_review"],
};

/** Changes nothing: says so, or how the order stands that an earlier attempt of this event may have carried out. */
function answerLate(tap: keyof typeof awaitedStates, order: Order, context: Context): Reply {
  const isSomebodyElses = askersTaps.has(tap) && order.asker !== context.lineId;
  return isSomebodyElses || awaitedStates[tap].includes(order.state)
    ? textReply(context.t("staff.late"))
    : { messages: [statusView(context, order)] };
}

/** The reply to a *Cancel*. An undo can still be asked for again. */
async function cancelled(result: TapResult, order: Order, tapContext: TapContext): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { messages } = await applied(result, order, tapContext);
  return { messages, writes: await renewedUndo(context, staffContext, result) };
}

/** The reply to a tap that the store has applied; a confirmed write is executed first. */
async function applied(result: TapResult, order: Order, tapContext: TapContext): Promise<Reply> {
  const { context, staffContext } = tapContext;
  const { t, lineId, signal } = context;
  switch (result.kind) {
    case "none":
      return textReply(t(order.approval ? "staff.notYoursToApprove" : "staff.notYours"));
    case "expired":
      return textReply(t("staff.stands.expired"));
    case "blocked":
      return textReply(limitReachedText(context, result.by));
    // A second tap, as `confirmed` in `order-changes.ts` finds.
    case "already":
      return { messages: [statusView(context, result.order)] };
    case "awaiting_approval":
      return textReply(t("staff.approval.waiting", { what: describeWrite(context, result.order) }));
    case "claimed": {
      const action = actionOf(context);
      const stored = await staffContext.executor.execute(result.order, action, signal);
      const balance = await balanceAfterUndo(context, stored.order);
      return { messages: [storedView(context, stored, lineId, balance)] };
    }
  }
}

/** The LINE user ids of every manager but the asker, of an order that a second person must approve. */
async function approversOf(
  { approval, state, asker }: Order,
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
  order: Order,
  happened: boolean,
  { context, staffContext }: TapContext,
): Promise<Reply> {
  const { lineId, signal } = context;
  const decision = happened ? "happened" : "not_happened";
  const decided = { step: currentStep(order), decision } as const;
  const stored = await staffContext.executor.decide(order, decided, actionOf(context), signal);
  return { messages: [storedView(context, stored, lineId)] };
}

const outcome = (reply: Reply): Reply => ({ ...reply, tellsOutcome: true });

/** The question whether to undo a write; for an undo that was answered before, how it stands. */
async function askUndo({ id }: Order, { context, staffContext }: TapContext): Promise<Reply> {
  const { account, lineId, now, t } = context;
  const undo = await staffContext.orders.undoOf(account, id);
  if (undo && undo.asker !== lineId) return textReply(t("staff.notYours"));
  if (!undo || (undo.state === "open" && !isOffered(undo, now))) {
    return textReply(t("staff.undo.expired"));
  }
  const isAsked = undo.state === "open" || !isKnownOrder(undo);
  return { messages: [isAsked ? undoView(context, undo) : statusView(context, undo)] };
}

/** The question of an undo that is offered. */
export function undoView(ctx: RenderContext, undo: Order): Message {
  if (!isKnownOrder(undo)) return foreignView(ctx, undo);
  const facts = [describeWrite(ctx, undo)];
  return questionView(ctx, undo.id, {
    title: ctx.t("staff.ask.undo"),
    facts,
    yes: "staff.yes.undo",
  });
}

/** A cancelled undo under a new id, for the rest of its time; none for other answers. */
async function renewedUndo(
  { account, now }: Context,
  { orders }: Pick<StaffContext, "orders">,
  tap: TapResult,
): Promise<StateChange[]> {
  if (tap.kind !== "already") return [];
  const { order: undo } = tap;
  if (undo.undoes === null || undo.state !== "cancelled" || now >= undo.expiresAt) return [];
  if (await orders.undoOf(account, undo.undoes)) return [];
  return [{ kind: "question", question: askedAgain(undo, now) }];
}

/**
 * A second tap finds it decided, also where the next step awaits a decision by then. @throws {LoyaltyError}
 * @param args of the button; those sent by former versions name no step.
 */
async function answerDecision(
  tap: DecisionTap,
  { id = "", step }: Readonly<Record<string, string>>,
  { context, staffContext, asker }: TapContext,
): Promise<Reply> {
  const { account, t, signal } = context;
  const { redeemer, executor } = staffContext;
  if (!managers.includes(asker.role)) return textReply(t("staff.notAllowed"));
  const redemption = await redeemer.find(account, id);
  if (!redemption) return textReply(t("staff.stands.expired"));
  const isCurrent = step === undefined || step === currentStepName(redemption);
  if (isCurrent && isTooLate(context) && redemption.state === "needs_review") {
    return textReply(t("staff.late"));
  }
  if (isCurrent && redemption.state !== "foreign") {
    const order = unfinishedOf(redemption);
    const decision = { step: currentStep(order), decision: decisionTaps[tap] };
    await executor.decide(order, decision, actionOf(context), signal);
  }
  const decided = (await redeemer.find(account, id)) ?? redemption;
  const title = describeRedemption(context, decided);
  const actions = decisionActions(context, decided);
  const facts = [
    redemptionState(context, decided),
    ...(actions.length > 0 ? redemptionFacts(context, decided) : []),
  ];
  return { messages: [infoCard(context, title, facts, actions)] };
}
