/** Keeps replies small: what many have in common, all but their texts, is held once. */
import { LRUCache } from "lru-cache";
import type { Prepared } from "../line/messages.ts";

/** Text in UTF-8, a character for each byte: as a string it takes the least room, and is joined fastest. */
type Utf8 = string;

/** Drawings in mind: one for each view, language and number of cards, mostly. */
const mostDrawings = 500;

/** What differs between two people's replies of one view; JSON never holds a NUL. */
const texts = /("(?:text|altText|data|url|uri)":")((?:[^"\\]|\\.)+)/g;
const gap = "\0";

class Kept implements Prepared {
  readonly count: number;
  readonly replaced: Prepared["replaced"];
  /** Its gaps are between the pieces. */
  readonly #drawing: readonly Utf8[];
  readonly #texts: Utf8;

  constructor({ count, replaced }: Prepared, drawing: readonly Utf8[], filling: Utf8) {
    this.count = count;
    this.replaced = replaced;
    this.#drawing = drawing;
    this.#texts = filling;
  }

  within(before: string, after: string): Buffer {
    const filling = this.#texts.split(gap);
    let whole = utf8(before);
    let index = 0;
    for (const piece of this.#drawing) {
      if (index > 0) whole += filling[index - 1] ?? "";
      whole += piece;
      index += 1;
    }
    return Buffer.from(whole + utf8(after), "latin1");
  }

  get json(): string {
    return this.within("", "").toString("utf8");
  }
}

/** @returns the function that makes of a reply the same one, to be kept for long. */
export function createKeeping(): (reply: Prepared) => Prepared {
  const drawings = new LRUCache<Utf8, readonly Utf8[]>({ max: mostDrawings });
  return (reply) => {
    const filling: Utf8[] = [];
    const skeleton = utf8(reply.json).replace(texts, (_all, key: string, text: string) => {
      filling.push(text);
      return `${key}${gap}`;
    });
    const drawing = drawings.get(skeleton) ?? skeleton.split(gap);
    drawings.set(skeleton, drawing);
    return new Kept(reply, drawing, filling.join(gap));
  };
}

const utf8 = (text: string): Utf8 => Buffer.from(text).toString("latin1");
