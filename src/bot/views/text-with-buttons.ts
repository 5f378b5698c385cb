/** Renders a text with a picture above it and buttons below it, as far as there are some. */
import type { Action, Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import {
  button,
  buttonFooter,
  coloredBox,
  flex,
  heroPicture,
  textLine,
} from "./flex-components.ts";

/** @param picture the address of one that LINE can load; null = none. */
export function textWithButtons(
  { brand }: Pick<RenderContext, "brand">,
  text: string,
  actions: readonly Action[],
  picture: string | null = null,
): Message {
  if (actions.length === 0 && picture === null) return { type: "text", text };
  const footer = buttonFooter(actions.map((action) => button(action, brand.accent)));
  const hero = picture === null ? {} : { hero: heroPicture(picture) };
  return flex(text, [coloredBox(brand.color, [textLine(text)], { ...hero, ...footer })]);
}
