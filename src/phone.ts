/** Puts the embedded LINE's people into the studio's hands. */
import type { ChatItem as LineItem } from "./embedded/line/chats.ts";
import type { EmbeddedLine } from "./embedded/line/embedded-line.ts";
import type { PersonAction } from "./embedded/line/events.ts";
import type { ChatItem, Notice, PersonMessage, Phone, PhoneAction } from "./studio/phone.ts";

const notices = new Set<string>(["follow", "unfollow", "unsend", "join", "leave"]);
const isNotice = (what: string): what is Notice => notices.has(what);

export function phoneOf(line: EmbeddedLine): Phone {
  const account = () => line.accounts.channel();
  return {
    account: () => ({ displayName: account().displayName }),
    people: () => [...line.accounts.people],
    chat: (chatId) => line.chat(chatId).flatMap((item) => shown(item) ?? []),
    async act(userId, action) {
      const { status, webhookEventId, event } = await line.act(userId, toLine(action));
      const id = event?.message?.id ?? webhookEventId;
      const made = line.chat(userId).find((item) => item.id === id);
      const item = made && shown(made);
      return item ? { status, item } : { status };
    },
    watch: (listener) =>
      line.watch((change) => {
        if (change.kind !== "chat" || change.channelId !== account().id) return;
        const { chatId, item } = change;
        if (item.kind === "loading") {
          listener({ type: "loading", chatId, until: item.until });
          return;
        }
        if (item.kind === "from account") listener({ type: "loading", chatId, until: null });
        const entry = shown(item);
        if (entry) listener({ type: "item", chatId, item: entry });
      }),
  };
}

function toLine(action: PhoneAction): PersonAction {
  if (action.type !== "postback" || !action.params) return action as PersonAction;
  return { ...action, params: { ...action.params } };
}

/** What the studio shows of an entry, or null where a phone shows nothing. */
function shown(item: LineItem): ChatItem | null {
  const { id, at } = item;
  switch (item.kind) {
    case "from person": {
      const { userId, content, unsent, edited = false } = item;
      if (unsent) return { id, at, from: "system", notice: "unsend", userId };
      return { id, at, from: "person", userId, message: personMessage(content), edited };
    }
    case "tap": {
      const { userId, displayText } = item;
      if (displayText === undefined) return null;
      return { id, at, from: "person", userId, message: { type: "text", text: displayText } };
    }
    case "from account":
      return { id, at, from: "account", message: item.message };
    case "note":
      return isNotice(item.what)
        ? { id, at, from: "system", notice: item.what, ...(item.userId && { userId: item.userId }) }
        : null;
    case "loading":
      return null;
  }
}

function personMessage(content: Readonly<Record<string, unknown>>): PersonMessage {
  const { type, text, packageId, stickerId, latitude, longitude, title, address } = content;
  switch (type) {
    case "sticker":
      return { type: "sticker", packageId: String(packageId), stickerId: String(stickerId) };
    case "location":
      return {
        type: "location",
        latitude: Number(latitude),
        longitude: Number(longitude),
        ...(typeof title === "string" && { title }),
        ...(typeof address === "string" && { address }),
      };
    case "text":
      return { type: "text", text: String(text) };
    default:
      return { type: "image" };
  }
}
