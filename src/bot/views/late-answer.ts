/** The reply to a question whose answer isn't ready in time: a button that asks the same again. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { fitsPostback } from "../routing/postback.ts";
import { apologyView } from "./apology.ts";
import {
  button,
  buttonFooter,
  coloredBox,
  flex,
  postbackAction,
  textLine,
} from "./flex-components.ts";

/**
 * The tap is a request of its own, with a reply token of its own: whoever taps is answered as themselves.
 * @param request the name of the intent, and its parameters.
 */
export function lateAnswerView(
  ctx: RenderContext,
  { intent, details }: { intent: string; details: Readonly<Record<string, string>> },
): Message {
  const { t, brand } = ctx;
  if (!fitsPostback(intent, details)) return apologyView(ctx, "apology.late", intent);
  const action = postbackAction(t("late.button"), intent, details);
  const footer = buttonFooter([button(action, brand.accent)]);
  return flex(t("late.body"), [coloredBox(brand.color, [textLine(t("late.body"))], footer)]);
}
