/** One line of the chat: whose it is, what it shows, when it was. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Sender } from "../../../line/messages/message-types.ts";
import type { Account, ChatItem, PersonMessage } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes } from "../classes.ts";
import { clockText, t } from "../i18n.ts";
import { Avatar, Button, Icon } from "../parts.tsx";
import { LocationView, Picture, StickerView } from "../render/media.tsx";
import { MessageView } from "../render/message.tsx";
import { PlainText } from "../render/text.tsx";
import { MessageShare } from "../sharing/copy.tsx";
import type { Pending } from "./conversation.ts";

/** What can be done with a message that is there already. */
export interface MessageCommands {
  unsend(messageId: string): void;
  edit(messageId: string, text: string): void;
  /** Shows the event that the message belongs to. */
  inspect(entry: { id: string; event?: string | undefined }): void;
  /** Sends what failed once more. */
  retry(pending: Pending): void;
}

interface OfItem {
  item: ChatItem;
  commands: MessageCommands;
}

/** When a message was written; opens the inspector where that is. */
function TimeButton({ item, commands }: OfItem) {
  const time = clockText(item.at);
  return (
    <Button
      class="time-button"
      label={t("chat.inspect", { time })}
      onClick={() => commands.inspect(item)}
    >
      <time class="faint" datetime={new Date(item.at).toISOString()}>
        {time}
      </time>
    </Button>
  );
}

export const NoticeRow = ({ text }: { text: string }) => (
  <div class="notice">
    <span>{text}</span>
  </div>
);

interface AccountRowProps {
  account: Account;
  /** A message that carries a sender of its own shows that one's name and picture. */
  sender?: Sender | undefined;
  isContinued?: boolean;
  children?: ComponentChildren;
}

function AccountRow({ account, sender, isContinued, children }: AccountRowProps) {
  const { displayName } = account;
  return (
    <div class={classes("row account", isContinued && "continued")}>
      <Avatar name={sender?.name ?? displayName} pictureUrl={sender?.iconUrl} />
      <div class="message-content">
        <span class="speaker">
          {sender?.name
            ? t("chat.sender", { name: sender.name, account: displayName })
            : displayName}
        </span>
        {children}
      </div>
    </div>
  );
}

interface ItemRowProps extends OfItem {
  account: Account;
  /** Whether the person who is shown wrote it. */
  isOwn: boolean;
  /** Who wrote it, in a chat of several people. */
  speaker: string | null;
  /** Whether the row above is the account's, too. */
  isContinued: boolean;
}

function Item(props: ItemRowProps) {
  const { item, account, commands, isOwn, speaker, isContinued } = props;
  switch (item.from) {
    case "account":
      return (
        <AccountRow account={account} sender={item.message.sender} isContinued={isContinued}>
          <MessageView message={item.message} />
          <span class="aside">
            <TimeButton item={item} commands={commands} />
            <MessageShare id={item.id} message={item.message} />
          </span>
        </AccountRow>
      );
    case "person":
      return <PersonRow item={item} isOwn={isOwn} speaker={speaker} commands={commands} />;
    case "system":
      return <NoticeRow text={t(`chat.notice.${item.notice}`)} />;
    default:
      assertNever(item);
      return null;
  }
}

/** Rendered again only when a property changes. */
export const ItemRow = (props: ItemRowProps) =>
  useMemo(() => <Item {...props} />, Object.values(props));

interface PendingRowProps {
  pending: Pending;
  commands: MessageCommands;
}

/** What is on its way, or why it isn't and how to send it again. */
export function PendingRow({ pending, commands }: PendingRowProps) {
  const { failure, message } = pending;
  return (
    <div class="row person-row pending">
      {failure === undefined ? (
        <span class="aside faint sending" aria-label={t("chat.sending")}>
          …
        </span>
      ) : (
        <span class="aside failed">
          {failure}
          <Button class="retry" onClick={() => commands.retry(pending)}>
            {t("chat.sendAgain")}
          </Button>
        </span>
      )}
      <PersonContent message={message} />
    </div>
  );
}

/** The three dots while the account is thinking. */
export const LoadingRow = ({ account }: { account: Account }) => (
  <AccountRow account={account}>
    <div class="bubble dots" role="img" aria-label={t("chat.writing")}>
      <i />
      <i />
      <i />
    </div>
  </AccountRow>
);

/** What the studio itself serves comes without its origin. */
const addressOf = (url: string) => new URL(url, document.baseURI).href;

function PersonContent({ message }: { message: PersonMessage }) {
  switch (message.type) {
    case "text":
      return <PlainText text={message.text} />;
    case "sticker":
      return <StickerView {...message} />;
    case "image":
      return (
        <div class="media-bubble">
          <Picture url={message.url && addressOf(message.url)} description={t("chat.picture")} />
        </div>
      );
    case "location":
      return <LocationView {...message} />;
    default:
      assertNever(message);
      return <div class="bubble faint">{t("chat.otherKind")}</div>;
  }
}

interface OwnButtonsProps {
  id: string;
  message: PersonMessage;
  commands: MessageCommands;
}

function OwnButtons({ id, message, commands }: OwnButtonsProps) {
  const edit = message.type === "text" && (
    <Button
      class="message-action"
      label={t("chat.edit")}
      onClick={() => commands.edit(id, message.text)}
    >
      <Icon name="pencil" />
    </Button>
  );
  const unsend = (
    <Button class="message-action" label={t("chat.unsend")} onClick={() => commands.unsend(id)}>
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

/** What a person said: on the right where it is the one who is shown. */
function PersonRow({ item, commands, isOwn, speaker }: PersonRowProps) {
  const { id, message } = item;
  const content = <PersonContent message={message} />;
  const edited = item.edited && <span class="faint">{t("chat.edited")}</span>;
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
