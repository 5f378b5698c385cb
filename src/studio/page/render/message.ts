/** Draws any message that LINE knows, from the same object that is sent. */
import { el } from "../dom.ts";
import type { Message } from "../../../line/message-types.ts";
import { renderFlex } from "./flex.ts";
import type { Handlers } from "./handlers.ts";
import { renderImagemap } from "./imagemap.ts";
import {
  renderAudio,
  renderCoupon,
  renderImage,
  renderLocation,
  renderSticker,
  renderVideo,
} from "./media.ts";
import { unknown } from "../assert-never.ts";
import { renderTemplate } from "./template.ts";
import { renderText, renderTextV2 } from "./text.ts";

/**
 * The message as a phone shows it, without the account's picture and name, and without quick
 * replies: those belong to the row and to the end of the chat.
 */
export function renderMessage(message: Message, handlers: Handlers): HTMLElement {
  switch (message.type) {
    case "text":
      return renderText(message);
    case "textV2":
      return renderTextV2(message, handlers);
    case "sticker":
      return renderSticker(message);
    case "image":
      return renderImage(message);
    case "video":
      return renderVideo(message);
    case "audio":
      return renderAudio(message);
    case "location":
      return renderLocation(message);
    case "imagemap":
      return renderImagemap(message, handlers);
    case "template":
      return renderTemplate(message.template, message.altText, handlers);
    case "flex":
      return renderFlex(message.contents, message.altText, handlers);
    case "coupon":
      return renderCoupon(message);
    default:
      unknown(message);
      return el("div", { class: "bubble faint" }, "A kind of message that this page doesn't know");
  }
}
