/** Renders orders: what they write, their state and their outcome. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { isOffered, type Order, type Refusal, type Step } from "../../../store/rules/order.ts";
import { giftRules } from "../../../store/rules/kinds.ts";
import type { Context, RenderContext } from "../../context.ts";
import { isMessageKey } from "../../i18n/message-keys.ts";
import { couponRefusal, isCouponReason, refusalTextsForStaff } from "../../views/coupon.ts";
import * as ui from "../../views/flex-components.ts";
import type { CommandContext } from "../command.ts";
import { memberBy } from "../member-search.ts";
import type { VoidTransactions } from "../operations/points.ts";
import type { ResultView } from "../operations/write-operation.ts";
import { infoCard, resultCard, textMessage } from "../staff-views.ts";
import type { StoredOrder } from "./executor.ts";
import { operationOf } from "./step.ts";

/** The write of an order of staff, which has one. @throws {RangeError} for an order without. */
function writeOf({ steps }: Order): Step {
  const [step] = steps;
  if (!step) throw new RangeError("an order without a step");
  return step;
}

/** One line that says what an order writes, or takes back; by its id where only another version can tell. */
export const describeWrite = (ctx: RenderContext, order: Order): string => {
  try {
    const step = writeOf(order);
    const operation = operationOf(step);
    const { describe } = (order.undoes ? operation.asUndo : undefined) ?? operation;
    return describe(ctx, step.input);
  } catch {
    return ctx.t("staff.what.foreign", { id: order.id });
  }
};

/** The answer to whoever taps on what only another version can go on with. */
export const foreignView = (ctx: RenderContext, order: Order): Message =>
  textMessage(ctx.t("staff.stands.foreign", { what: describeWrite(ctx, order) }));

/** The message for each state that has no outcome to show. */
const statusKeys = {
  awaiting_approval: "staff.stands.waiting",
  needs_review: "staff.stands.person",
  undone: "staff.stands.undone",
  cancelled: "staff.stands.cancelled",
  declined: "staff.stands.declined",
  expired: "staff.stands.lapsed",
} as const;
const hasStatus = (state: string): state is keyof typeof statusKeys =>
  Object.hasOwn(statusKeys, state);

/** Renders the stored state of an order for somebody who taps again. */
export function statusView(ctx: RenderContext, order: Order): Message {
  const { state, steps } = order;
  const what = describeWrite(ctx, order);
  if (state === "done" || state === "refused") {
    return outcomeView(ctx, order, { isRepeated: true }) ?? textMessage(what);
  }
  if (state === "working") {
    const isUnknown = steps.some((step) => step.state === "unknown");
    return textMessage(ctx.t(isUnknown ? "staff.stands.unknown" : "staff.stands.taken", { what }));
  }
  if (state === "open") return textMessage(ctx.t("staff.stands.expired"));
  return hasStatus(state)
    ? textMessage(ctx.t(statusKeys[state], { what }))
    : foreignView(ctx, order);
}

/**
 * Renders the result of an order after an attempt to carry it out; offers undo or retry to its asker.
 * @param balance of the card afterwards; null = not known, or told by the result itself.
 */
export function storedView(
  ctx: RenderContext,
  { order, undo }: StoredOrder,
  lineId: string,
  balance: number | null = null,
): Message {
  const { id, state, asker, undoes } = order;
  // An undo that changed nothing goes back to open, so that it can be tapped again.
  const retryOf = state === "open" && asker === lineId ? undoes : null;
  if (state === "open" && !retryOf) return statusView(ctx, order);
  const undoable = undo?.asker === lineId && isOffered(undo, ctx.now) ? id : retryOf;
  return outcomeView(ctx, order, { undoable, balance }) ?? statusView(ctx, order);
}

/**
 * Renders the outcome of a write; null while there is none to show.
 * @param options `undoable`: id of the order that the button *Undo* takes back; null = no button.
 * `isRepeated`: whether it was shown before. `balance`: of the card afterwards; null = nothing is said of it.
 */
