/** The language that a LINE user is answered in: the one they chose, else their phone's, else the account's default. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Chats } from "../../store/store.ts";
import { nearestLanguage } from "./translate.ts";

export interface Languages {
  /** Never fails: where nothing can be learned it is the default. */
  of(account: string, lineId: string): Promise<Language>;
  /** What is kept; null where it would have to be asked. */
  kept(account: string, lineId: string): Language | null;
  /** Drops what is kept about somebody, so that their phone is asked again. */
  forget(account: string, lineId: string): void;
  /** Answers with a choice at once, for the store to keep. */
  choose(account: string, lineId: string, language: Language): void;
  /** What can be chosen, the account's default first. */
  readonly offered: readonly Language[];
  /** The account's default. */
  readonly standard: Language;
}

const keptMs = 3_600_000;
/** A default that stands in for an answer that LINE didn't give is kept shorter. */
const guessKeptMs = 60_000;
const patienceMs = 1000;

/** @param phoneLanguage asks LINE for the BCP 47 tag of a user's phone; undefined where LINE doesn't tell. */
export function createLanguages(options: {
  offered: readonly Language[];
  chats: Chats;
  phoneLanguage(lineId: string): Promise<string | undefined>;
  clock: Clock;
  size: number;
}): Languages {
  const { offered, chats, phoneLanguage, clock, size } = options;
  const standard = offered[0] ?? "en";
  const cache = new LRUCache<string, Language, { account: string; lineId: string }>({
    max: size,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
    async fetchMethod(_key, _stale, { context: { account, lineId }, options: entry }) {
      try {
        const { language } = await chats.get(account, lineId);
        const chosen = nearestLanguage(language ?? undefined, offered);
        if (chosen) return chosen;
        const tag = await withPatience(clock, phoneLanguage(lineId));
        return nearestLanguage(tag, offered) ?? standard;
      } catch {
        entry.ttl = guessKeptMs;
        return standard;
      }
    },
  });
  return {
    offered,
    standard,
    of: async (account, lineId) =>
      cache.get(key(account, lineId)) ??
      cache.forceFetch(key(account, lineId), { context: { account, lineId } }),
    kept: (account, lineId) => cache.get(key(account, lineId)) ?? null,
    forget: (account, lineId) => void cache.delete(key(account, lineId)),
    choose: (account, lineId, language) => void cache.set(key(account, lineId), language),
  };
}

const key = (account: string, lineId: string) => `${account}/${lineId}`;

/** Rejects when the answer takes too long: a language isn't worth a member's waiting. */
async function withPatience<T>(clock: Clock, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = clock.after(patienceMs, () => reject(new Error("too slow")));
  try {
    return await Promise.race([answer, promise]);
  } finally {
    timer.close();
  }
}
