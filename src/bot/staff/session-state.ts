/**
 * What a staff member's next message may refer to, in memory: their last list of sets, their unfinished set, and
 * the argument that they were asked for.
 */
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
  /** The uuid at a place from 1; null when there is none. */
  at(key: string, number: number): string | null;
  /** How many sets the list has; null when there was no list, or it is too old. */
  count(key: string): number | null;
}

export function createShownSets(clock: Clock): ShownSets {
  const shown = createCache<readonly string[]>(clock);
  return {
    show: (key, uuids) => void shown.set(key, uuids),
    at: (key, number) => shown.get(key)?.[number - 1] ?? null,
    count: (key) => shown.get(key)?.length ?? null,
  };
}

/** Unfinished sets, by `sessionKey`. */
export type SetDrafts = LRUCache<string, SetDraft>;

export const createSetDrafts = (clock: Clock): SetDrafts => createCache(clock);

/** The argument of a command that a staff member is to write next. */
export interface ExpectedInput {
  command: string;
  /** The arguments that the command has already. */
  args: Readonly<Record<string, string>>;
  /** The argument that the text becomes. */
  parameter: string;
}

/** Expected inputs, by `sessionKey`. */
export type ExpectedInputs = LRUCache<string, ExpectedInput>;

export const createExpectedInputs = (clock: Clock): ExpectedInputs => createCache(clock);

const createCache = <Value extends object>(clock: Clock) =>
  new LRUCache<string, Value>({
    max: maxStaff,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
