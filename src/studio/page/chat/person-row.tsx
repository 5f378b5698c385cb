/** What a person said: on the right where it is the one who is shown. */
import { h } from "preact";
import type { ChatItem, PersonMessage } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";
import { Avatar } from "../avatar.tsx";
import { Button } from "../button.tsx";
import { html } from "../html.ts";
import { Icon } from "../icons.tsx";
import { LocationView, Picture, StickerView } from "../render/media.tsx";
import { PlainText } from "../render/text.tsx";
import { TimeButton, type MessageCommands } from "./time-button.tsx";

/** What the studio itself serves comes without its origin. */
const addressOf = (url: string) => new URL(url, document.baseURI).href;

export function PersonContent({ message }: { message: PersonMessage }) {
  switch (message.type) {
    case "text":
      return h(PlainText, { text: message.text });
    case "sticker":
      return h(StickerView, message);
    case "image":
      return html`<div class="media-bubble">
        ${h(Picture, { url: message.url && addressOf(message.url), description: "Picture" })}
      </div>`;
    case "location":
      return h(LocationView, message);
    default:
      assertNever(message);
      return html`<div class="bubble faint">A message of another kind</div>`;
  }
}

interface OwnButtonsProps {
  id: string;
  message: PersonMessage;
  commands: MessageCommands;
}

function OwnButtons({ id, message, commands }: OwnButtonsProps) {
  const edit =
    message.type === "text" &&
    h(Button, {
      class: "message-action",
      label: "Edit",
      onClick: () => commands.edit(id, message.text),
      children: h(Icon, { name: "pencil" }),
    });
  const unsend = h(Button, {
    class: "message-action",
    label: "Take back",
    onClick: () => commands.unsend(id),
    children: h(Icon, { name: "undo" }),
  });
  return html`<span class="message-actions">${edit}${unsend}</span>`;
}

interface PersonRowProps {
  item: Extract<ChatItem, { from: "person" }>;
  /** Whether the person who is shown wrote it. */
  isOwn: boolean;
  /** Who wrote it, in a chat of several people. */
  speaker: string | null;
  commands: MessageCommands;
}

export function PersonRow({ item, commands, isOwn, speaker }: PersonRowProps) {
  const { id, message } = item;
  const content = h(PersonContent, { message });
  const edited = item.edited && html`<span class="faint">Edited</span>`;
  const time = h(TimeButton, { item, commands });
  if (!isOwn && speaker !== null) {
    return html`<div class="row account other">
      ${h(Avatar, { name: speaker })}
      <div class="message-content">
        <span class="speaker">${speaker}</span>${content}${edited}${time}
      </div>
    </div>`;
  }
  // A tap's words are no message: they can't be taken back.
  const buttons = item.event === undefined && h(OwnButtons, { id, message, commands });
  return html`<div class="row person-row">
    <span class="aside">${buttons}${edited}${time}</span>
    ${content}
  </div>`;
}
