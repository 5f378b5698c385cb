/** Normalises the text of an event: removes LINE emoji, mentions of the account and marks that can't be seen. */
import { withoutInvisibleMarks } from "../../text/safe-text.ts";
import type { LineEvent } from "../../line/webhook-events.ts";

/** Whether the message mentions the account. */
export function isMentioned({ message }: LineEvent): boolean {
  return message?.mention?.mentionees.some(({ isSelf }) => isSelf === true) ?? false;
}

/** Whether the message has the form of a staff command: it starts with a slash. */
export const isCommand = ({ message }: LineEvent) => /^[\s\p{Cf}]*[/／]/u.test(message?.text ?? "");

/** Whether the event is the tap of a staff command's button. */
export const isStaffTap = ({ postback }: LineEvent) =>
  postback !== undefined && /^do=(?:%2F|\/)/i.test(postback.data);

/**
 * The event with each LINE emoji and mention of the account in its text replaced by a space, and without the
 * invisible marks that come along with what is copied.
 */
export function normalizeEvent(event: LineEvent): LineEvent {
  const { message } = event;
  if (message?.text === undefined) return event;
  const mentions = message.mention?.mentionees.filter(({ isSelf }) => isSelf === true) ?? [];
  const cuts = [...(message.emojis ?? []), ...mentions].flatMap(({ index, length }) =>
    index === undefined || length === undefined ? [] : [{ index, length }],
  );
  // From last to first, so that a cut doesn't shift the offsets of the earlier ones.
  const text = cuts
    .toSorted((a, b) => b.index - a.index)
    .reduce(
      (rest, { index, length }) => `${rest.slice(0, index)} ${rest.slice(index + length)}`,
      message.text,
    );
  return { ...event, message: { ...message, text: withoutInvisibleMarks(text) } };
}

/** The event, itself if there are none, without emoji names such as `(hello)` around its text: some phones send them without listing them as emoji. */
export function withoutEmojiNames(event: LineEvent): LineEvent {
  const { message } = event;
  if (message?.text === undefined) return event;
  const text = message.text.replace(/^(\s*\([a-z][a-z0-9 ]*\))+|(\([a-z][a-z0-9 ]*\)\s*)+$/gi, "");
  return text === message.text ? event : { ...event, message: { ...message, text } };
}
