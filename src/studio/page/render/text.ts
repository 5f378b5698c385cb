/** Draws text messages: links, LINE's own emoji and mentions. */
import { el } from "../dom.ts";
import type { TextMessage, TextMessageV2 } from "../../../line/message-types.ts";
import { oneOf, webAddress } from "../sanitize.ts";
import type { Handlers } from "./handlers.ts";
import { unknown } from "../assert-never.ts";

const links = /https?:\/\/[^\s<>"'「」、。]+[^\s<>"'「」、。.,:;!?)\]}]/gi;

function withLinks(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(links)) {
    const address = webAddress(found);
    if (!address) continue;
    const attributes = { href: address, target: "_blank", rel: "noopener noreferrer" };
    parts.push(text.slice(from, index), el("a", { attributes }, found));
    from = index + found.length;
  }
  parts.push(text.slice(from));
  return parts;
}

function emoji(productId = "", emojiId = ""): HTMLElement {
  const name = `LINE emoji ${productId}/${emojiId}`;
  return el(
    "span",
    { class: "line-emoji", attributes: { role: "img", "aria-label": name, title: name } },
    "☺",
  );
}

/** A text bubble of any kind: the person's own and the account's look alike but for the colour. */
function textBubble(...content: (Node | string)[]): HTMLElement {
  return el("div", { class: "bubble text-bubble", attributes: { dir: "auto" } }, ...content);
}

/** Plain text with its links. */
export function plainText(text: string): HTMLElement {
  return textBubble(...withLinks(text));
}

export function renderText({ text, emojis = [] }: TextMessage): HTMLElement {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const { index = -1, productId, emojiId } of emojis.toSorted(
    (a, b) => (a.index ?? 0) - (b.index ?? 0),
  )) {
    if (index < from || text[index] !== "$") continue;
    parts.push(...withLinks(text.slice(from, index)), emoji(productId, emojiId));
    from = index + 1;
  }
  return textBubble(...parts, ...withLinks(text.slice(from)));
}

export function renderTextV2({ text, substitution = {} }: TextMessageV2, handlers: Handlers) {
  const parts = text.split(/(\{\{|\}\}|\{\w{1,20}\})/).flatMap((part): (Node | string)[] => {
    if (part === "{{") return ["{"];
    if (part === "}}") return ["}"];
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = oneOf(substitution, name);
    if (!value) return withLinks(part);
    switch (value.type) {
      case "emoji":
        return [emoji(value.productId, value.emojiId)];
      case "mention": {
        const { mentionee } = value;
        const who = mentionee.type === "user" ? handlers.nameOf(mentionee.userId) : "All";
        return [el("span", { class: "mention" }, `@${who ?? "?"}`)];
      }
      default:
        unknown(value);
        return [part];
    }
  });
  return textBubble(...parts);
}
