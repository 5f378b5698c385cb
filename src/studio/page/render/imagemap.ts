/** Draws an imagemap: one picture with areas that can be tapped. */
import { el } from "../dom.ts";
import type { Action, ImagemapAction, ImagemapMessage } from "../../../line/message-types.ts";
import type { Handlers } from "./handlers.ts";
import { film, picture } from "./media.ts";
import { unknown } from "../assert-never.ts";
import { actionButton } from "./tappable.ts";

type Area = ImagemapAction["area"];

function plainAction(action: ImagemapAction): Action {
  switch (action.type) {
    case "message":
      return { type: "message", text: action.text };
    case "uri":
      return { type: "uri", uri: action.linkUri };
    case "clipboard":
      return { type: "clipboard", clipboardText: action.clipboardText };
    default:
      unknown(action);
      return { type: "message" };
  }
}

export function renderImagemap(message: ImagemapMessage, handlers: Handlers): HTMLElement {
  const { width, height } = message.baseSize;
  const place = (area: Area) => ({
    left: `${(area.x / width) * 100}%`,
    top: `${(area.y / height) * 100}%`,
    width: `${(area.width / width) * 100}%`,
    height: `${(area.height / height) * 100}%`,
  });
  const shown = el(
    "div",
    { class: "imagemap", style: { "aspect-ratio": `${width} / ${height}` } },
    picture(`${message.baseUrl}/1040`, message.altText),
  );
  const { video } = message;
  if (video?.area) {
    const player = film(video.originalContentUrl, video.previewImageUrl);
    shown.append(el("div", { class: "imagemap-film", style: place(video.area) }, player));
  }
  for (const action of message.actions) {
    const plain = plainAction(action);
    const made = actionButton(
      "imagemap-area",
      plain,
      action.label ?? message.altText,
      handlers,
      "",
    );
    Object.entries(place(action.area)).forEach(([name, value]) =>
      made.style.setProperty(name, value),
    );
    shown.append(made);
  }
  return shown;
}
