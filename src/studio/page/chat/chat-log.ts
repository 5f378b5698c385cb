/** The running log of one chat: adds and changes only the rows that differ. */
import type { Account, ChatItem } from "../../server/line-simulator.ts";
import type { Conversation, Pending } from "./conversation.ts";
import { byId } from "../dom.ts";
import type { Handlers } from "../render/handlers.ts";
import { renderQuickReply } from "../render/quick-reply.ts";
import {
  dayOf,
  dayRow,
  emptyRow,
  itemRow,
  loadingRow,
  pendingRow,
  type Deeds,
} from "./chat-rows.ts";

interface View {
  conversation: Conversation;
  account: Account;
  /** Whose phone it is. */
  userId: string;
  /** Names people where there are several; null in a chat of one. */
  nameOf: ((userId: string) => string) | null;
  loading: boolean;
  /** Whether the server's list has been read. */
  read: boolean;
}

export interface ChatLog {
  /** Draws what changed. */
  show(view: View): void;
  /** Forgets all rows, for another chat. */
  clear(): void;
  toEnd(): void;
}

const nearPx = 80;

/** Whether two entries are the account's and bear the same name. */
const sameSpeaker = (a: ChatItem, b: ChatItem) =>
  a.from === "account" && b.from === "account" && a.message.sender?.name === b.message.sender?.name;

/** @param deeds what can be done with a message that is there already. */
export function createChatLog(
  handlers: Handlers,
  deeds: Deeds & { retry(pending: Pending): void },
): ChatLog {
  const scroller = byId("scroller", HTMLElement);
  const log = byId("log", HTMLElement);
  const quickReplies = byId("quick-replies", HTMLElement);
  const rows = new Map<string, { drawnFrom: string; row: HTMLElement }>();
  let follows = true;

  const toEnd = () => scroller.scrollTo({ top: scroller.scrollHeight });
  scroller.addEventListener("scroll", () => {
    follows = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
  });
  // Pictures grow the log after it was drawn; who reads the end stays at the end.
  const keepEnd = new ResizeObserver(() => follows && toEnd());
  keepEnd.observe(log);
  keepEnd.observe(scroller);

  const row = (key: string, source: unknown, draw: () => HTMLElement): HTMLElement => {
    const drawnFrom = JSON.stringify(source);
    const known = rows.get(key);
    if (known?.drawnFrom === drawnFrom) return known.row;
    const made = { drawnFrom, row: draw() };
    rows.set(key, made);
    return made.row;
  };

  const wanted = ({ conversation, account, loading, read, ...view }: View): HTMLElement[] => {
    const shown: HTMLElement[] = [];
    let previous: ChatItem | undefined;
    for (const item of conversation.items.values()) {
      if (!previous || dayOf(previous.at) !== dayOf(item.at)) {
        shown.push(row(`day-${item.id}`, dayOf(item.at), () => dayRow(item.at)));
      }
      const speaker = item.from === "person" ? item.userId : "";
      const seen = {
        isOwn: speaker === view.userId,
        name: view.nameOf && speaker ? view.nameOf(speaker) : null,
      };
      const made = row(item.id, [item, seen], () => itemRow(item, account, seen, handlers, deeds));
      made.classList.toggle("continued", previous !== undefined && sameSpeaker(previous, item));
      shown.push(made);
      previous = item;
    }
    for (const pending of conversation.pending) {
      const source = [pending.message, pending.failure];
      shown.push(row(pending.key, source, () => pendingRow(pending, () => deeds.retry(pending))));
    }
    if (shown.length === 0 && read) shown.push(row("empty", "", emptyRow));
    if (loading) shown.push(row("loading", account, () => loadingRow(account)));
    return shown;
  };

  return {
    show(view) {
      const shown = wanted(view);
      const keep = new Set<Element>(shown);
      for (const old of Array.from(log.children)) if (!keep.has(old)) old.remove();
      for (const [key, { row: old }] of rows) if (!keep.has(old)) rows.delete(key);
      shown.forEach((made, index) => {
        if (log.children[index] !== made) log.insertBefore(made, log.children[index] ?? null);
      });
      const { last } = view.conversation;
      const offered = last?.from === "account" ? last.message.quickReply : undefined;
      const drawn = renderQuickReply(offered, handlers);
      quickReplies.replaceChildren(...(drawn ? [drawn] : []));
      if (follows) toEnd();
    },
    clear() {
      rows.clear();
      log.replaceChildren();
      quickReplies.replaceChildren();
      follows = true;
    },
    toEnd() {
      follows = true;
      toEnd();
    },
  };
}
