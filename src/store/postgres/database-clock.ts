/** The clock that all processes of one database share: the database's, which each of them follows. */
import type { Clock } from "../../clock.ts";
import { maxDifferenceMs } from "../clock-rules.ts";
import type { Queries } from "../database.ts";

/** The database's time in a statement, in milliseconds since 1970; it goes on inside a transaction. */
export const databaseTimeSql = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/**
 * `now` is the database's time. Between two measurements it goes on by the monotonic clock: a wall clock that is set
 * meanwhile changes nothing. Timers, `monotonic` and `wall` are the process's own.
 * @param databaseTime stands for what the database says, where a test turns the time by hand.
 */
export function createDatabaseClock(own: Clock, databaseTime?: () => number) {
  /** The database's clock minus the monotonic one; null before the first measurement. */
  let offsetMs: number | null = null;
  const now = () => (offsetMs === null ? own.now() : Math.round(own.monotonic() + offsetMs));
  const differenceMs = () => now() - own.now();

  /**
   * Measures the database's time by an exchange with it.
   * @param exchange its rows; the first one's `now` is the database's time, read meanwhile.
   */
  async function measure<Row extends { now: number }>(
    exchange: () => Promise<Row[]>,
  ): Promise<Row[]> {
    const before = own.monotonic();
    const rows = await exchange();
    const after = own.monotonic();
    const read = databaseTime ? databaseTime() : rows[0]?.now;
    if (read === undefined) return rows;
    // The database read its clock some time between: a slow exchange only corrects what can't be right.
    const [least, most] = [read - after, read - before];
    offsetMs = offsetMs === null ? (least + most) / 2 : Math.min(Math.max(offsetMs, least), most);
    return rows;
  }

  return {
    /** The process's own clock. */
    own,
    now,
    monotonic: own.monotonic,
    wall: own.wall,
    after: own.after,
    /** The database's clock minus the process's own, in milliseconds. */
    get differenceMs() {
      return differenceMs();
    },
    /** Whether the two are so far apart that this process must not act. */
    get isOff() {
      return Math.abs(differenceMs()) > maxDifferenceMs;
    },
    measure,
    /** Measures the database's time by a statement of its own. */
    async measureOn(db: Queries): Promise<void> {
      await measure(() => db.rows<{ now: number }>(`select ${databaseTimeSql} as now`));
    },
  };
}
