/** The page's calls to its server. */
import type { Account, ChatItem, Delivery, Person, PhoneAction, PhoneChange } from "../phone.ts";

const deadlineMs = 20_000;

/** The server said no, in words that are fit to be shown. */
export class Refusal extends Error {}

/** @throws {Refusal} when the server says no, something else when it is gone or too slow. */
async function call<T>(path: string, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(deadlineMs) });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.message ?? `The server answered ${response.status}`);
  return answer;
}

export const api = {
  people: () => call<{ account: Account; people: Person[] }>("people"),
  chat: (chatId: string) =>
    call<{ now: number; items: ChatItem[] }>(`chats/${encodeURIComponent(chatId)}`),
  act: (chatId: string, action: PhoneAction) =>
    call<Delivery>(`chats/${encodeURIComponent(chatId)}/actions`, action),
};

interface Listener {
  change(change: PhoneChange): void;
  /** The line is open (again): what came in between must be read. */
  open(): void;
  lost(): void;
}

/** Listens to what happens on the phones, for as long as the page lives. */
export function listen(listener: Listener): void {
  const source = new EventSource("live");
  source.addEventListener("open", () => listener.open());
  source.addEventListener("message", ({ data }) => listener.change(JSON.parse(data)));
  source.addEventListener("error", () => {
    listener.lost();
    // The browser tries again by itself after a broken line, but not after a refusal.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => listen(listener), 2000);
  });
}
