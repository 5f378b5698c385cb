/** The running log of one chat. Whoever reads its end stays at the end. */
import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Account, ChatItem } from "../../server/chat-types.ts";
import { t, weekdayText } from "../i18n.ts";
import { QuickReplies } from "../render/message.tsx";
import { ItemRow, LoadingRow, NoticeRow, PendingRow, type MessageCommands } from "./chat-rows.tsx";
import type { Conversation } from "./conversation.ts";

interface ChatLogProps {
  conversation: Conversation;
  account: Account;
  /** Whose phone it is. */
  userId: string;
  /** Of the phone, and so of the messages. */
  language: string | undefined;
  /** Names people where there are several; null in a chat of one. */
  nameOf: ((userId: string) => string) | null;
  isLoading: boolean;
  /** Whether the server's list has been read. */
  isRead: boolean;
  /** How often something was done here; each time the log goes to its end. */
  actionCount: number;
  commands: MessageCommands;
}

const nearPx = 80;

/** Whether two entries are the account's and bear the same name. */
const sameSpeaker = (a: ChatItem, b: ChatItem) =>
  a.from === "account" && b.from === "account" && a.message.sender?.name === b.message.sender?.name;

/** Keeps the end in sight: after each render, and when pictures grow what was rendered. */
function useEndInSight(actionCount: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toEnd = () => {
    if (isAtEnd.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(toEnd);
    for (const { current } of [scroller, log]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [actionCount]);
  useLayoutEffect(toEnd);
  const onScroll = () => {
    const { current } = scroller;
    if (!current) return;
    isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearPx;
  };
  return { scroller, log, onScroll };
}

function rowsOf({ conversation, account, nameOf, userId, commands, ...view }: ChatLogProps) {
  const rows: ComponentChild[] = [];
  let previous: ChatItem | undefined;
  for (const item of conversation.items.values()) {
    const day = weekdayText(item.at);
    if (!previous || weekdayText(previous.at) !== day) {
      rows.push(<NoticeRow key={`day-${item.id}`} text={day} />);
    }
    const writer = item.from === "person" ? item.userId : "";
    rows.push(
      <ItemRow
        key={`item-${item.id}`}
        item={item}
        account={account}
        commands={commands}
        isOwn={writer === userId}
        speaker={nameOf && writer ? nameOf(writer) : null}
        isContinued={previous !== undefined && sameSpeaker(previous, item)}
      />,
    );
    previous = item;
  }
  for (const pending of conversation.pending) {
    rows.push(<PendingRow key={pending.key} pending={pending} commands={commands} />);
  }
  if (rows.length === 0 && view.isRead) {
    rows.push(<NoticeRow key="empty" text={t("chat.empty")} />);
  }
  if (view.isLoading) rows.push(<LoadingRow key="loading" account={account} />);
  return rows;
}

export function ChatLog(props: ChatLogProps) {
  const { scroller, log, onScroll } = useEndInSight(props.actionCount);
  const { last } = props.conversation;
  const offered = last?.from === "account" ? last.message.quickReply : undefined;
  return (
    <>
      <div
        ref={scroller}
        id="scroller"
        class="scroller"
        tabindex={0}
        role="group"
        aria-label={t("chat.label")}
        onScroll={onScroll}
      >
        <div
          ref={log}
          id="log"
          class="log"
          role="log"
          lang={props.language ?? ""}
          aria-live="polite"
          aria-label={t("chat.messages")}
          aria-busy={props.isRead ? undefined : "true"}
        >
          {rowsOf(props)}
        </div>
      </div>
      <div id="quick-replies" lang={props.language ?? ""}>
        <QuickReplies quickReply={offered} />
      </div>
    </>
  );
}
