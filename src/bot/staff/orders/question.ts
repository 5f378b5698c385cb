/** Asks for the confirmation of a write, within what is left of the day's limits, and creates the stored questions of orders. */
import { randomBytes, randomUUID } from "node:crypto";
import { newStep, type Question, type Block } from "../../../store/rules/order.ts";
import { kindOfWrite } from "../../../store/rules/kinds.ts";
import type { AffectedMember, OrderedWrite } from "../operations/write-operation.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import * as ui from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { infoCard, textMessage } from "../staff-views.ts";
import { exceededLimit, limitsOf, type StaffLimits } from "../../../store/rules/day-limits.ts";
import type { Orders } from "../../../store/orders.ts";
import type { Colleague } from "../staff-directory.ts";
import type { Role } from "../../../store/staff.ts";
import { endOfDay, startOfDay } from "../../views/dates.ts";

const questionTtlMs = 10 * 60_000;

/** The parts of a question that a command chooses. */
export type WriteRequest = OrderedWrite & Partial<Pick<Question, "gifts" | "points" | "approval">>;

/** The parts of any question: its writes in their order, those of an undo with the keys of what they take back. */
type QuestionParts = Pick<Question, "asker" | "command" | "kind" | "askedAt"> &
  Partial<Pick<Question, "gifts" | "points" | "approval" | "subject" | "undoes">> & {
    writes: readonly (OrderedWrite & { refId?: string })[];
  };

/** @param lifetimeMs how long the question can be confirmed. */
export function createQuestion(
  { writes, ...parts }: QuestionParts,
  lifetimeMs = questionTtlMs,
): Question {
  const [first] = writes;
  const { memberUuid = "", lineId = "" } = (first?.order ?? {}) as Partial<AffectedMember>;
  return {
    gifts: 0,
    points: 0,
    approval: false,
    subject: null,
    undoes: null,
    ...parts,
    id: newId(),
    memberUuid: memberUuid || null,
    lineId,
    steps: writes.map(({ operation, order, refId = randomUUID() }) =>
      newStep({ operation, input: order, refId }),
    ),
    expiresAt: parts.askedAt + lifetimeMs,
  };
}

/** The same question once more, under a new id: a cancelled undo is offered again for the rest of its time. */
export const askedAgain = (question: Question, now: number): Question => ({
  ...question,
  id: newId(),
  steps: question.steps.map(newStep),
  askedAt: now,
});

const newId = () => randomBytes(12).toString("base64url");

/** Of the command that asks. */
interface AskContext extends RenderContext {
  account: string;
  colleague: Colleague;
  command: { name: string };
  staffContext: { orders: Pick<Orders, "usedBy" | "usedFor">; limits: StaffLimits };
}

interface QuestionTexts {
  title: string;
  facts: readonly string[];
  yes: MessageKey & `staff.yes.${string}`;
}

/** The question with its two buttons, whose taps `answerTap` answers. @param id of the stored question. */
export const questionView = (
  ctx: RenderContext,
  id: string,
  { title, facts, yes }: QuestionTexts,
): Message =>
  infoCard(ctx, title, facts, [
    ui.postbackAction(ctx.t(yes), "/yes", { id }),
    ui.postbackAction(ctx.t("staff.no"), "/no", { id }),
  ]);

/** A reply that shows the question, and stores it as an order in the state `open` in the same transaction. */
export function askConfirmation(
  ctx: AskContext,
  request: WriteRequest,
  texts: QuestionTexts,
): Reply {
  const { colleague, command, now } = ctx;
  const { operation, order, ...parts } = request;
  const question = createQuestion({
    asker: colleague.lineId,
    command: command.name,
    askedAt: now,
    ...parts,
    kind: kindOfWrite[operation],
    writes: [{ operation, order }],
  });
  return {
    messages: [questionView(ctx, question.id, texts)],
    writes: [{ kind: "question", question }],
  };
}

/** The current day in the business's time zone, with the limits of a role. */
export const dayOf = (
  { now, timeZone }: RenderContext,
  { limits }: { limits: StaffLimits },
  role: Role,
) => ({
  start: startOfDay(now, timeZone),
  end: endOfDay(now, timeZone),
  limits: limitsOf(role, limits),
});

interface LimitCheck {
  /** What is left of the staff member's limit today; shown with the question. */
  line: string;
  /** Shown in place of the question when a limit would be exceeded. */
  refusal: Message | null;
}

/**
 * Checks an amount against what the staff member and the member have left today.
 * @param memberUuid null for what counts for the staff member alone, as what a member has paid for.
 */
export async function checkLimits(
  ctx: AskContext,
  what: "gifts" | "points",
  memberUuid: string | null,
  amount: number,
): Promise<LimitCheck> {
  const { staffContext, account, colleague, t, now } = ctx;
  const { orders } = staffContext;
  const { limits, ...day } = dayOf(ctx, staffContext, colleague.role);
  const staff = await orders.usedBy(account, colleague.lineId, day, now);
  const member = memberUuid === null ? null : await orders.usedFor(account, memberUuid, day, now);
  const order = { gifts: 0, points: 0, [what]: amount };
  const exceeded = exceededLimit(order, { staff, member }, limits);
  const max = limits[what === "gifts" ? "giftsPerStaffDay" : "pointsPerStaffDay"];
  return {
    line: t(`staff.today.${what}`, { left: Math.max(0, max - staff[what]), most: max }),
    refusal: exceeded ? textMessage(limitReachedText(ctx, exceeded)) : null,
  };
}

/** Why an order is blocked now. */
export const limitReachedText = ({ t }: RenderContext, by: Block): string =>
  "limit" in by
    ? t(`staff.limit.${by.limit}`, { left: by.left })
    : t(redemptionTexts[by.redemptions]);

const redemptionTexts = {
  busy: "staff.redeem.busy",
  day: "staff.redeem.limit.day",
  set: "staff.redeem.limit.set",
} as const;
