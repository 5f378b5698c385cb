/** Asks for the confirmation of a write: one message with two buttons. */
import type { Reply } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { CommandContext } from "../command.ts";
import { infoCard } from "../staff-views.ts";
import { createQuestion, type WriteRequest } from "./question.ts";

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
