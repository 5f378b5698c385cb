/** The `/pending` command: lists unfinished writes, with buttons for those that await a person. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Confirmation } from "../../../store/confirmations.ts";
import type { Redemption } from "../../../store/redemptions.ts";
import type { RenderContext } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { describeWrite } from "../orders/status-view.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import { isKnownKind } from "../operations/index.ts";
import {
  decisionActions,
  describeRedemption,
  redemptionFacts,
  redemptionState,
} from "../redemption/redemption-texts.ts";
import { infoCard, text } from "../staff-views.ts";

/** A reply has at most five messages; one is reserved for notices. */
const maxShown = 4;

const stateKeys = {
  awaiting_approval: "staff.pending.waiting",
  unknown: "staff.pending.unknown",
  needs_review: "staff.pending.person",
} as const;

export const pending: Command = {
  name: "pending",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.pending",
  async run(ctx) {
    const { account, staffContext, now, t } = ctx;
    const orders = await staffContext.confirmations.pending(account, now);
    const redemptions = (await staffContext.redemptions.pending(account)).filter(isInDoubt);
    const nameOf = await staffContext.directory.names(account);
    const rows = [
      ...orders.map((row): Row => [row, (more) => orderCard(ctx, row, nameOf, more)]),
      ...redemptions.map((row): Row => [row, (more) => redemptionCard(ctx, row, nameOf, more)]),
    ].toSorted(byUrgency);
    if (rows.length === 0) return { messages: [text(t("staff.pending.empty"))] };
    const left = rows.length - maxShown;
    const more = (index: number) =>
      index === maxShown - 1 && left > 0 ? t("staff.pending.more", { count: left }) : "";
    return { messages: rows.slice(0, maxShown).map(([, card], index) => card(more(index))) };
  },
};

/** An unfinished write, and its message with a last line. */
type Row = readonly [
  write: Pick<Confirmation | Redemption, "state" | "askedAt">,
  card: (more: string) => Message,
];

/** Those that nothing but a person ends come first: they mustn't wait for what ends by itself. Then the oldest. */
const byUrgency = ([one]: Row, [other]: Row): number =>
  Number(other.state === "needs_review") - Number(one.state === "needs_review") ||
  one.askedAt - other.askedAt;

/** One that goes on by itself within a reply's time isn't worth a line. */
const isInDoubt = ({ state, steps }: Redemption): boolean =>
  state === "needs_review" ||
  Object.values(steps).some(({ isUnclear, sends }) => isUnclear || sends === 0);

function redemptionCard(
  ctx: CommandContext,
  row: Redemption,
  nameOf: (lineId: string) => string,
  more: string,
): Message {
  const { t } = ctx;
  const { asker, lineId, order, claimedAt, askedAt, state, steps } = row;
  const isUnclear = Object.values(steps).some((step) => step.isUnclear);
  const who = asker === lineId ? order.who : nameOf(asker);
  const facts = [
    isUnclear && state !== "needs_review" ? t("staff.pending.unknown") : redemptionState(ctx, row),
    t("staff.pending.by", { who, at: claimedAt ?? askedAt }),
    ...redemptionFacts(ctx, row),
    more,
  ];
  return infoCard(ctx, describeRedemption(ctx, row), facts, decisionActions(ctx, row));
}

function orderCard(
  ctx: CommandContext,
  row: Confirmation,
  nameOf: (lineId: string) => string,
  more: string,
): Message {
  const { t, colleague } = ctx;
  const { id } = row;
  const title = describeWrite(ctx, row);
  const facts = [
    t(stateKeys[row.state as keyof typeof stateKeys]),
    t("staff.pending.by", { who: nameOf(row.asker), at: row.claimedAt ?? row.askedAt }),
    ...sendFacts(ctx, row),
    more,
  ];
  // Who answers it has to know what it is.
  if (!isKnownKind(row)) return infoCard(ctx, title, facts, []);
  if (row.state === "awaiting_approval" && row.asker !== colleague.lineId) {
    const yes = postbackAction(t("staff.yes.approve"), "/approve", { id });
    return infoCard(ctx, title, facts, [
      yes,
      postbackAction(t("staff.decline"), "/decline", { id }),
    ]);
  }
  if (row.state === "needs_review") {
    const yes = postbackAction(t("staff.happened"), "/happened", { id });
    const no = postbackAction(t("staff.notHappened"), "/not-happened", { id });
    return infoCard(ctx, title, facts, [yes, no]);
  }
  const cancel = postbackAction(t("staff.no"), "/no", { id });
  const isOwn = row.state === "awaiting_approval";
  return infoCard(ctx, title, facts, isOwn ? [cancel] : []);
}

/** When, how often and with which key the write was sent, to find it on the platform. */
const sendFacts = ({ t }: RenderContext, { sends, sentAt, refId }: Confirmation): string[] =>
  sentAt === null || sends === 0
    ? []
    : [
        t("staff.pending.sent", { count: sends, at: sentAt }),
        t("staff.pending.key", { key: refId }),
      ];
