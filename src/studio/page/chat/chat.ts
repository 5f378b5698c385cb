/** The phone in the middle: one chat with an account, live. */
import type {
  Account,
  Person,
  PhoneAction,
  PhoneChange,
  Place,
} from "../../server/line-simulator.ts";
import { api, Refusal } from "../api.ts";
import { createAttachments } from "./attachments.ts";
import { createChatLog } from "./chat-log.ts";
import { createComposer } from "./composer.ts";
import { Conversation, type Pending } from "./conversation.ts";
import { byId } from "../dom.ts";
import { editText } from "./edit-dialog.ts";
import { createRichMenu } from "./rich-menu.ts";
import type { Handlers } from "../render/handlers.ts";
import { perform } from "./perform-action.ts";
import { toast } from "../toast.ts";

/** Which chat is shown, and whose hand types in it. */
export interface Seat {
  place: Place;
  account: Account;
  userId: string;
}

export interface Chat {
  open(seat: Seat): Promise<void>;
  /** Reads the shown chat again. */
  refresh(): Promise<void>;
  change(change: PhoneChange): void;
}

const because = (error: unknown) => (error instanceof Refusal ? error.message : "Not sent");
const nowhere: Seat = {
  place: { account: "", chatId: "" },
  account: { id: "", displayName: "" },
  userId: "",
};
const isSame = (one: Place, other: Place) =>
  one.account === other.account && one.chatId === other.chatId;

/** @param onPick is told which entry of the log somebody wants to know more about. */
export function createChat(
  people: ReadonlyMap<string, Person>,
  onPick: (entry: { id: string; event?: string | undefined }) => void,
): Chat {
  const running = byId("log", HTMLElement);
  let seat = nowhere;
  let conversation = new Conversation();
  let read = false;
  let loadingTimer: number | undefined;
  /** How far the server's clock is ahead of ours. */
  let ahead = 0;

  const composer = createComposer((text) => act({ type: "text", text }));
  const offerMore = createAttachments((action) => act(action));
  const handlers: Handlers = {
    tap: (action) => perform(action, { send: act, fillIn: (text) => composer.fillIn(text) }),
    nameOf: (userId) => people.get(userId)?.displayName,
  };
  const richMenu = createRichMenu(handlers);
  const log = createChatLog(handlers, {
    retry(pending) {
      conversation.end(pending);
      act(pending.action);
    },
    unsend: (messageId) => act({ type: "unsend", messageId }),
    edit: (messageId, text) => void edit(messageId, text),
    pick: onPick,
  });
  const draw = () =>
    log.show({
      conversation,
      account: seat.account,
      // In a group each message says whose it is.
      nameOf: seat.place.chatId === seat.userId ? null : (id) => people.get(id)?.displayName ?? id,
      userId: seat.userId,
      loading: loadingTimer !== undefined,
      read,
    });

  const load = (until: number | null) => {
    clearTimeout(loadingTimer);
    const left = until === null ? 0 : until - ahead - Date.now();
    loadingTimer = left > 0 ? setTimeout(() => load(null), left) : undefined;
    draw();
  };

  async function deliver(action: PhoneAction, from: Seat, talk: Conversation, pending?: Pending) {
    try {
      const { status, item } = await api.act(from.place, from.userId, action);
      if (status === null || status >= 300) {
        throw new Refusal(status === null ? "The bot didn't answer" : `The bot answered ${status}`);
      }
      if (item) talk.take(item);
      talk.end(pending);
    } catch (error) {
      if (pending) pending.failure = because(error);
      else toast(because(error));
    }
    if (talk === conversation) draw();
  }

  function act(action: PhoneAction): void {
    const pending = conversation.begin(action);
    draw();
    log.toEnd();
    void deliver(action, seat, conversation, pending);
  }

  async function edit(messageId: string, text: string): Promise<void> {
    const written = await editText(text);
    if (written) act({ type: "edit", messageId, text: written });
  }

  const refresh = async () => {
    if (seat === nowhere) return;
    const [asked, talk] = [seat.place, conversation];
    const finish = talk.reading();
    const { items, loading, now } = await api.chat(asked);
    if (talk !== conversation) return;
    finish(items);
    read = true;
    ahead = now - Date.now();
    load(loading);
    await richMenu.refresh();
  };

  return {
    async open(next) {
      const isNew = !isSame(seat.place, next.place);
      seat = next;
      offerMore(seat.place.chatId !== seat.userId);
      if (!isNew) {
        draw();
        return;
      }
      conversation = new Conversation();
      read = false;
      log.clear();
      load(null);
      composer.reset(true);
      richMenu.open(seat.place);
      // On a touch screen the keyboard would hide half the chat.
      if (matchMedia("(pointer: fine)").matches) composer.focus();
      running.setAttribute("aria-busy", "true");
      await refresh();
      running.removeAttribute("aria-busy");
      log.toEnd();
    },
    refresh,
    change(change) {
      switch (change.type) {
        case "item":
          if (!isSame(change, seat.place)) return;
          conversation.take(change.item);
          if (change.item.from === "account") load(null);
          else draw();
          break;
        case "loading":
          if (isSame(change, seat.place)) load(change.until);
          break;
        case "menu":
          if (change.account === seat.place.account) void richMenu.refresh();
          break;
        case "people":
          break;
        case "reset":
          void refresh();
          break;
      }
    },
  };
}
