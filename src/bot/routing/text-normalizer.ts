/** The words of a message, without what only looks like words: LINE's emoji, and the call upon the account. */
import type { LineEvent } from "../../line/webhook-events.ts";

/** Whether the account is called upon by name. */
export function isMentioned({ message }: LineEvent): boolean {
  return message?.mention?.mentionees.some(({ isSelf }) => isSelf === true) ?? false;
}

/** Whether it is written as the staff's orders are. */
export const isCommand = ({ message }: LineEvent) => /^\s*[/／]/.test(message?.text ?? "");

/** Whether a button of the staff's was tapped. */
export const isStaffTap = ({ postback }: LineEvent) =>
  postback !== undefined && /^do=(?:%2F|\/)/i.test(postback.data);

/** The event with only the words left in its text. */
export function normalizeEvent(event: LineEvent): LineEvent {
  const { message } = event;
  if (message?.text === undefined) return event;
  const calls = message.mention?.mentionees.filter(({ isSelf }) => isSelf === true) ?? [];
  const pieces = [...(message.emojis ?? []), ...calls].flatMap(({ index, length }) =>
    index === undefined || length === undefined ? [] : [{ index, length }],
  );
  if (pieces.length === 0) return event;
  // From last to first, so that a cut doesn't move the places of those before it.
  const text = pieces
    .toSorted((a, b) => b.index - a.index)
    .reduce(
      (left, { index, length }) => `${left.slice(0, index)} ${left.slice(index + length)}`,
      message.text,
    );
  return { ...event, message: { ...message, text } };
}

/** The event without `(hello)` around its words: some phones send LINE's emoji without listing them. */
export function withoutEmojiNames(event: LineEvent): LineEvent {
  const { message } = event;
  if (message?.text === undefined) return event;
  const text = message.text.replace(/^(\s*\([a-z][a-z0-9 ]*\))+|(\([a-z][a-z0-9 ]*\)\s*)+$/gi, "");
  return { ...event, message: { ...message, text } };
}
