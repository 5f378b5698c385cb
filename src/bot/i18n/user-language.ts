/** Determines and caches the languages of an account's users: the one they chose, else their phone's, else the default. */
import { LRUCache } from "lru-cache";
import { withTimeout, type Clock } from "../../clock.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { LineUsers } from "../../store/line-users.ts";
import { nearestLanguage } from "./format.ts";

export interface UserLanguages {
  /** The user's language. Never rejects: when nothing is known, it is the default. */
  of(lineId: string): Promise<Language>;
  /** The language that the user chose or their phone has; null when neither is known. Never rejects. */
  known(lineId: string): Promise<Language | null>;
  /** The cached language; null = the store or LINE would be called. */
  cached(lineId: string): Language | null;
  /** Drops the cached language of a user, so that the next call reads it from the store or LINE. */
  forget(lineId: string): void;
  /** Caches the user's choice; the caller stores it. */
  choose(lineId: string, language: Language): void;
  /** The languages that can be chosen, the account's default first. */
  readonly offered: readonly Language[];
  /** The account's default. */
  readonly fallback: Language;
}

/** A user's language as far as it is known. */
type Known = Language | "unknown";

const cacheMs = 3_600_000;
/** TTL of an unknown language after a failure of the store or LINE. */
const fallbackCacheMs = 60_000;
const phoneLanguageTimeoutMs = 1000;

/**
 * @param options `phoneLanguage`: asks LINE for the BCP 47 tag of a user's phone; undefined when LINE doesn't give one.
 * `chosenCacheMs`: how long a choice, or that there is none, is cached; shorter where other
 * processes store choices, too. `size`: users cached.
 */
export function createUserLanguages(options: {
  account: string;
  offered: readonly Language[];
  lineUsers: LineUsers;
  phoneLanguage(lineId: string): Promise<string | undefined>;
  clock: Clock;
  chosenCacheMs?: number;
  size: number;
}): UserLanguages {
  const { account, offered, lineUsers, phoneLanguage, clock, size } = options;
  const { chosenCacheMs = cacheMs } = options;
  const fallback = offered[0] ?? "en";
  const cacheOptions = { max: size, ttlResolution: 0, perf: { now: () => clock.monotonic() } };
  const ofPhones = new LRUCache<string, Known>({ ...cacheOptions, ttl: cacheMs });
  const cache = new LRUCache<string, Known>({ ...cacheOptions, ttl: chosenCacheMs });
  /** Reads in progress, for all who ask meanwhile. One that is no longer here is out of date and isn't cached. */
  const reading = new Map<string, Promise<Known>>();

  async function readOfPhone(lineId: string): Promise<Known> {
    const tag = await withTimeout(clock, phoneLanguageTimeoutMs, phoneLanguage(lineId));
    return nearestLanguage(tag, offered) ?? "unknown";
  }

  async function read(lineId: string, isCurrent: () => boolean): Promise<Known> {
    let known: Known = "unknown";
    let ttl = chosenCacheMs;
    try {
      const { language } = await lineUsers.get(account, lineId);
      const found = nearestLanguage(language ?? undefined, offered) ?? ofPhones.get(lineId);
      known = found ?? (await readOfPhone(lineId));
      if (!found && isCurrent()) ofPhones.set(lineId, known);
    } catch {
      ttl = Math.min(chosenCacheMs, fallbackCacheMs);
    }
    if (isCurrent()) cache.set(lineId, known, { ttl });
    return known;
  }

  function startReading(lineId: string): Promise<Known> {
    const isCurrent = () => reading.get(lineId) === started;
    const started = read(lineId, isCurrent).finally(() => {
      if (isCurrent()) reading.delete(lineId);
    });
    reading.set(lineId, started);
    return started;
  }

  const find = async (lineId: string) =>
    cache.get(lineId) ?? reading.get(lineId) ?? startReading(lineId);
  const orFallback = (language: Known) => (language === "unknown" ? fallback : language);
  return {
    offered,
    fallback,
    of: async (lineId) => orFallback(await find(lineId)),
    async known(lineId) {
      const language = await find(lineId);
      return language === "unknown" ? null : language;
    },
    cached(lineId) {
      const language = cache.get(lineId);
      return language === undefined ? null : orFallback(language);
    },
    forget(lineId) {
      reading.delete(lineId);
      ofPhones.delete(lineId);
      cache.delete(lineId);
    },
    choose(lineId, language) {
      reading.delete(lineId);
      cache.set(lineId, language);
    },
  };
}
