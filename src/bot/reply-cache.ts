/** Keeps replies small: those of one drawing are held as what their texts have that the first one's haven't. */
import { LRUCache } from "lru-cache";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";

/** Text in UTF-8, a character for each byte: as a string it takes the least room. */
type Utf8 = string;

/** The first reply of a drawing. */
interface JsonTemplate {
  readonly bytes: Buffer;
  readonly texts: readonly Utf8[];
  /** Where each of its texts begins and ends, one after the other. */
  readonly textOffsets: readonly number[];
}

/** Drawings in mind: one for each view, language and number of cards, mostly. */
const maxTemplates = 500;

/** What differs between two people's replies of one view; JSON never holds a NUL. */
const anyText = /("(?:text|altText|data|url|uri)":")((?:[^"\\]|\\.)+)/g;
const gap = "\0";

class CachedReply implements SerializedMessages {
  readonly count: number;
  readonly replaced: SerializedMessages["replaced"];
  readonly #pattern: JsonTemplate;
  /** For each text of the pattern its own and a NUL, or the NUL alone where it is the same. */
  readonly #texts: Utf8;
  /** Bytes of the whole. */
  readonly #length: number;

  constructor(
    { count, replaced }: SerializedMessages,
    pattern: JsonTemplate,
    texts: Utf8,
    length: number,
  ) {
    this.count = count;
    this.replaced = replaced;
    this.#pattern = pattern;
    this.#texts = texts;
    this.#length = length;
  }

  wrap(before: string, after: string): Buffer {
    const { bytes, textOffsets } = this.#pattern;
    const around = Buffer.byteLength(before) + Buffer.byteLength(after);
    const whole = Buffer.allocUnsafe(around + this.#length);
    let at = whole.write(before);
    let copied = 0;
    let from = 0;
    for (let place = 0; place < textOffsets.length; place += 2) {
      const to = this.#texts.indexOf(gap, from);
      if (to > from) {
        at += bytes.copy(whole, at, copied, textOffsets[place]);
        at += whole.write(this.#texts.slice(from, to), at, "latin1");
        copied = textOffsets[place + 1] ?? 0;
      }
      from = to + 1;
    }
    at += bytes.copy(whole, at, copied);
    whole.write(after, at);
    return whole;
  }

  get json(): string {
    return this.wrap("", "").toString("utf8");
  }
}

/** @returns the function that makes of a reply the same one, to be kept for long. */
export function createReplyCache(): (reply: SerializedMessages) => SerializedMessages {
  const patterns = new LRUCache<Utf8, JsonTemplate>({ max: maxTemplates });
  return (reply) => {
    // Not of Buffer's pool: a little that is kept for long would hold all of it.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(reply.json));
    bytes.write(reply.json);
    const json: Utf8 = bytes.toString("latin1");
    const texts: Utf8[] = [];
    const textOffsets: number[] = [];
    const drawing = json.replace(anyText, (_all, key: string, text: string, at: number) => {
      texts.push(text);
      textOffsets.push(at + key.length, at + key.length + text.length);
      return `${key}${gap}`;
    });
    const pattern = patterns.get(drawing) ?? { bytes, texts, textOffsets };
    patterns.set(drawing, pattern);
    const own = texts.map((text, index) => (text === pattern.texts[index] ? gap : text + gap));
    return new CachedReply(reply, pattern, own.join(""), bytes.length);
  };
}
