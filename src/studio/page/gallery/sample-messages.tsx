/** Messages as a phone shows them, without a phone: nothing that is tapped goes anywhere. */
import type { ComponentChildren } from "preact";
import type { Action, Message } from "../../../line/messages/message-types.ts";
import { MessageActionsContext } from "../render/actions.tsx";
import { MessageView, QuickReplies } from "../render/message.tsx";
import { t } from "../i18n.ts";
import { toast } from "../parts.tsx";

export const toastActions = {
  tap: (action: Action) => toast(t("gallery.tap", { what: action.label ?? action.type })),
  nameOf: () => undefined,
};

interface SampleMessagesProps {
  messages: readonly Message[];
  /** Decides which of the Chinese and Japanese shapes of a letter is shown. */
  language: string;
  /** Shown before the quick replies. */
  children?: ComponentChildren;
}

export const SampleMessages = ({ messages, language, children }: SampleMessagesProps) => (
  <MessageActionsContext.Provider value={toastActions}>
    {messages.map((message) => (
      <div class="row account" lang={language}>
        <div class="message-content">
          <MessageView message={message} />
        </div>
      </div>
    ))}
    {children}
    <QuickReplies quickReply={messages.at(-1)?.quickReply} />
  </MessageActionsContext.Provider>
);
