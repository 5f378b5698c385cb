/** Draws one line of the chat: whose it is, what it shows, when it was. */
import type { Account, ChatItem, Notice, PersonMessage } from "../../server/line-simulator.ts";
import { avatar } from "../avatar.ts";
import type { Pending } from "./conversation.ts";
import { button, el } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Message, Sender } from "../../../line/message-types.ts";
import type { Handlers } from "../render/handlers.ts";
import { picture, renderLocation, renderSticker } from "../render/media.ts";
import { renderMessage } from "../render/message.ts";
import { plainText } from "../render/text.ts";
import { unknown } from "../assert-never.ts";

/** What can be done with a message that is there already. */
export interface Deeds {
  unsend(messageId: string): void;
  edit(messageId: string, text: string): void;
  /** Somebody wants to know more about it. */
  pick(entry: { id: string; event?: string | undefined }): void;
}

/** Whose message it is, as this phone sees it. */
interface Seen {
  isOwn: boolean;
  /** Said above it, in a chat of several people. */
  name: string | null;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
});

const notices: Record<Notice, string> = {
  follow: "Added the account as a friend",
  unfollow: "Blocked the account",
  unsend: "Took a message back",
  join: "The account joined",
  leave: "The account left",
};

export const dayOf = (at: number): string => dayFormat.format(at);

function time(at: number): HTMLElement {
  const attributes = { datetime: new Date(at).toISOString() };
  return el("time", { class: "faint", attributes }, timeFormat.format(at));
}

/** One message that can't be drawn must not take the others with it. */
export function drawn(message: Message, handlers: Handlers): HTMLElement {
  try {
    return renderMessage(message, handlers);
  } catch (error) {
    reportError(error);
    return el("div", { class: "bubble failed" }, "This message can’t be drawn");
  }
}

/** A message that carries a sender of its own shows that one's name and picture. */
function accountRow(content: HTMLElement, account: Account, sender?: Sender): HTMLElement {
  const name = sender?.name ? `${sender.name} from ${account.displayName}` : account.displayName;
  return el(
    "div",
    { class: "row account" },
    avatar(sender?.name ?? account.displayName, sender?.iconUrl ?? account.pictureUrl),
    el("div", { class: "said" }, el("span", { class: "speaker" }, name), content),
  );
}

function personContent(message: PersonMessage): HTMLElement {
  switch (message.type) {
    case "text":
      return plainText(message.text);
    case "sticker":
      return renderSticker(message);
    case "image":
      return el("div", { class: "media-bubble" }, picture(message.url, "Picture"));
    case "location":
      return renderLocation(message);
    default:
      unknown(message);
      return el("div", { class: "bubble faint" }, "A message of another kind");
  }
}

export function emptyRow(): HTMLElement {
  return el("div", { class: "notice" }, el("span", {}, "No messages yet. Write the first one."));
}

export function dayRow(at: number): HTMLElement {
  return el("div", { class: "notice day" }, el("span", {}, dayOf(at)));
}

/** The time, which opens the inspector where this message is. */
function timeButton(item: ChatItem, deeds: Deeds): HTMLElement {
  return button(
    "when",
    `Inspect the message of ${timeFormat.format(item.at)}`,
    () => deeds.pick(item),
    time(item.at),
  );
}

function ownButtons(id: string, message: PersonMessage, deeds: Deeds): HTMLElement {
  const edit =
    message.type === "text"
      ? button("deed", "Edit", () => deeds.edit(id, message.text), icon("pencil"))
      : undefined;
  const unsend = button("deed", "Take back", () => deeds.unsend(id), icon("undo"));
  return el("span", { class: "deeds" }, edit, unsend);
}

function personRow(
  item: Extract<ChatItem, { from: "person" }>,
  { isOwn, name }: Seen,
  deeds: Deeds,
): HTMLElement {
  const { id, message } = item;
  const edited = item.edited ? el("span", { class: "faint" }, "Edited") : undefined;
  const when = timeButton(item, deeds);
  if (!isOwn && name !== null) {
    const said = el(
      "div",
      { class: "said" },
      el("span", { class: "speaker" }, name),
      personContent(message),
      edited,
      when,
    );
    return el("div", { class: "row account other" }, avatar(name), said);
  }
  // A tap's words are no message: they can't be taken back.
  const deedsOf = item.event === undefined ? ownButtons(id, message, deeds) : undefined;
  const aside = el("span", { class: "aside" }, deedsOf, edited, when);
  return el("div", { class: "row person-row" }, aside, personContent(message));
}

export function itemRow(
  item: ChatItem,
  account: Account,
  seen: Seen,
  handlers: Handlers,
  deeds: Deeds,
): HTMLElement {
  switch (item.from) {
    case "account": {
      const row = accountRow(drawn(item.message, handlers), account, item.message.sender);
      row.querySelector(".said")?.append(timeButton(item, deeds));
      return row;
    }
    case "person":
      return personRow(item, seen, deeds);
    case "system":
      return el("div", { class: "notice" }, el("span", {}, notices[item.notice]));
    default:
      unknown(item);
      return el("div");
  }
}

/** @param retry sends it once more; offered when it failed. */
export function pendingRow({ message, failure }: Pending, retry: () => void): HTMLElement {
  const state =
    failure === undefined
      ? el("span", { class: "aside faint sending", attributes: { "aria-label": "Sending" } }, "…")
      : el("span", { class: "aside failed" }, failure, button("retry", "Send again", retry));
  return el("div", { class: "row person-row pending" }, state, personContent(message));
}

/** The three dots while the account is thinking. */
export function loadingRow(account: Account): HTMLElement {
  const dots = el(
    "div",
    { class: "bubble dots", attributes: { role: "img", "aria-label": "Writing" } },
    el("i"),
    el("i"),
    el("i"),
  );
  return accountRow(dots, account);
}
