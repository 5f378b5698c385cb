/** Draws a Flex button. */
import { el } from "../dom.ts";
import type { FlexButton } from "../../../line/message-types.ts";
import { colour } from "../sanitize.ts";
import { fontSize } from "./flex-layout.ts";
import type { Handlers } from "./handlers.ts";
import { shrinkToFit } from "./shrink.ts";
import { actionButton } from "./tappable.ts";

const styles = new Set<string>(["primary", "secondary", "link"]);

export function renderFlexButton(part: FlexButton, handlers: Handlers): HTMLElement {
  const style = part.style && styles.has(part.style) ? part.style : "link";
  const label = part.action.label ?? "";
  const words = el("span", { style: { "font-size": fontSize("md", part.scaling) } }, label);
  const made = actionButton(
    `flex-button ${style} ${part.height === "sm" ? "low" : "high"}`,
    part.action,
    label,
    handlers,
    words,
  );
  made.style.setProperty(style === "link" ? "color" : "background-color", colour(part.color) ?? "");
  if (part.adjustMode === "shrink-to-fit") shrinkToFit(words);
  return el("div", { class: "flex-button-place" }, made);
}
