/** Builds confirmation questions, one message with two buttons, and checks the day's limits. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Day, LimitName, Question } from "../../../store/confirmations.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { startOfDay } from "../../views/dates.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { StaffContext, CommandContext } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";

const questionTtlMs = 10 * 60_000;
export const undoMs = 15 * 60_000;

/** The parts of a question that a command chooses. */
export type WriteRequest = Pick<Question, "kind" | "order"> &
  Partial<Pick<Question, "memberUuid" | "gifts" | "points" | "approval" | "undoOf">>;

/** @param lifetimeMs how long the question can be confirmed. */
export function createQuestion(
  { asker, command, now }: { asker: string; command: string; now: number },
  request: WriteRequest,
  lifetimeMs = questionTtlMs,
): Question {
  return {
    memberUuid: null,
    gifts: 0,
    points: 0,
    approval: false,
    undoOf: null,
    ...request,
    id: randomBytes(12).toString("base64url"),
    refId: randomUUID(),
    asker,
    command,
    askedAt: now,
    expiresAt: now + lifetimeMs,
  };
}

/** The current day in the business's time zone, with its limits. */
export const dayOf = (
  { now, timeZone }: RenderContext,
  { limits }: Pick<StaffContext, "limits">,
): Day => ({
  start: startOfDay(now, timeZone),
  limits,
});

interface LimitCheck {
  /** What is left of the staff member's limit today; shown with the question. */
  line: string;
  /** Shown in place of the question when a limit would be exceeded. */
  refusal: Message | null;
}

/** Checks an amount against what the staff member and the member have left today. */
export async function checkLimits(
  ctx: CommandContext,
  what: "gifts" | "points",
  memberUuid: string,
  amount: number,
): Promise<LimitCheck> {
  const { staffContext, account, colleague, t, now } = ctx;
  const { start, limits } = dayOf(ctx, staffContext);
  const staff = await staffContext.confirmations.usedBy(account, colleague.lineId, start, now);
  const member = await staffContext.confirmations.usedFor(account, memberUuid, start, now);
  const names: readonly [LimitName, LimitName] =
    what === "gifts"
      ? ["giftsPerStaffDay", "giftsPerMemberDay"]
      : ["pointsPerStaffDay", "pointsPerMemberDay"];
  const remaining = [limits[names[0]] - staff[what], limits[names[1]] - member[what]] as const;
  const exceeded = names.find((_, index) => amount > (remaining[index] ?? 0));
  const left = Math.max(0, remaining[0]);
  const max = limits[names[0]];
  return {
    line:
      what === "gifts"
        ? t("staff.today.gifts", { left, most: max })
        : t("staff.today.points", { left, most: max }),
    refusal: exceeded
      ? text(limitReachedText(ctx, exceeded, Math.max(0, remaining[names.indexOf(exceeded)] ?? 0)))
      : null,
  };
}

export const limitReachedText = ({ t }: RenderContext, limit: LimitName, left: number): string =>
  t(`staff.limit.${limit}`, { left });

/** A reply that shows the question and stores it in the same transaction. */
export function askConfirmation(
  ctx: CommandContext,
  request: WriteRequest,
  {
    title,
    facts,
    yes,
  }: { title: string; facts: readonly string[]; yes: MessageKey & `staff.yes.${string}` },
): Reply {
  const { colleague, command, now, t } = ctx;
  const question = createQuestion({ asker: colleague.lineId, command: command.name, now }, request);
  const { id } = question;
  const actions = [
    postbackAction(t(yes), "/yes", { id }),
    postbackAction(t("staff.no"), "/no", { id }),
  ];
  return {
    messages: [infoCard(ctx, title, facts, actions)],
    writes: [{ kind: "question", question }],
  };
}
