/** What a person said: on the right where it is the one who is shown. */
import type { ChatItem, PersonMessage } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";
import { Avatar } from "../avatar.tsx";
import { Button } from "../button.tsx";
import { Icon } from "../icons.tsx";
import { LocationView, Picture, StickerView } from "../render/media.tsx";
import { PlainText } from "../render/text.tsx";
import { TimeButton, type MessageCommands } from "./time-button.tsx";

/** What the studio itself serves comes without its origin. */
const addressOf = (url: string) => new URL(url, document.baseURI).href;

export function PersonContent({ message }: { message: PersonMessage }) {
  switch (message.type) {
    case "text":
      return <PlainText text={message.text} />;
    case "sticker":
      return <StickerView {...message} />;
    case "image":
      return (
        <div class="media-bubble">
          <Picture url={message.url && addressOf(message.url)} description="Picture" />
        </div>
      );
    case "location":
      return <LocationView {...message} />;
    default:
      assertNever(message);
      return <div class="bubble faint">A message of another kind</div>;
  }
}

interface OwnButtonsProps {
  id: string;
  message: PersonMessage;
  commands: MessageCommands;
}

function OwnButtons({ id, message, commands }: OwnButtonsProps) {
  const edit = message.type === "text" && (
    <Button class="message-action" label="Edit" onClick={() => commands.edit(id, message.text)}>
      <Icon name="pencil" />
    </Button>
  );
  const unsend = (
    <Button class="message-action" label="Take back" onClick={() => commands.unsend(id)}>
      <Icon name="undo" />
    </Button>
  );
  return (
    <span class="message-actions">
      {edit}
      {unsend}
    </span>
  );
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
  const content = <PersonContent message={message} />;
  const edited = item.edited && <span class="faint">Edited</span>;
  const time = <TimeButton item={item} commands={commands} />;
  if (!isOwn && speaker !== null) {
    return (
      <div class="row account other">
        <Avatar name={speaker} />
        <div class="message-content">
          <span class="speaker">{speaker}</span>
          {content}
          {edited}
          {time}
        </div>
      </div>
    );
  }
  // A tap's words are no message: they can't be taken back.
  const buttons = item.event === undefined && (
    <OwnButtons id={id} message={message} commands={commands} />
  );
  return (
    <div class="row person-row">
      <span class="aside">
        {buttons}
        {edited}
        {time}
      </span>
      {content}
    </div>
  );
}
