/** One chat with an account: the phone, and the inspector beside it. */
import { useState } from "preact/hooks";
import type { Fault } from "../../server/inspector-types.ts";
import type { ChatItem, Person } from "../../server/chat-types.ts";
import { api } from "../api.ts";
import { t } from "../i18n.ts";
import { Avatar, toast } from "../parts.tsx";
import type { EventStream } from "../event-stream.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { MessageActionsContext } from "../render/actions.tsx";
import { navigate } from "../route.ts";
import { hashOf } from "../stories/story-parts.tsx";
import { useBusy } from "../requests.tsx";
import type { ActiveChat } from "./active-chat.ts";
import { ChatHeader } from "./chat-header.tsx";
import { ChatLog } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import { EditDialog, PhotoDialog, SaveDialog, TimePicker } from "./dialogs.tsx";
import { RichMenu } from "./rich-menu.tsx";
import { useChat, type ChatState } from "./use-chat.ts";

interface ChatProps {
  /** Another chat needs another key: whatever is kept here belongs to this one. */
  chat: ActiveChat;
  people: readonly Person[];
  events: EventStream;
  faults: readonly Fault[];
  /** Whether the bot is this one. */
  isOwnBot: boolean;
  /** False while another view is shown in its place. */
  isShown: boolean;
  /** Whether chats with the members' account can be saved as stories. */
  hasStories: boolean;
  /** What the person writes at once; absent where nobody asked for it. */
  firstText: string | undefined;
  onFirstTextSent(): void;
  onFaults(faults: Fault[]): void;
  onWriter(userId: string): void;
  onError(error: unknown): void;
}

interface PhoneProps {
  chat: ActiveChat;
  state: ChatState;
  events: EventStream;
  onError(error: unknown): void;
}

/** What LINE's app shows: the account's name, the messages, the field to write in, and the rich menu. */
function Phone({ chat, state, events, onError }: PhoneProps) {
  const { account, place, userId, person, group } = chat;
  const { conversation, draft, onDraft, field, photograph, commands, actions } = state;
  return (
    <div class="phone">
      <header class="phone-head">
        <span id="account-avatar">
          <Avatar name={account.displayName} />
        </span>
        <strong id="account-name" dir="auto">
          {account.displayName}
        </strong>
      </header>
      <ChatLog
        {...conversation}
        account={account}
        userId={userId}
        language={person.language}
        // In a group each message says whose it is.
        nameOf={group ? (id) => actions.nameOf(id) ?? id : null}
        commands={commands}
      />
      <Composer
        text={draft}
        field={field}
        isGroup={group !== undefined}
        onText={onDraft}
        onAction={conversation.act}
        onPhoto={photograph}
      />
      <RichMenu place={place} events={events} onError={onError} />
    </div>
  );
}

export function Chat(props: ChatProps) {
  const { chat, people, events, faults, isOwnBot, hasStories } = props;
  const { onFaults, onWriter, onError } = props;
  const { place, userId, account, accounts } = chat;
  // Stories are played with the members' account.
  const canSave = hasStories && account.id === accounts[0]?.id;
  const state = useChat(props);
  const [, save] = useBusy();
  const [saving, setSaving] = useState<{ items: readonly ChatItem[] }>();
  const { act } = state.conversation;
  return (
    <section id="chat-view" class="chat-view" aria-label={t("chat.phone")} tabindex={-1}>
      <div class="phone-area">
        <ChatHeader
          chat={chat}
          people={people}
          onWriter={onWriter}
          {...(canSave && {
            onSave: () => setSaving({ items: [...state.conversation.conversation.items.values()] }),
          })}
          onLanguage={(language) => void api.setLanguage(userId, language).catch(onError)}
        />
        <MessageActionsContext.Provider value={state.actions}>
          <Phone chat={chat} state={state} events={events} onError={onError} />
        </MessageActionsContext.Provider>
      </div>
      <Inspector
        chat={chat}
        events={events}
        faults={faults}
        onFaults={onFaults}
        onError={onError}
        picked={state.inspected}
        isOwnBot={isOwnBot}
      />
      <TimePicker
        action={state.picking}
        onPicked={({ data = "" }, params) => act({ type: "postback", data, params })}
      />
      <SaveDialog
        question={saving}
        onSave={(title, from) =>
          save(async () => {
            navigate(hashOf((await api.saveChat(place, title, from || undefined)).name));
            toast(t("chat.saved"));
          })
        }
      />
      <PhotoDialog
        question={state.photographing}
        onCode={(url) => act({ type: "image", ...(url && { url }) })}
        onFile={(file) => act({ type: "image" }, file)}
      />
      <EditDialog message={state.editing} onEdited={(edited) => act({ type: "edit", ...edited })} />
    </section>
  );
}
