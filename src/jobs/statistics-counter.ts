/** Counts deliveries and taps by day in memory, and adds them to the store every few seconds. */
import { endOfDay, startOfDay } from "../bot/views/dates.ts";
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { DailyCount, DailyPerson, Statistics } from "../store/statistics.ts";

/** A crash loses what was counted for so long at most. */
const flushMs = 10_000;
/** More than a day has intents, tiles and languages; a fault must not fill the memory. */
const maxKeys = 5000;
/** Whoever was stored today isn't stored again; above so many they are, which changes nothing. */
const maxStored = 20_000;

export interface StatisticsCounter {
  /** Costs no call of the store. */
  count(kind: DailyCount["kind"], name: string, language: string): void;
  /** The same, of somebody: once a day for each kind. */
  countPerson(kind: DailyPerson["kind"], lineId: string): void;
  /** Adds what is left to the store. */
  stop(): Promise<void>;
}

/** @param options `timeZone`: of the business, whose days count. */
export function createStatisticsCounter(options: {
  account: string;
  statistics: Pick<Statistics, "add">;
  timeZone: string;
  clock: Clock;
  log: Log;
}): StatisticsCounter {
  const { account, statistics, timeZone, clock, log } = options;
  const currentDay = createCurrentDay(clock, timeZone);
  let counts = new Map<string, DailyCount>();
  let people = new Map<string, DailyPerson>();
  const stored = new Set<string>();
  let timer: Timer | null = null;
  let flushing: Promise<void> = Promise.resolve();

  function add(added: DailyCount): void {
    const { day, kind, name, language, count } = added;
    const key = `${day} ${kind} ${name} ${language}`;
    const known = counts.get(key);
    if (known) known.count += count;
    else if (counts.size < maxKeys) counts.set(key, added);
  }

  function addPerson(key: string, person: DailyPerson): void {
    if (people.size < maxKeys && !stored.has(key)) people.set(key, person);
  }

  async function flush(): Promise<void> {
    const flushed = [...counts.values()];
    const came = people;
    counts = new Map();
    people = new Map();
    if (flushed.length + came.size === 0) return;
    try {
      await statistics.add(account, flushed, [...came.values()]);
      if (stored.size + came.size > maxStored) stored.clear();
      for (const key of came.keys()) stored.add(key);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "statistics weren't stored; tried again");
      for (const one of flushed) add(one);
      for (const [key, person] of came) addPerson(key, person);
      schedule();
    }
  }

  function schedule(): void {
    timer ??= clock.after(flushMs, () => {
      timer = null;
      flushing = flush();
    });
  }

  function cancel(): void {
    timer?.close();
    timer = null;
  }

  return {
    count(kind, name, language) {
      add({ day: currentDay(), kind, name, language, count: 1 });
      schedule();
    },
    countPerson(kind, lineId) {
      const day = currentDay();
      addPerson(`${day} ${kind} ${lineId}`, { day, kind, lineId });
      if (people.size > 0) schedule();
    },
    async stop() {
      await flushing;
      cancel();
      await flush();
      // What couldn't be stored now is lost.
      cancel();
    },
  };
}

/** The calendar day of the time zone, computed once a day. */
function createCurrentDay(clock: Clock, timeZone: string): () => string {
  let day = "";
  let from = 0;
  let until = 0;
  return () => {
    const now = clock.now();
    if (now < from || now >= until) {
      from = startOfDay(now, timeZone);
      until = endOfDay(now, timeZone);
      const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
      day = start.toPlainDate().toString();
    }
    return day;
  };
}
