/** Draws one Flex component of any kind, in its place. */
import { el } from "../dom.ts";
import type { FlexComponent, FlexSeparator } from "../../../line/message-types.ts";
import { colour } from "../sanitize.ts";
import { renderBox } from "./flex-box.ts";
import { renderFlexButton } from "./flex-button.ts";
import { renderFlexImage, renderFlexVideo, renderIcon } from "./flex-media.ts";
import { place, type Draw, type Place } from "./flex-layout.ts";
import { renderFlexText, renderSpan } from "./flex-text.ts";
import type { Handlers } from "./handlers.ts";
import { unknown } from "../assert-never.ts";

/** @param at what the parent says about the component's place. */
export function renderComponent(
  component: FlexComponent,
  at: Place,
  handlers: Handlers,
): HTMLElement {
  const draw: Draw = (inner, innerAt) => renderComponent(inner, innerAt, handlers);
  return place(drawn(component, handlers, draw), component, at);
}

function drawn(component: FlexComponent, handlers: Handlers, draw: Draw): HTMLElement {
  switch (component.type) {
    case "box":
      return renderBox(component, handlers, draw);
    case "button":
      return renderFlexButton(component, handlers);
    case "filler":
      return el("div", { class: "flex-filler" });
    case "icon":
      return renderIcon(component);
    case "image":
      return renderFlexImage(component, handlers);
    case "separator":
      return separator(component);
    case "span":
      return renderSpan(component);
    case "text":
      return renderFlexText(component, handlers);
    case "video":
      return renderFlexVideo(component, handlers, draw);
    default:
      unknown(component);
      return el("div");
  }
}

function separator({ color }: FlexSeparator): HTMLElement {
  return el("div", { class: "flex-separator", style: { "background-color": colour(color) } });
}
