/** When a message was written; opens the inspector where that is. */
import type { ChatItem } from "../../server/chat-types.ts";
import { Button } from "../button.tsx";
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

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
export interface OfItem {
  item: ChatItem;
  commands: MessageCommands;
}

export function TimeButton({ item, commands }: OfItem) {
  const time = timeFormat.format(item.at);
  return (
    <Button
      class="time-button"
      label={`Inspect the message of ${time}`}
      onClick={() => commands.inspect(item)}
    >
      <time class="faint" datetime={new Date(item.at).toISOString()}>
        {time}
      </time>
    </Button>
  );
}
