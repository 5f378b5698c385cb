/** Draws Flex images, icons and videos. */
import { el, setStyle } from "../dom.ts";
import type { FlexIcon, FlexImage, FlexVideo } from "../../../line/message-types.ts";
import { colour, length, mediaAddress, oneOf, ratio } from "../sanitize.ts";
import { along, type Draw, fontSize } from "./flex-layout.ts";
import type { Handlers } from "./handlers.ts";
import { film, picture } from "./media.ts";
import { actionButton, makeTappable } from "./tappable.ts";

const widths: Record<string, string> = {
  xxs: "40px",
  xs: "60px",
  sm: "80px",
  md: "100px",
  lg: "120px",
  xl: "140px",
  xxl: "160px",
  "3xl": "180px",
  "4xl": "200px",
  "5xl": "220px",
  full: "100%",
};

export function renderFlexImage(image: FlexImage, handlers: Handlers): HTMLElement {
  const width = oneOf(widths, image.size) ?? length(image.size) ?? "100px";
  const frame = el(
    "div",
    {
      class: `flex-frame ${image.aspectMode === "cover" ? "cover" : "fit"}`,
      style: {
        width,
        "aspect-ratio": ratio(image.aspectRatio) ?? "1 / 1",
        "background-color": colour(image.backgroundColor),
      },
    },
    picture(image.url, image.action?.label),
  );
  const made = el("div", { class: "flex-image" }, frame);
  setStyle(made, {
    "align-items": along(image.align),
    // Out of the flow nothing else gives the frame a width to be a share of.
    "--own-width": width,
  });
  made.classList.toggle("absolute", image.position === "absolute");
  return makeTappable(made, image.action, handlers);
}

export function renderIcon(icon: FlexIcon): HTMLElement {
  const height = fontSize(icon.size ?? "md", icon.scaling) ?? "16px";
  const made = el("div", { class: "flex-icon" }, picture(icon.url));
  setStyle(made, { height, "aspect-ratio": ratio(icon.aspectRatio) ?? "1 / 1" });
  return made;
}

/** @param draw draws what stands in where the film can't be shown. */
export function renderFlexVideo(video: FlexVideo, handlers: Handlers, draw: Draw): HTMLElement {
  if (!mediaAddress(video.url)) return draw(video.altContent, { parent: "block", index: 0 });
  const frame = el("div", { class: "flex-frame cover", style: { width: "100%" } });
  setStyle(frame, { "aspect-ratio": ratio(video.aspectRatio) ?? "1 / 1" });
  frame.append(film(video.url, video.previewUrl));
  const made = el("div", { class: "flex-video" }, frame);
  const { action } = video;
  if (action) made.append(actionButton("video-action", action, action.label ?? "Open", handlers));
  return made;
}
