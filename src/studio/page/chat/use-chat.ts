/** The state of one open chat: its conversation, what is being written or chosen, and what its buttons do. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Person, PhotographableCode } from "../../server/chat-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import type { PickedEntry } from "../inspector/inspector.tsx";
import type { ActiveChat } from "./active-chat.ts";
import type { Pending } from "./conversation.ts";
import type { EditedMessage } from "./dialogs.tsx";
import { performAction, type PickerAction } from "./perform-action.ts";
import { useConversation } from "./use-conversation.ts";

interface ChatOptions {
  chat: ActiveChat;
  people: readonly Person[];
  isShown: boolean;
  events: EventStream;
  /** What the person writes at once; absent where nobody asked for it. */
  firstText: string | undefined;
  onFirstTextSent(): void;
  onError(error: unknown): void;
}

export type ChatState = ReturnType<typeof useChat>;
type ConversationRef = Readonly<{ current: ReturnType<typeof useConversation> }>;

export function useChat(options: ChatOptions) {
  const { chat, people, isShown, events, firstText, onFirstTextSent, onError } = options;
  const conversation = useConversation(chat, events, onError);
  const [draft, onDraft] = useState("");
  const [picking, setPicking] = useState<PickerAction>();
  const [editing, setEditing] = useState<EditedMessage>();
  const [photographing, setPhotographing] = useState<{ codes: readonly PhotographableCode[] }>();
  const [inspected, setInspected] = useState<PickedEntry>();
  const field = useRef<HTMLTextAreaElement>(null);
  const current = useRef(conversation);
  current.current = conversation;

  useEffect(() => {
    // On a touch screen the keyboard would hide half the chat.
    if (isShown && matchMedia("(pointer: fine)").matches) {
      field.current?.focus({ preventScroll: true });
    }
  }, [isShown]);
  useEffect(() => {
    if (firstText === undefined) return;
    conversation.act({ type: "text", text: firstText });
    onFirstTextSent();
  }, [firstText]);

  const commands = useMessageCommands(current, setEditing, setInspected);
  const nameOf = (id: string) => people.find((one) => one.userId === id)?.displayName;
  const fillIn = (text: string) => {
    onDraft(text);
    field.current?.focus();
  };
  const photograph = () => void api.codes().then(setPhotographing, onError);
  // The same object as long as the people are the same, so that messages needn't be rendered again.
  const actions = useMemo(
    () => ({
      tap: (action: Parameters<typeof performAction>[0]) =>
        performAction(action, {
          send: (performed) => current.current.act(performed),
          fillIn,
          pick: (picker) => setPicking({ ...picker }),
          photograph,
        }),
      nameOf,
    }),
    [people],
  );
  return {
    conversation,
    draft,
    onDraft,
    picking,
    editing,
    photographing,
    photograph,
    inspected,
    field,
    commands,
    actions,
  };
}

/** What can be done with a message of the log; always the same object, so that rows needn't be rendered again. */
function useMessageCommands(
  conversation: ConversationRef,
  onEdit: (message: EditedMessage) => void,
  onInspect: (entry: PickedEntry) => void,
) {
  return useMemo(
    () => ({
      retry: (pending: Pending) => conversation.current.retry(pending),
      unsend: (messageId: string) => conversation.current.act({ type: "unsend", messageId }),
      edit: (messageId: string, text: string) => onEdit({ messageId, text }),
      inspect: (entry: PickedEntry) => onInspect({ ...entry }),
    }),
    [],
  );
}
