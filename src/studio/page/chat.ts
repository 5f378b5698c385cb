/** The phone in the middle: one person's chat with the account, live. */
import type { Account, Person, PhoneAction, PhoneChange } from "../phone.ts";
import { api, Refusal } from "./api.ts";
import { createChatLog } from "./chat-log.ts";
import { createComposer } from "./composer.ts";
import { Conversation, type Pending } from "./conversation.ts";
import { byId } from "./dom.ts";
import { perform } from "./taps.ts";
import { toast } from "./toast.ts";

export interface Chat {
  /** Shows a person's phone. */
  open(person: Person): Promise<void>;
  /** Reads the shown chat again. */
  refresh(): Promise<void>;
  change(change: PhoneChange): void;
}

const because = (error: unknown) => (error instanceof Refusal ? error.message : "Not sent");

export function createChat(account: Account, people: Map<string, Person>): Chat {
  const running = byId("log", HTMLElement);
  let chatId = "";
  let conversation = new Conversation();
  let read = false;
  let loadingTimer: number | undefined;

  const composer = createComposer((text) => act({ type: "text", text }));
  const log = createChatLog(
    {
      tap: (action) => perform(action, { send: act, fillIn: (text) => composer.fillIn(text) }),
      nameOf: (userId) => people.get(userId)?.displayName,
    },
    (pending) => {
      conversation.end(pending);
      act(pending.action);
    },
  );
  const draw = () => log.show({ conversation, account, loading: loadingTimer !== undefined, read });

  const load = (until: number | null, now: number) => {
    clearTimeout(loadingTimer);
    const left = until === null ? 0 : until - now;
    loadingTimer = left > 0 ? setTimeout(() => load(null, now), left) : undefined;
    draw();
  };

  async function deliver(action: PhoneAction, to: string, talk: Conversation, pending?: Pending) {
    try {
      const { status, item } = await api.act(to, action);
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
    void deliver(action, chatId, conversation, pending);
  }

  const refresh = async () => {
    if (chatId === "") return;
    const [asked, talk] = [chatId, conversation];
    const finish = talk.reading();
    const { items } = await api.chat(asked);
    if (talk !== conversation) return;
    finish(items);
    read = true;
    draw();
  };

  return {
    async open({ userId }) {
      chatId = userId;
      conversation = new Conversation();
      read = false;
      log.clear();
      load(null, 0);
      composer.reset(true);
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
          if (change.chatId !== chatId) return;
          conversation.take(change.item);
          if (change.item.from === "account") load(null, 0);
          else draw();
          break;
        case "loading":
          if (change.chatId === chatId) load(change.until, Date.now());
          break;
        case "reset":
          void refresh();
          break;
      }
    },
  };
}
