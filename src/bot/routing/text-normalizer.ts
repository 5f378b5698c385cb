/** Normalises the text of an event: removes LINE emoji, mentions of the account and marks that can't be seen. */
import type { LineEvent } from "../../line/webhook-events.ts";
import { withoutInvisibleMarks } from "../../text/safe-text.ts";

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
 * The event, itself if there are none, with each LINE emoji and mention of the account in its text replaced by a space,
 * and without the invisible marks that come along with what is copied.
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
  const visible = withoutInvisibleMarks(text);
  return visible === message.text ? event : { ...event, message: { ...message, text: visible } };
}

/** The event, itself if there are none, without emoji names such as `(hello)` around its text: some phones send them without listing them as emoji. */
export function withoutEmojiNames(event: LineEvent): LineEvent {
  const { message } = event;
  if (message?.text === undefined) return event;
  const text = message.text.replace(/^(\s*\([a-z][a-z0-9 ]*\))+|(\([a-z][a-z0-9 ]*\)\s*)+$/gi, "");
  return text === message.text ? event : { ...event, message: { ...message, text } };
}

// Leaves words of politeness out of a request: greetings in front of it, and what asks kindly around it.

/** What a request may begin with. */
const beginnings = [
  // English
  /^(?:(?:hi|hello|hey|excuse me) )?(?:please )?(?:(?:can|could|may) (?:i|you) |i(?:'d| would) like to |i want to )?(?:please )?(?:(?:see|show me|give me|have) )?(?!$)/i,
  // Thai
  /^(?:สวัสดี|หวัดดี)(?:ค่ะ|คะ|ครับ|คับ|จ้า)? */,
  // Japanese
  /^(?:すみません|すいません|こんにちは|こんばんは|お世話になります)[ 、。!]*/,
  // Chinese
  /^(?:(?:不好意思|你好|您好|請問|麻煩|請|可以|能不能|幫我|給我|我|想要|想|要)[ ,、。!]*)+/,
];

/** What it may end with; the longest first. */
const endings = [
  / (?:please|pls|plz)$/i,
  / ?(?:หน่อย|ด้วย)?(?:ได้ไหม|ได้มั้ย)?(?:นะ)?(?:ค่ะ|คะ|ค่า+|ครับ|คับ|ครับผม|จ้า|จ้ะ)?$/,
  /(?:を|が)?(?:お願い(?:します|いたします|致します|できますか)?|おねがいします|ください|下さい)$/,
  /(?:を|が)?(?:教え|見せ|表示し|確認し)て(?:ください|下さい|ほしい(?:です)?|もらえますか)?$/,
  /(?:を|が)?(?:見|知り|確認し|し)たい(?:です|のですが|んですが)?$/,
  /です(?:か)?$/,
  / ?(?:謝謝|感謝)(?:您|你|妳)?$/,
  /[嗎呢喔哦]$/,
];

/** The text without this ending, and without what separated the two. */
const withoutEnding = (text: string, ending: RegExp): string =>
  text.replace(ending, "").replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, "");

/**
 * @param text normalised.
 * @returns the text without polite words at its end, at its beginning, and at both; only what differs from it.
 */
export function withoutPoliteWords(text: string): string[] {
  const shortened = endings
    .map((ending) => withoutEnding(text, ending))
    .filter((rest) => rest !== text);
  const all = [text, ...shortened].flatMap((rest) => [
    rest,
    ...beginnings.map((beginning) => rest.replace(beginning, "")),
  ]);
  return [...new Set(all)].filter((rest) => rest !== "" && rest !== text);
}

/** The text without polite words at its end; the text itself if there are none. */
export const withoutPoliteEnding = (text: string): string =>
  endings.reduce(withoutEnding, text) || text;
