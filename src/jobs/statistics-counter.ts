/** Counts deliveries and taps by day in memory, and adds them to the store every few seconds. */
import { endOfDay, startOfDay } from "../bot/views/dates.ts";
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { DailyCount, DailyPerson, Statistics } from "../store/statistics.ts";

/** A crash loses what was counted for so long at most. */
const flushMs = 10_000;
/** More than a day has intents, tiles and languages, and than people come in 10 s; a fault must not fill the memory. */
const maxKeys = 5000;
/** Whoever was counted today isn't counted again; above so many they are, which the store finds out. */
const maxKnown = 20_000;

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
  /** By name: of each there are a few, by kind and language. */
  let counts = new Map<string, DailyCount[]>();
  const people: DailyPerson[] = [];
  /** The day on which somebody was counted last, by user id. */
  const lastDays: Readonly<Record<DailyPerson["kind"], Map<string, string>>> = {
    answered: new Map(),
    invited: new Map(),
    joined: new Map(),
  };
  let timer: Timer | null = null;
  let flushing: Promise<void> = Promise.resolve();

  function add(added: DailyCount): void {
    const ofName = counts.get(added.name) ?? [];
    const known = ofName.find((one) => isAlike(one, added));
    if (known) known.count += added.count;
    else if (counts.size < maxKeys) counts.set(added.name, [...ofName, added]);
  }

  function addPerson(kind: DailyPerson["kind"], lineId: string): void {
    const day = currentDay();
    const lastDay = lastDays[kind];
    if (lastDay.get(lineId) === day || people.length >= maxKeys) return;
    if (lastDay.size >= maxKnown) lastDay.clear();
    lastDay.set(lineId, day);
    people.push({ day, kind, lineId });
  }

  async function flush(): Promise<void> {
    const flushed = [...counts.values()].flat();
    const came = [...people];
    counts = new Map();
    if (flushed.length + came.length === 0) return;
    try {
      await statistics.add(account, flushed, came);
      people.splice(0, came.length);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "statistics weren't stored; tried again");
      for (const one of flushed) add(one);
      schedule();
    }
  }

  function schedule(): void {
    timer ??= clock.after(flushMs, () => {
      timer = null;
      flushing = flushing.then(flush);
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
      addPerson(kind, lineId);
      if (people.length > 0) schedule();
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

const isAlike = (one: DailyCount, other: DailyCount): boolean =>
  one.language === other.language && one.kind === other.kind && one.day === other.day;

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
