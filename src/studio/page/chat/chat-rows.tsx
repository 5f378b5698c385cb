/** One line of the chat: whose it is, what it shows, when it was. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Sender } from "../../../line/messages/message-types.ts";
import type { Account, Notice } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";
import { Avatar } from "../avatar.tsx";
import { Button } from "../button.tsx";
import { classes } from "../classes.ts";
import { MessageView } from "../render/message.tsx";
import { MessageShare } from "../sharing/message-share.tsx";
import type { Pending } from "./conversation.ts";
import { PersonContent, PersonRow } from "./person-row.tsx";
import { TimeButton, type MessageCommands, type OfItem } from "./time-button.tsx";

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
});

const notices: Record<Notice, string> = {
  follow: "Added the account as a friend",
  unfollow: "Blocked the account",
  unsend: "Took a message back",
  join: "The account joined",
  leave: "The account left",
};

export const dayOf = (at: number): string => dayFormat.format(at);

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
          {sender?.name ? `${sender.name} from ${displayName}` : displayName}
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
      return <NoticeRow text={notices[item.notice]} />;
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
        <span class="aside faint sending" aria-label="Sending">
          …
        </span>
      ) : (
        <span class="aside failed">
          {failure}
          <Button class="retry" onClick={() => commands.retry(pending)}>
            Send again
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
    <div class="bubble dots" role="img" aria-label="Writing">
      <i />
      <i />
      <i />
    </div>
  </AccountRow>
);
