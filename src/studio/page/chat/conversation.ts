/** One chat's entries and what is still on its way, as plain data. */
import type { ChatItem, PersonMessage, UserAction } from "../../server/chat-types.ts";
import { assertNever } from "../assert-never.ts";

/** Something that the person just did and the server hasn't shown yet. */
export interface Pending {
  key: string;
  message: PersonMessage;
  action: UserAction;
  /** A file that is sent with it. */
  photo?: File | undefined;
  /** Why it couldn't be sent; absent while it is on its way. */
  failure?: string;
  /** Whether the server said no; otherwise its answer was lost, and LINE may have taken the message. */
  isRefused?: boolean;
}

/** What the chat will show for an action, before the server says so; nothing for silent ones. */
function preview(action: UserAction): PersonMessage | undefined {
  switch (action.type) {
    case "text":
    case "sticker":
    case "image":
    case "location":
      return action;
    case "postback":
      return action.displayText ? { type: "text", text: action.displayText } : undefined;
    case "follow":
    case "unfollow":
    case "join":
    case "leave":
    case "unsend":
    case "edit":
      return undefined;
    default:
      return assertNever(action);
  }
}

const same = (a: PersonMessage, b: PersonMessage) =>
  a.type === b.type && (a.type !== "text" || (b.type === "text" && a.text === b.text));

export class Conversation {
  readonly items = new Map<string, ChatItem>();
  readonly pending: Pending[] = [];
  #made = 0;
  #meanwhile: ChatItem[] = [];

  /**
   * Begins to read the whole list. What arrives before the list does is newer than the list, so
   * the returned function puts it on top.
   */
  reading(): (items: ChatItem[]) => void {
    const meanwhile: ChatItem[] = [];
    this.#meanwhile = meanwhile;
    return (items) => {
      const known = new Set(this.items.keys());
      this.items.clear();
      for (const item of items) this.#put(item, known.has(item.id));
      for (const item of meanwhile) this.#put(item, known.has(item.id));
    };
  }

  /** Takes one entry, new or changed. */
  take(item: ChatItem): void {
    this.#meanwhile.push(item);
    this.#put(item, this.items.has(item.id));
  }

  /** A person's new entry ends the oldest pending one like it; without one, the oldest whose answer was lost. */
  #put(item: ChatItem, known: boolean): void {
    this.items.set(item.id, item);
    if (known || item.from !== "person") return;
    const alike = this.pending.filter(
      ({ message, isRefused }) => isRefused !== true && same(message, item.message),
    );
    this.end(alike.find(({ failure }) => failure === undefined) ?? alike[0]);
  }

  /** @returns the pending entry, unless the action shows nothing. */
  begin(action: UserAction): Pending | undefined {
    const message = preview(action);
    if (!message) return undefined;
    const pending = { key: `pending-${(this.#made += 1)}`, message, action };
    this.pending.push(pending);
    return pending;
  }

  /** Forgets a pending entry, when it arrived or was given up. */
  end(pending: Pending | undefined): void {
    const index = pending ? this.pending.indexOf(pending) : -1;
    if (index >= 0) this.pending.splice(index, 1);
  }

  /** @returns whether the entry was still pending; it stays, and says why it couldn't be sent. */
  fail(pending: Pending | undefined, failure: string, isRefused: boolean): boolean {
    if (!pending || !this.pending.includes(pending)) return false;
    Object.assign(pending, { failure, isRefused });
    return true;
  }

  /** The newest entry that counts for quick replies: none while a message is on its way. */
  get last(): ChatItem | undefined {
    const isSending = this.pending.some(({ failure }) => failure === undefined);
    return isSending ? undefined : [...this.items.values()].at(-1);
  }
}
