/** The `/pending` command: lists unfinished orders, with buttons for those that await a person. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { isKnownOrder, type Order } from "../../../store/order.ts";
import type { Orders } from "../../../store/orders.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { askerNames } from "../asker-names.ts";
import { describeWrite } from "../orders/status-view.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import {
  decisionActions,
  describeRedemption,
  redemptionFacts,
  redemptionState,
} from "../redemption/views.ts";
import { infoCard, textReply } from "../staff-views.ts";

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
  orders: Pick<Orders, "pending">,
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
      postbackAction(t("staff.happened"), "/happened", { id }),
      postbackAction(t("staff.notHappened"), "/not-happened", { id }),
    ];
  }
  if (state !== "awaiting_approval") return [];
  if (asker === colleague.lineId) return [postbackAction(t("staff.no"), "/no", { id })];
  return [
    postbackAction(t("staff.yes.approve"), "/approve", { id }),
    postbackAction(t("staff.decline"), "/decline", { id }),
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
