/** One chat as state: its messages, those on their way, and whether the account is about to answer. */
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { StudioChange } from "../../server/api-types.ts";
import type { UserAction } from "../../server/chat-types.ts";
import { api, Refusal } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import { t } from "../i18n.ts";
import { toast } from "../parts.tsx";
import type { ActiveChat } from "./active-chat.ts";
import { Conversation, type Pending } from "./conversation.ts";

/** Until when the account is seen writing. */
function useLoadingAnimation() {
  const [end, setEnd] = useState<number | null>(null);
  useEffect(() => {
    if (end === null) return;
    const timer = setTimeout(() => setEnd(null), end - Date.now());
    return () => clearTimeout(timer);
  }, [end]);
  return { isLoading: end !== null, setEnd };
}

interface ChatSource {
  chat: ActiveChat;
  conversation: Conversation;
  events: EventStream;
  /** Called when the conversation has changed. */
  redraw(): void;
  onError(error: unknown): void;
}

/** Reads the chat from the server, and follows it. */
function useServerChat({ chat: { place }, conversation, events, redraw, onError }: ChatSource) {
  const [isRead, setRead] = useState(false);
  const { isLoading, setEnd } = useLoadingAnimation();
  useEffect(() => {
    /** How far the server's clock is ahead of ours. */
    let ahead = 0;
    const setLoading = (until: number | null) => {
      const end = until === null ? null : until - ahead;
      setEnd(end !== null && end > Date.now() ? end : null);
    };
    const load = async () => {
      const finish = conversation.reading();
      const { items, loading, now } = await api.chat(place);
      finish(items);
      ahead = now - Date.now();
      setRead(true);
      setLoading(loading);
      redraw();
    };
    const take = (change: StudioChange) => {
      if (change.type !== "item" && change.type !== "loading") return;
      if (change.account !== place.account || change.chatId !== place.chatId) return;
      if (change.type === "loading") setLoading(change.until);
      else {
        conversation.take(change.item);
        if (change.item.from === "account") setLoading(null);
        redraw();
      }
    };
    const read = () => void load().catch(onError);
    read();
    return events.subscribe({
      onOpen: read,
      onChange(change) {
        // The loading animation ends by the server's clock.
        if (change.type === "clock") read();
        else take(change);
      },
    });
  }, []);
  return { isRead, isLoading };
}

/** @param chat always the same one; only who writes in it may change. */
export function useConversation(
  chat: ActiveChat,
  events: EventStream,
  onError: (error: unknown) => void,
) {
  const { place, userId } = chat;
  const [conversation] = useState(() => new Conversation());
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const [actionCount, setActionCount] = useState(0);
  const server = useServerChat({ chat, conversation, events, redraw, onError });
  /** Done when the server has answered to all actions so far: two requests at once may overtake each other. */
  const delivered = useRef(Promise.resolve());

  async function deliver(
    action: UserAction,
    pending: Pending | undefined,
    photo: File | undefined,
  ): Promise<void> {
    try {
      const { status, item } = await (photo
        ? api.sendPhoto(place, userId, photo)
        : api.act(place, userId, action));
      if (item) conversation.take(item);
      if (status === null || (status !== undefined && status >= 300)) {
        throw new Refusal(
          status === null
            ? t("chat.failed.silent")
            : t("chat.failed.status", { status: String(status) }),
        );
      }
      conversation.end(pending);
    } catch (error) {
      const isRefused = error instanceof Refusal;
      const reason = isRefused ? error.message : t("chat.failed");
      // What LINE has taken is in the chat already, whatever the bot answered.
      const isShown = conversation.fail(pending, reason, isRefused);
      if (!isShown && (isRefused || !pending)) toast(reason);
    }
    redraw();
  }

  function act(action: UserAction, photo?: File): void {
    const pending = conversation.begin(action);
    if (pending) pending.photo = photo;
    setActionCount((count) => count + 1);
    delivered.current = delivered.current.then(() => deliver(action, pending, photo));
  }

  function retry(pending: Pending): void {
    conversation.end(pending);
    act(pending.action, pending.photo);
  }

  return { conversation, ...server, actionCount, act, retry };
}
