/** Renders a text that leads to a person: with a button to the contact address, if there is one. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { textWithButtons, uriAction } from "./flex-components.ts";
import { withNextSteps, type NextStep } from "./next-steps.ts";

/**
 * @param steps the quick replies; `contact` among them only where there is no button for it.
 * @param first what is offered before them.
 */
export function wayToPerson(
  ctx: RenderContext,
  text: string,
  steps: readonly NextStep[],
  first: readonly Action[] = [],
): Message {
  const { t, brand } = ctx;
  if (!brand.contactUrl) return withNextSteps(ctx, { type: "text", text }, steps, first);
  const contact = uriAction(t("contact.label"), brand.contactUrl);
  const others = steps.filter((step) => step !== "contact");
  return withNextSteps(ctx, textWithButtons(ctx, text, [contact]), others, first);
}
