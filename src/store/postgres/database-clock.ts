/** The clock that all processes of one database share: the database's, which each of them follows. */
import type { Clock } from "../../clock.ts";
import { maxDifferenceMs } from "../clock-rules.ts";
import type { Queries } from "./database.ts";

/** The database's time in a statement, in milliseconds since 1970; it goes on inside a transaction. */
export const databaseTimeSql = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** `now` is the database's time. Timers and `monotonic` are the process's own. */
export interface DatabaseClock extends Clock {
  /** The process's own clock. */
  readonly own: Clock;
  /** The database's clock minus the process's own, in milliseconds, as it was measured last. */
  readonly differenceMs: number;
  /** Whether the two are so far apart that this process must not act. */
  readonly isOff: boolean;
  /**
   * Measures the difference by an exchange with the database.
   * @param exchange its rows; the first one's `now` is the database's time, read meanwhile.
   */
  measure<Row extends { now: number }>(exchange: () => Promise<Row[]>): Promise<Row[]>;
  /** Measures the difference by a statement of its own. */
  measureOn(db: Queries): Promise<void>;
}

/** @param databaseTime stands for what the database says, where a test turns the time by hand. */
export function createDatabaseClock(own: Clock, databaseTime?: () => number): DatabaseClock {
  let differenceMs: number | null = null;

  async function measure<Row extends { now: number }>(
    exchange: () => Promise<Row[]>,
  ): Promise<Row[]> {
    const before = own.now();
    const rows = await exchange();
    const after = own.now();
    const now = databaseTime ? databaseTime() : rows[0]?.now;
    if (now === undefined) return rows;
    // The database read its clock some time between: a slow exchange only corrects what can't be right.
    const [least, most] = [now - after, now - before];
    if (differenceMs === null) differenceMs = Math.round((least + most) / 2);
    // Unless the own clock was set back meanwhile: then the exchange tells nothing.
    else if (least <= most) differenceMs = Math.min(Math.max(differenceMs, least), most);
    return rows;
  }

  return {
    own,
    now: () => own.now() + (differenceMs ?? 0),
    monotonic: own.monotonic,
    after: own.after,
    get differenceMs() {
      return differenceMs ?? 0;
    },
    get isOff() {
      return Math.abs(differenceMs ?? 0) > maxDifferenceMs;
    },
    measure,
    async measureOn(db) {
      await measure(() => db.rows<{ now: number }>(`select ${databaseTimeSql} as now`));
    },
  };
}
