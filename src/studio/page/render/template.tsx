/** The four templates: buttons, confirm, carousel and image carousel. */
import type { Action, Template } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes } from "../classes.ts";
import { color } from "../sanitize.ts";
import { ActionButton, TapArea } from "./actions.tsx";
import { Carousel } from "./flex.tsx";
import { Picture } from "./media.tsx";

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
  actions.map((action) => (
    <ActionButton class="template-button" action={action} label={action.label ?? ""} />
  ));

function thumbnail(
  { thumbnailImageUrl, imageBackgroundColor, title }: Column,
  pictureStyle: PictureStyle,
) {
  if (!thumbnailImageUrl) return null;
  const style = {
    "aspect-ratio": pictureStyle.imageAspectRatio === "square" ? "1" : "1.51",
    "background-color": color(imageBackgroundColor),
  };
  return (
    <div
      class={`template-picture ${pictureStyle.imageSize === "contain" ? "fit" : "cover"}`}
      style={style}
    >
      <Picture url={thumbnailImageUrl} description={title} />
    </div>
  );
}

function column(part: Column, pictureStyle: PictureStyle) {
  const { title, text, defaultAction, actions } = part;
  return (
    <div class="template">
      <div class={classes("template-top", defaultAction && "tappable")}>
        {thumbnail(part, pictureStyle)}
        {title && <strong class="template-title">{title}</strong>}
        <p class="template-text">{text}</p>
        <TapArea action={defaultAction} text={`${title ?? ""} ${text}`} />
      </div>
      <div class="template-actions">{buttons(actions)}</div>
    </div>
  );
}

function tile(imageUrl: string, action: Action | undefined) {
  const label = action?.label;
  return (
    <div class={classes("image-tile", action && "tappable")}>
      <Picture url={imageUrl} description={label} />
      {label && <span class="image-label">{label}</span>}
      <TapArea action={action} text="" />
    </div>
  );
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
      return (
        <div class="template">
          <p class="template-text">{template.text}</p>
          <div class="template-actions side-by-side">{buttons(template.actions)}</div>
        </div>
      );
    case "carousel": {
      const columns = template.columns.map((part) => column(part, template));
      return <Carousel label={altText}>{columns}</Carousel>;
    }
    case "image_carousel": {
      const tiles = template.columns.map(({ imageUrl, action }) => tile(imageUrl, action));
      return <Carousel label={altText}>{tiles}</Carousel>;
    }
    default:
      assertNever(template);
      return <div class="bubble">{altText}</div>;
  }
}
