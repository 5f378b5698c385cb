/** Asks a write back: one message with two buttons, yes first. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Day, LimitName, Question } from "../../../store/confirmations.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { startOfDay } from "../../views/dates.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { StaffContext, CommandContext } from "../command.ts";
import { infoCard, text } from "../staff-views.ts";

const questionMs = 10 * 60_000;
export const undoMs = 15 * 60_000;

/** What a question is made of, beside who asks and when. */
export type WriteRequest = Pick<Question, "kind" | "order"> &
  Partial<Pick<Question, "memberUuid" | "gifts" | "points" | "approval" | "undoOf">>;

export function createQuestion(
  { asker, command, now }: { asker: string; command: string; now: number },
  asked: WriteRequest,
  lifeMs = questionMs,
): Question {
  return {
    memberUuid: null,
    gifts: 0,
    points: 0,
    approval: false,
    undoOf: null,
    ...asked,
    id: randomBytes(12).toString("base64url"),
    refId: randomUUID(),
    asker,
    command,
    askedAt: now,
    expiresAt: now + lifeMs,
  };
}

/** The business's day of now, with the limits that hold in it. */
export const dayOf = (
  { now, timeZone }: RenderContext,
  { limits }: Pick<StaffContext, "limits">,
): Day => ({
  start: startOfDay(now, timeZone),
  limits,
});

/** How much an order takes of a day's limits, and how much of them is left. */
interface LimitCheck {
  /** Told with the question. */
  line: string;
  /** Said in the question's place where it takes too much. */
  refusal: Message | null;
}

/** @param what gifts or points. */
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
  const lefts = [limits[names[0]] - staff[what], limits[names[1]] - member[what]] as const;
  const passed = names.find((_, index) => amount > (lefts[index] ?? 0));
  const left = Math.max(0, lefts[0]);
  const most = limits[names[0]];
  return {
    line:
      what === "gifts"
        ? t("staff.today.gifts", { left, most })
        : t("staff.today.points", { left, most }),
    refusal: passed
      ? text(limitReachedText(ctx, passed, Math.max(0, lefts[names.indexOf(passed)] ?? 0)))
      : null,
  };
}

export const limitReachedText = ({ t }: RenderContext, limit: LimitName, left: number): string =>
  t(`staff.limit.${limit}`, { left });

/** The question with its two buttons; it is stored together with the reply that shows it. */
export function askConfirmation(
  ctx: CommandContext,
  asked: WriteRequest,
  {
    title,
    facts,
    yes,
  }: { title: string; facts: readonly string[]; yes: MessageKey & `staff.yes.${string}` },
): Reply {
  const { colleague, command, now, t } = ctx;
  const question = createQuestion({ asker: colleague.lineId, command: command.name, now }, asked);
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
