/** The embedded LINE as the page shows it: its chats as a phone shows them, and what people do there. */
import { codesIn, loadPicture } from "./code-pictures.ts";
import type { ChatItem as LineItem } from "../../emulators/line/chats.ts";
import type { Person } from "../../emulators/line/accounts.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { StoredMenu } from "../../emulators/line/rich-menus.ts";
import type {
  Account,
  ActionResult,
  ChatItem,
  ChatView,
  Group,
  Notice,
  PersonMessage,
  PhotographableCode,
  Place,
  RichMenuView,
  SimulatorChange,
  UserAction,
} from "./chat-types.ts";

const notices = new Set<string>(["follow", "unfollow", "unsend", "join", "leave"]);
const isNotice = (what: string): what is Notice => notices.has(what);

/** What the studio shows, with the event that it belongs to. */
const entryOf = (item: LineItem, hasPhoto: (id: string) => boolean): ChatItem | null => {
  const made = shown(item, hasPhoto);
  const event = eventOf(item);
  return made && (event ? { ...made, event } : made);
};

/** Of one person. */
const maxCodes = 5;

export interface LineSimulator {
  /** The members' account first. */
  accounts(): Account[];
  people(): readonly Person[];
  groups(): readonly Group[];
  /** @returns an empty view for an unknown chat. */
  chat(place: Place): ChatView;
  /** The rich menu that this person sees; null where there is none, and in groups. */
  menu(place: Place): RichMenuView | null;
  menuImage(account: string, id: string): { type: string; bytes: Uint8Array } | null;
  /** Codes on the screens of all people, in their chats with the members' account. */
  codes(): PhotographableCode[];
  /** The photo that a person sent, as long as it is kept. */
  photo(messageId: string): Buffer | undefined;
  /**
   * Does it, and waits for the bot to have taken the event.
   * @param photo what an image shows; one without anything to load unless given.
   * @throws {RangeError} for a picture that is no code on somebody's screen.
   */
  act(place: Place, userId: string, action: UserAction, photo?: Buffer): Promise<ActionResult>;
  /** Sets the language of a person's phone. @param language a BCP 47 tag. */
  setLanguage(userId: string, language: string): void;
  /** @returns the function that ends the watching. */
  watch(listener: (change: SimulatorChange) => void): () => void;
}

/** @param onLanguage called with the person whose phone changed its language. */
export function createLineSimulator(
  line: LineEmulator,
  onLanguage: (userId: string) => void,
): LineSimulator {
  const { accounts } = line;
  const entry = (item: LineItem) => entryOf(item, (id) => line.photo(id) !== undefined);
  const knows = (account: string) => accounts.channels.some(({ id }) => id === account);
  const listeners = new Set<(change: { type: "people" }) => void>();

  function codes(): PhotographableCode[] {
    const [members] = accounts.channels;
    return accounts.people.flatMap(({ userId, displayName }) => {
      const found = codesIn(members ? line.chat(userId, members.id) : []).slice(0, maxCodes);
      return found.map(({ url, about }) => ({ url, label: `${displayName}: ${about}` }));
    });
  }
  async function imageOf(url: string | undefined, photo: Buffer | undefined) {
    if (photo) return { type: "image" as const, content: photo };
    if (url === undefined) return { type: "image" as const };
    // Nothing else is loaded because somebody asks for it.
    if (!codes().some((code) => code.url === url)) throw new RangeError("no code has this address");
    return { type: "image" as const, content: await loadPicture(url) };
  }

  return {
    accounts: () => accounts.channels.map(({ id, displayName }) => ({ id, displayName })),
    people: () => accounts.people,
    groups: () => accounts.groups,
    chat({ account, chatId }) {
      const items = knows(account) ? line.chat(chatId, account) : [];
      const dots = items.find((item) => item.kind === "loading");
      return {
        items: items.flatMap((item) => entry(item) ?? []),
        loading: dots ? dots.until : null,
      };
    },
    menu({ account, chatId }) {
      const found = knows(account) ? line.richMenus.shownTo(account, chatId) : null;
      return found && accounts.person(chatId) ? menuOf(found) : null;
    },
    menuImage: (account, id) =>
      (knows(account) && line.richMenus.ofChannel(account).menus.get(id)?.image) || null,
    codes,
    photo: (messageId) => line.photo(messageId),
    async act({ account, chatId }, userId, asked, photo) {
      const action = asked.type === "image" ? await imageOf(asked.url, photo) : asked;
      const where = { channel: account, ...(chatId !== userId && { chat: chatId }) };
      const made = (id: string): Pick<ActionResult, "item"> => {
        const found = line.chat(chatId, account).find((one) => one.id === id);
        const item = found && entry(found);
        return item ? { item } : {};
      };
      // LINE tells an account nothing of a group that it isn't in.
      if (action.type !== "join" && !accounts.isInGroup(account, chatId)) {
        const { message, webhookEventId } = line.compose(userId, action, where);
        return made(message?.id ?? webhookEventId);
      }
      const { status, webhookEventId, event } = await line.act(userId, action, where);
      return { status, ...made(event?.message?.id ?? webhookEventId) };
    },
    setLanguage(userId, language) {
      const person = accounts.person(userId);
      if (!person) return;
      accounts.addPerson({ ...person, language });
      onLanguage(userId);
      for (const notify of listeners) notify({ type: "people" });
    },
    watch(listener) {
      listeners.add(listener);
      const unwatch = line.watch((change) => {
        if (change.kind === "rich_menu") listener({ type: "menu", account: change.channelId });
        if (change.kind !== "chat") return;
        const { chatId, item, channelId: account } = change;
        if (item.kind === "loading") {
          listener({ type: "loading", account, chatId, until: item.until });
          return;
        }
        if (item.kind === "from_account") {
          listener({ type: "loading", account, chatId, until: null });
        }
        const made = entry(item);
        if (made) listener({ type: "item", account, chatId, item: made });
      });
      return () => {
        listeners.delete(listener);
        unwatch();
      };
    },
  };
}

/** LINE has checked what can be missing here. */
function menuOf({ richMenuId: id, request }: StoredMenu): RichMenuView {
  const { chatBarText: bar = "", selected = false, size, areas = [] } = request;
  return {
    id,
    bar,
    selected,
    size: { width: size?.width ?? 0, height: size?.height ?? 0 },
    areas: areas.flatMap(({ bounds, action }) => {
      const { x = 0, y = 0, width = 0, height = 0 } = bounds ?? {};
      return action ? [{ bounds: { x, y, width, height }, action }] : [];
    }),
  };
}

/** The event that an entry came with, where the entry itself tells. */
function eventOf(item: LineItem): string | undefined {
  if (item.kind === "from_account") return item.webhookEventId;
  return item.kind === "tap" || item.kind === "note" ? item.id : undefined;
}

/** What the studio shows of an entry, or null where a phone shows nothing. */
function shown(item: LineItem, hasPhoto: (id: string) => boolean): ChatItem | null {
  const { id, at } = item;
  switch (item.kind) {
    case "from_person": {
      const { userId, content, unsent, edited = false } = item;
      if (unsent) return { id, at, from: "system", notice: "unsend", userId };
      const photo = content["type"] === "image" && hasPhoto(id) ? { url: `photos/${id}` } : {};
      return {
        id,
        at,
        from: "person",
        userId,
        message: { ...personMessage(content), ...photo },
        edited,
      };
    }
    case "tap": {
      const { userId, displayText } = item;
      if (displayText === undefined) return null;
      return { id, at, from: "person", userId, message: { type: "text", text: displayText } };
    }
    case "from_account":
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
