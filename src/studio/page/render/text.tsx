/** Text messages: links, LINE's own emoji and mentions. */
import type { ComponentChild, ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { TextMessage, TextMessageV2 } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { t } from "../i18n.ts";
import { oneOf, webAddress } from "../sanitize.ts";
import { MessageActionsContext } from "./actions.tsx";

const links = /https?:\/\/[^\s<>"'「」、。]+[^\s<>"'「」、。.,:;!?)\]}]/gi;

function withLinks(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(links)) {
    const address = webAddress(found);
    if (!address) continue;
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {found}
      </a>
    );
    parts.push(text.slice(from, index), link);
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

function emoji(productId = "", emojiId = "") {
  const name = t("render.emoji", { id: `${productId}/${emojiId}` });
  return (
    <span class="line-emoji" role="img" aria-label={name} title={name}>
      ☺
    </span>
  );
}

/** A text bubble of any kind: the person's own and the account's look alike but for the color. */
const textBubble = (content: ComponentChildren) => (
  <div class="bubble text-bubble" dir="auto">
    {content}
  </div>
);

export const PlainText = ({ text }: { text: string }) => textBubble(withLinks(text));

export function TextView({ text, emojis = [] }: TextMessage) {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { index = -1, productId, emojiId } of emojis.toSorted(
    (a, b) => (a.index ?? 0) - (b.index ?? 0),
  )) {
    if (index < from || text[index] !== "$") continue;
    parts.push(...withLinks(text.slice(from, index)), emoji(productId, emojiId));
    from = index + 1;
  }
  return textBubble([...parts, ...withLinks(text.slice(from))]);
}

export function TextV2View({ text, substitution = {} }: TextMessageV2) {
  const { nameOf } = useContext(MessageActionsContext);
  const parts = text.split(/(\{\{|\}\}|\{\w{1,20}\})/).flatMap((part): ComponentChild[] => {
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
        const who = mentionee.type === "user" ? nameOf(mentionee.userId) : t("render.everybody");
        return [<span class="mention">@{who ?? "?"}</span>];
      }
      default:
        assertNever(value);
        return [part];
    }
  });
  return textBubble(parts);
}
