/** Asks for the confirmation of a write: one message with two buttons. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { CommandContext } from "../command.ts";
import { infoCard } from "../staff-views.ts";
import { writeQuestion, type WriteRequest } from "./question.ts";

interface QuestionTexts {
  title: string;
  facts: readonly string[];
  yes: MessageKey & `staff.yes.${string}`;
}

/** The question with its two buttons. @param id of the stored question. */
export const questionView = (
  ctx: RenderContext,
  id: string,
  { title, facts, yes }: QuestionTexts,
): Message =>
  infoCard(ctx, title, facts, [
    postbackAction(ctx.t(yes), "/yes", { id }),
    postbackAction(ctx.t("staff.no"), "/no", { id }),
  ]);

/** A reply that shows the question and stores it in the same transaction. */
export function askConfirmation(
  ctx: CommandContext,
  request: WriteRequest,
  texts: QuestionTexts,
): Reply {
  const { colleague, command, now } = ctx;
  const origin = { asker: colleague.lineId, command: command.name, askedAt: now };
  const question = writeQuestion(origin, request);
  return {
    messages: [questionView(ctx, question.id, texts)],
    writes: [{ kind: "question", question }],
  };
}
