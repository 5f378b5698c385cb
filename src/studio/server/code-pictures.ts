/** Codes as they stand on people's screens: images in the account's messages, which somebody else can take a photo of. */
import type { ChatItem } from "../../emulators/line/chats.ts";

/** A code on somebody's screen. */
export interface ShownCode {
  /** The bot's own address of the image. */
  url: string;
  /** What the message says where it can't be shown. */
  about: string;
  /** The event that the message answers. */
  webhookEventId: string | undefined;
}

const imageForm = /https?:\/\/[^"\s]+\/images\/[\w-]+\.png/g;
const timeoutMs = 3000;
const maxBytes = 1_000_000;

/** @param items of one chat. @returns the newest message's first, in the order of the message. */
export const codesIn = (items: readonly ChatItem[]): ShownCode[] =>
  items.toReversed().flatMap((item) => {
    if (item.kind !== "from_account") return [];
    const { message, webhookEventId } = item;
    const about = "altText" in message ? (message.altText ?? "") : "";
    const urls = new Set(JSON.stringify(message).match(imageForm));
    return [...urls].map((url) => ({ url, about, webhookEventId }));
  });

/** Loads an image as a phone does. @throws {Error} when it isn't there any more, or too large. */
export async function loadPicture(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok || bytes.length > maxBytes) {
    throw new Error(`the picture can’t be loaded: ${response.status}`);
  }
  return bytes;
}