function outcomeView(
  ctx: RenderContext,
  order: Order,
  {
    undoable = null,
    isRepeated = false,
    balance = null,
  }: { undoable?: string | null; isRepeated?: boolean; balance?: number | null },
): Message | null {
  const { t } = ctx;
  const { state } = order;
  const { result, refusal, state: stepState } = order.steps[0] ?? {};
  const what = describeWrite(ctx, order);
  const undo = undoable ? ui.postbackAction(t("staff.undo"), "/undo", { id: undoable }) : null;
  if (state === "done" && result) {
    const { facts, ...shown } = resultOf(ctx, order, result);
    const already = isRepeated ? [t("staff.stands.already")] : [];
    const after = balance === null ? [] : [t("staff.balance.after", { balance })];
    return resultCard({ ...shown, facts: [...already, ...facts, ...after] }, undo);
  }
  if ((state === "refused" || state === "open") && refusal) {
    const words = t("staff.refused", { what, why: refusalText(ctx, refusal) });
    const [title = "", ...facts] = words.split("\n");
    return undo ? infoCard(ctx, title, facts, [undo]) : textMessage(words);
  }
  const isUnknown = state === "working" && stepState === "unknown";
  return isUnknown ? textMessage(t("staff.unknown", { what })) : null;
}

function resultOf(ctx: RenderContext, order: Order, done: object): ResultView {
  if ("person" in done) {
    return { title: describeWrite(ctx, order), facts: [ctx.t("staff.decided.done")] };
  }
  const step = writeOf(order);
  const { resultView, asUndo } = operationOf(step);
  const result = resultView(ctx, step.input, done);
  return order.undoes && asUndo
    ? { ...result, title: asUndo.title(ctx, step.input, done) }
    : result;
}

/** Why a write was refused, in words: the reasons of coupons have theirs in `couponRefusal`. */
export function refusalText(ctx: RenderContext, { code, detail }: Refusal): string {
  const { t } = ctx;
  const { balance, requested } = detail ?? {};
  if (typeof balance === "number" && typeof requested === "number") {
    return t("staff.tooFewPoints", { balance, wanted: requested });
  }
  if (isCouponReason(code))
    return couponRefusal(refusalTextsForStaff(ctx), code, couponFacts(detail));
  const key = `staff.why.${code}` as const;
  return t(isMessageKey(key) ? key : "staff.why.other");
}

/** What the platform tells of the coupon with its refusal. */
function couponFacts(detail: Record<string, unknown> | null) {
  const fact = (key: string) => {
    const value = detail?.[key];
    return typeof value === "string" ? value : undefined;
  };
  return {
    used_at: fact("used_at"),
    used_by: fact("used_by"),
    branch_code: fact("branch_code"),
    starts_at: fact("starts_at"),
    expires_at: fact("expires_at"),
  };
}

// Names who asked for an order: staff, or a rule of the bot.

/** @returns the name of a staff member by their LINE user id, or of a rule. */
export async function askerNames({
  account,
  staffContext,
  t,
}: Pick<CommandContext, "account" | "staffContext" | "t">): Promise<(asker: string) => string> {
  const nameOf = await staffContext.directory.names(account);
  return (asker) => {
    const rule = giftRules.find((one) => one === asker);
    return rule ? t(`staff.rule.${rule}`) : nameOf(asker);
  };
}

// Reads the balance of a card after points went back to it or were taken from it.

type Reader = Pick<Context, "loyalty" | "signal">;

/** What an undo of points has left on the card; null for any other order, and where the platform doesn't tell it. */
export async function balanceAfterUndo(
  reader: Reader,
  { undoes, state, memberUuid, steps }: Order,
): Promise<number | null> {
  const step = steps.find(({ operation }) => operation === "void_transactions");
  if (undoes === null || state !== "done" || !step?.result) return null;
  const { movements } = step.input as Partial<VoidTransactions>;
  const { voided } = step.result as { voided?: readonly number[] };
  const cards = new Set(movements?.map(({ card }) => card));
  const [card = ""] = cards;
  const isAll = movements !== undefined && voided?.length === movements.length;
  return isAll && cards.size === 1 && memberUuid ? balanceOf(reader, memberUuid, card) : null;
}

async function balanceOf(
  { loyalty, signal }: Reader,
  memberUuid: string,
  card: string,
): Promise<number | null> {
  try {
    const member = await memberBy(loyalty, memberUuid, signal);
    return member?.cards.find(({ card_no }) => card_no === card)?.point ?? null;
  } catch (error) {
    // The points are moved, whether or not this can be told.
    if (error instanceof LoyaltyError) return null;
    throw error;
  }
}
