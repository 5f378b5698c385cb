/** One chat with an account: the phone, and the inspector beside it. */
import { h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Fault } from "../../server/inspector-types.ts";
import type { Person } from "../../server/chat-types.ts";
import { api } from "../api.ts";
import { Avatar } from "../avatar.ts";
import type { EventStream } from "../event-stream.ts";
import { html } from "../html.ts";
import { Inspector, type PickedEntry } from "../inspector/inspector.ts";
import { MessageActionsContext } from "../render/message-actions.ts";
import { navigate } from "../route.ts";
import { hashOf } from "../stories/story-parts.ts";
import { toastError } from "../toast.ts";
import type { ActiveChat } from "./active-chat.ts";
import { ChatHeader } from "./chat-header.ts";
import { ChatLog } from "./chat-log.ts";
import { Composer } from "./composer.ts";
import { EditDialog, type EditedMessage } from "./edit-dialog.ts";
import { performAction, type PickerAction } from "./perform-action.ts";
import { RichMenu } from "./rich-menu.ts";
import { TimePicker } from "./time-picker.ts";
import { useConversation } from "./use-conversation.ts";

interface ChatProps {
  /** Another chat needs another key: whatever is kept here belongs to this one. */
  chat: ActiveChat;
  people: readonly Person[];
  events: EventStream;
  faults: readonly Fault[];
  /** Whether the bot is this one. */
  isOwnBot: boolean;
  /** Whether the chat can be saved as a story. */
  hasStories: boolean;
  /** What the person writes at once; absent where nobody asked for it. */
  firstText: string | undefined;
  onFirstTextSent(): void;
  onFaults(faults: Fault[]): void;
  onWriter(userId: string): void;
  onError(error: unknown): void;
}

export function Chat(props: ChatProps) {
  const { chat, people, events, faults, firstText, onFirstTextSent } = props;
  const { isOwnBot, onFaults, onWriter, onError } = props;
  const { account, person, place, userId, group } = chat;
  const talk = useConversation(chat, events, onError);
  const [draft, setDraft] = useState("");
  const [picking, setPicking] = useState<PickerAction>();
  const [editing, setEditing] = useState<EditedMessage>();
  const [picked, setPicked] = useState<PickedEntry>();
  const field = useRef<HTMLTextAreaElement>(null);
  const current = useRef(talk);
  current.current = talk;

  useEffect(() => {
    // On a touch screen the keyboard would hide half the chat.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    if (firstText === undefined) return;
    talk.act({ type: "text", text: firstText });
    onFirstTextSent();
  }, [firstText]);

  // The same objects always, so that rows needn't be rendered again.
  const commands = useMemo(
    () => ({
      retry: (pending: Parameters<typeof talk.retry>[0]) => current.current.retry(pending),
      unsend: (messageId: string) => current.current.act({ type: "unsend", messageId }),
      edit: (messageId: string, text: string) => setEditing({ messageId, text }),
      inspect: (entry: PickedEntry) => setPicked({ ...entry }),
    }),
    [],
  );
  const nameOf = (id: string) => people.find((one) => one.userId === id)?.displayName;
  const actions = useMemo(
    () => ({
      tap: (action: Parameters<typeof performAction>[0]) =>
        performAction(action, {
          send: (done) => current.current.act(done),
          fillIn(text) {
            setDraft(text);
            field.current?.focus();
          },
          pick: (asked) => setPicking({ ...asked }),
        }),
      nameOf,
    }),
    [people],
  );

  return html`<section
    id="chat-view"
    class="chat-view"
    aria-label="Phone"
    lang=${person.language ?? ""}
  >
    <div class="phone-area">
      ${h(ChatHeader, {
        chat,
        people,
        onWriter,
        ...(props.hasStories &&
          !group && {
            onSave: () =>
              void api.saveChat(place).then(({ name }) => navigate(hashOf(name)), toastError),
          }),
        onLanguage: (language) => void api.setLanguage(userId, language).catch(onError),
      })}
      ${h(
        MessageActionsContext.Provider,
        { value: actions },
        html`<div class="phone">
          <header class="phone-head">
            <span id="account-avatar"> ${h(Avatar, { name: account.displayName })} </span>
            <strong id="account-name" dir="auto">${account.displayName}</strong>
          </header>
          ${h(ChatLog, {
            ...talk,
            account,
            userId,
            // In a group each message says whose it is.
            nameOf: group ? (id) => nameOf(id) ?? id : null,
            commands,
          })}
          ${h(Composer, {
            text: draft,
            field,
            isGroup: group !== undefined,
            onText: setDraft,
            onAction: talk.act,
          })}
          ${h(RichMenu, { place, events, onError })}
        </div>`,
      )}
    </div>
    ${h(Inspector, { chat, events, faults, onFaults, onError, picked, isOwnBot })}
    ${h(TimePicker, {
      action: picking,
      onPicked: ({ data = "" }, params) => talk.act({ type: "postback", data, params }),
    })}
    ${h(EditDialog, { message: editing, onEdited: (edited) => talk.act({ type: "edit", ...edited }) })}
  </section>`;
}
