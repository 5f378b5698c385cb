/** The commands of orders: `/pending` lists the unfinished, `/undo` and `/cancel` take back the sender's newest. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { isKnownOrder, type Order } from "../../../store/rules/order.ts";
import type { Orders } from "../../../store/orders.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import { isTooLate } from "../../routing/late-event.ts";
import * as ui from "../../views/flex-components.ts";
import { commandButton } from "../next-actions.ts";
import {
  actionOf,
  cashierAndAbove,
  type Command,
  type CommandContext,
  everybody,
  managers,
} from "../command.ts";
import { undoView } from "../orders/answer-tap.ts";
import { askerNames, describeWrite, statusView } from "../orders/status-view.ts";
import {
  cancelRedemption,
  decisionActions,
  describeRedemption,
  redemptionFacts,
  redemptionState,
  undoRedemptionQuestion,
} from "../redemption.ts";
import { infoCard, textMessage, textReply } from "../staff-views.ts";

/** A reply has at most five messages; one is reserved for notices. */
const maxShown = 4;

export const pending: Command = {
  name: "pending",
  roles: managers,
  parameters: [],
  helpKey: "staff.help.pending",
  async run(ctx) {
    const { account, staffContext, now, t } = ctx;
    const orders = (await waitingOrders(staffContext.orders, account, now)).toSorted(byUrgency);
    if (orders.length === 0) return textReply(t("staff.pending.empty"));
    const nameOf = await askerNames(ctx);
    const left = orders.length - maxShown;
    const more = (index: number) =>
      index === maxShown - 1 && left > 0 ? t("staff.pending.more", { count: left }) : "";
    const cards = orders
      .slice(0, maxShown)
      .map((order, index) => orderCard(ctx, order, nameOf, more(index)));
    return { messages: await Promise.all(cards) };
  },
};

/** Orders that await an approval or an answer, or need a review. */
export const waitingOrders = async (
  orders: Orders,
  account: string,
  now: number,
): Promise<Order[]> => (await orders.pending(account, now)).filter(isInDoubt);

/** Those that nothing but a person ends come first: they mustn't wait for what ends by itself. Then the oldest. */
const byUrgency = (one: Order, other: Order): number =>
  Number(other.state === "needs_review") - Number(one.state === "needs_review") ||
  one.askedAt - other.askedAt;

/** One that goes on by itself within a reply's time isn't worth a line. */
const isInDoubt = ({ state, steps }: Order): boolean =>
  state !== "working" ||
  steps.some((step) => step.state === "unknown" || (step.begunAt !== null && step.sends === 0));

async function orderCard(
  ctx: CommandContext,
  order: Order,
  nameOf: (lineId: string) => string,
  more: string,
): Promise<Message> {
  const { account, staffContext, t } = ctx;
  const { id, asker, lineId, claimedAt, askedAt } = order;
  const redemption = kindOf(order).isPaid ? await staffContext.redeemer.find(account, id) : null;
  const isOwn = redemption !== null && asker === lineId;
  const who = isOwn ? redemption.terms.who : nameOf(asker);
  const title = redemption ? describeRedemption(ctx, redemption) : describeWrite(ctx, order);
  const facts = [
    redemption && order.state !== "working"
      ? redemptionState(ctx, redemption)
      : stateText(ctx, order),
    t("staff.pending.by", { who, at: claimedAt ?? askedAt }),
    ...(redemption ? redemptionFacts(ctx, redemption) : sendFacts(ctx, order)),
    more,
  ];
  const actions = redemption ? decisionActions(ctx, redemption) : actionsOn(ctx, order);
  return infoCard(ctx, title, facts, actions);
}

function stateText({ t }: CommandContext, { state, steps }: Order): string {
  if (state === "awaiting_approval") return t("staff.pending.waiting");
  if (state === "needs_review") return t("staff.pending.person");
  const isUnknown = steps.some((step) => step.state === "unknown");
  return t(isUnknown ? "staff.pending.unknown" : "staff.redeem.now.working");
}

function actionsOn({ t, colleague }: CommandContext, order: Order) {
  const { id, state, asker } = order;
  // Who answers it has to know what it is.
  if (!isKnownOrder(order)) return [];
  if (state === "needs_review") {
    return [
      ui.postbackAction(t("staff.happened"), "/happened", { id }),
      ui.postbackAction(t("staff.notHappened"), "/not-happened", { id }),
    ];
  }
  if (state !== "awaiting_approval") return [];
  if (asker === colleague.lineId) return [ui.postbackAction(t("staff.no"), "/no", { id })];
  return [
    ui.postbackAction(t("staff.yes.approve"), "/approve", { id }),
    ui.postbackAction(t("staff.decline"), "/decline", { id }),
  ];
}

/** When, how often and with which key the write was sent, to find it on the platform. */
function sendFacts({ t }: CommandContext, { steps: [step] }: Order): string[] {
  if (!step || step.sentAt === null || step.sends === 0) return [];
  return [
    t("staff.pending.sent", { count: step.sends, at: step.sentAt }),
    t("staff.pending.key", { key: step.refId }),
  ];
}

// The `/undo` and `/cancel` commands: take back the sender's newest order, or what they were about to order.

/** Asks whether to undo the newest order that can still be undone, whichever kind it is. */
export const undo: Command = {
  name: "undo",
  roles: cashierAndAbove,
  parameters: [],
  helpKey: "staff.help.undo",
  async run(ctx) {
    const { account, lineId, now, staffContext, t } = ctx;
    const newest = await staffContext.orders.newestUndo(account, lineId, now);
    if (!newest) return textReply(t("staff.undo.none"));
    if (!ctx.mayUse(newest.command)) return textReply(t("staff.notAllowed"));
    const redemption = await staffContext.redeemer.find(account, newest.id);
    if (redemption) return { messages: [undoRedemptionQuestion(ctx, redemption)] };
    return { messages: [undoView(ctx, newest)] };
  },
};

/** Cancels the newest open question, or what the sender was about to write. */
export const cancel: Command = {
  name: "cancel",
  roles: everybody,
  parameters: [],
  mutates: true,
  judgesLateness: true,
  helpKey: "staff.help.cancel",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const action = actionOf(ctx);
    const { dialogue, orders, redeemer } = staffContext;
    // A repeat finds what this very event has cancelled, and cancels nothing else.
    const open = await orders.cancellable(account, action);
    if (isTooLate(ctx) && open?.state !== "cancelled") return textReply(t("staff.late"));
    const wasDrafting = dialogue.expectedInput() !== null;
    dialogue.expectInput(null);
    dialogue.keepSetDraft(null);
    if (!open && wasDrafting) return textReply(t("staff.cancel.draft"));
    if (!open) {
      // What is carried out isn't cancelled, but may be undone.
      const next = ctx.mayUse("undo") ? [commandButton(ctx, "/undo", "undo", {})] : [];
      return { messages: [ui.withQuickReplies(textMessage(t("staff.cancel.none")), next)] };
    }
    const redemption = await redeemer.find(account, open.id);
    if (redemption) return cancelRedemption(ctx, redemption);
    const result = await orders.cancel(account, open.id, action);
    return { messages: [statusView(ctx, result.kind === "none" ? open : result.order)] };
  },
};
