/** Generates ids in LINE's forms: ULIDs for events, long numbers for messages, random tokens. */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of time and 80 random bits, in 26 characters. */
export function ulid(now: number): string {
  let bits = (BigInt(now) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  let id = "";
  for (let i = 0; i < 26; i += 1) {
    id = crockford.charAt(Number(bits & 31n)) + id;
    bits >>= 5n;
  }
  return id;
}

/** Generates ascending message ids; beyond 2^53, so that they don't fit a number. */
export function messageIds(start: number): () => string {
  let next = 461_230_966_842_064_897n + BigInt(start);
  return () => String((next += 1n));
}

export function randomToken(bytes = 16): string {
  return randomBytes(bytes).toString("hex");
}

const maxImages = 50;

export type Contents = LRUCache<string, Buffer>;

/** Keeps the images that people sent, by message id, for the bot to load. */
export const createContents = (): Contents => new LRUCache({ max: maxImages });
