/** Draws the four templates: buttons, confirm, carousel and image carousel. */
import { el } from "../dom.ts";
import type { Action, Template } from "../../../line/message-types.ts";
import { colour } from "../sanitize.ts";
import type { Handlers } from "./handlers.ts";
import { picture } from "./media.ts";
import { unknown } from "../assert-never.ts";
import { actionButton, makeTappable } from "./tappable.ts";

interface Column {
  thumbnailImageUrl?: string;
  imageBackgroundColor?: string;
  title?: string;
  text: string;
  defaultAction?: Action;
  actions: Action[];
}

interface PictureStyle {
  imageAspectRatio?: string;
  imageSize?: string;
}

function buttons(actions: Action[], handlers: Handlers, className: string): HTMLElement {
  const made = actions.map((action) =>
    actionButton("template-button", action, action.label ?? "", handlers),
  );
  return el("div", { class: className }, ...made);
}

function column(part: Column, style: PictureStyle, handlers: Handlers): HTMLElement {
  const top = el("div", { class: "template-top" });
  if (part.thumbnailImageUrl) {
    top.append(
      el(
        "div",
        {
          class: `template-picture ${style.imageSize === "contain" ? "fit" : "cover"}`,
          style: {
            "aspect-ratio": style.imageAspectRatio === "square" ? "1" : "1.51",
            "background-color": colour(part.imageBackgroundColor),
          },
        },
        picture(part.thumbnailImageUrl, part.title),
      ),
    );
  }
  if (part.title) top.append(el("strong", { class: "template-title" }, part.title));
  top.append(el("p", { class: "template-text" }, part.text));
  return el(
    "div",
    { class: "template" },
    makeTappable(top, part.defaultAction, handlers),
    buttons(part.actions, handlers, "template-actions"),
  );
}

export function carousel(label: string, items: HTMLElement[]): HTMLElement {
  return el(
    "div",
    { class: "carousel", attributes: { role: "group", "aria-label": label, tabindex: "0" } },
    ...items,
  );
}

export function renderTemplate(
  template: Template,
  altText: string,
  handlers: Handlers,
): HTMLElement {
  switch (template.type) {
    case "buttons":
      return column(template, template, handlers);
    case "confirm":
      return el(
        "div",
        { class: "template" },
        el("p", { class: "template-text" }, template.text),
        buttons(template.actions, handlers, "template-actions side-by-side"),
      );
    case "carousel":
      return carousel(
        altText,
        template.columns.map((part) => column(part, template, handlers)),
      );
    case "image_carousel":
      return carousel(
        altText,
        template.columns.map(({ imageUrl, action }) => {
          const label = action.label
            ? el("span", { class: "image-label" }, action.label)
            : undefined;
          const tile = el("div", { class: "image-tile" }, picture(imageUrl, action.label), label);
          return makeTappable(tile, action, handlers);
        }),
      );
    default:
      unknown(template);
      return el("div", { class: "bubble" }, altText);
  }
}
