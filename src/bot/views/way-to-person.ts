/** Renders a text that leads to a person: with a button to the contact address, if there is one. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { button, buttonFooter, coloredBox, flex, textLine, uriAction } from "./flex-components.ts";
import { withNextSteps, type NextStep } from "./next-steps.ts";

/** @param steps the quick replies; `contact` among them only where there is no button for it. */
export function wayToPerson(ctx: RenderContext, text: string, steps: readonly NextStep[]): Message {
  const { t, brand } = ctx;
  if (!brand.contactUrl) return withNextSteps(ctx, { type: "text", text }, steps);
  const action = uriAction(t("contact.label"), brand.contactUrl);
  const footer = buttonFooter([button(action, brand.accent)]);
  const others = steps.filter((step) => step !== "contact");
  return withNextSteps(
    ctx,
    flex(text, [coloredBox(brand.color, [textLine(text)], footer)]),
    others,
  );
}
