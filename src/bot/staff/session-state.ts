/** What a staff member's next command may refer to, in memory: their last list of sets, their unfinished set. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { SetDraft } from "./new-set-draft.ts";

const ttlMs = 600_000;
const maxStaff = 1000;

/** The key of a staff member's state. */
export const sessionKey = ({ account, lineId }: { account: string; lineId: string }): string =>
  `${account}/${lineId}`;

/** The list that each staff member saw last, by `sessionKey`, so that `#2` means its second set. */
export interface ShownSets {
  show(key: string, uuids: readonly string[]): void;
  at(key: string, number: number): string | null;
}

export function createShownSets(clock: Clock): ShownSets {
  const shown = createCache<readonly string[]>(clock);
  return {
    show: (key, uuids) => void shown.set(key, uuids),
    at: (key, number) => shown.get(key)?.[number - 1] ?? null,
  };
}

/** Unfinished sets, by `sessionKey`. */
export type SetDrafts = LRUCache<string, SetDraft>;

export const createSetDrafts = (clock: Clock): SetDrafts => createCache(clock);

const createCache = <Value extends object>(clock: Clock) =>
  new LRUCache<string, Value>({
    max: maxStaff,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
