/** Messages as a phone shows them, without a phone: nothing that is tapped goes anywhere. */
import type { Message } from "../../../line/message-types.ts";
import { el } from "../dom.ts";
import type { Handlers } from "../render/handlers.ts";
import { renderQuickReply } from "../render/quick-reply.ts";
import { drawn } from "../chat/chat-rows.ts";
import { toast } from "../toast.ts";

const handlers: Handlers = {
  tap: (action) => toast(`In the chat this is: ${action.label ?? action.type}`),
  nameOf: () => undefined,
};

/** @param language decides which of the Chinese and Japanese shapes of a letter is drawn. */
export function drawMessages(messages: readonly Message[], language: string): HTMLElement[] {
  const rows = messages.map((message) =>
    el(
      "div",
      { class: "row account", attributes: { lang: language } },
      el("div", { class: "said" }, drawn(message, handlers)),
    ),
  );
  const last = renderQuickReply(messages.at(-1)?.quickReply, handlers);
  return last ? [...rows, last] : rows;
}
