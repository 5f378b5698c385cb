/** The four templates: buttons, confirm, carousel and image carousel. */
import { h } from "preact";
import type { Action, Template } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes, html } from "../html.ts";
import { color } from "../sanitize.ts";
import { ActionButton } from "./action-button.tsx";
import { Carousel } from "./carousel.tsx";
import { Picture } from "./media.tsx";
import { TapArea } from "./tap-area.tsx";

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

const buttons = (actions: readonly Action[]) =>
  actions.map((action) =>
    h(ActionButton, { class: "template-button", action, label: action.label ?? "" }),
  );

function thumbnail(
  { thumbnailImageUrl, imageBackgroundColor, title }: Column,
  pictureStyle: PictureStyle,
) {
  if (!thumbnailImageUrl) return null;
  const style = {
    "aspect-ratio": pictureStyle.imageAspectRatio === "square" ? "1" : "1.51",
    "background-color": color(imageBackgroundColor),
  };
  return html`<div
    class=${`template-picture ${pictureStyle.imageSize === "contain" ? "fit" : "cover"}`}
    style=${style}
  >
    ${h(Picture, { url: thumbnailImageUrl, description: title })}
  </div>`;
}

function column(part: Column, pictureStyle: PictureStyle) {
  const { title, text, defaultAction, actions } = part;
  return html`<div class="template">
    <div class=${classes("template-top", defaultAction && "tappable")}>
      ${thumbnail(part, pictureStyle)}
      ${title && html`<strong class="template-title">${title}</strong>`}
      <p class="template-text">${text}</p>
      ${h(TapArea, { action: defaultAction, text: `${title ?? ""} ${text}` })}
    </div>
    <div class="template-actions">${buttons(actions)}</div>
  </div>`;
}

function tile(imageUrl: string, action: Action | undefined) {
  const label = action?.label;
  return html`<div class=${classes("image-tile", action && "tappable")}>
    ${h(Picture, { url: imageUrl, description: label })}
    ${label && html`<span class="image-label">${label}</span>`} ${h(TapArea, { action, text: "" })}
  </div>`;
}

interface TemplateProps {
  template: Template;
  altText: string;
}

export function TemplateView({ template, altText }: TemplateProps) {
  switch (template.type) {
    case "buttons":
      return column(template, template);
    case "confirm":
      return html`<div class="template">
        <p class="template-text">${template.text}</p>
        <div class="template-actions side-by-side">${buttons(template.actions)}</div>
      </div>`;
    case "carousel": {
      const columns = template.columns.map((part) => column(part, template));
      return h(Carousel, { label: altText, children: columns });
    }
    case "image_carousel": {
      const tiles = template.columns.map(({ imageUrl, action }) => tile(imageUrl, action));
      return h(Carousel, { label: altText, children: tiles });
    }
    default:
      assertNever(template);
      return html`<div class="bubble">${altText}</div>`;
  }
}
