/** A ledger mirror on a real store, of a platform in memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLedgerMirror,
  type LedgerMirror,
} from "../../../src/members/ledger/ledger-mirror.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { LedgerEntry } from "../../../src/store/ledger.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { createQuiescence } from "../../support/quiescence.ts";
import { createShiftingPlatform, type Habits, type ShiftingPlatform } from "./shifting-platform.ts";

const minuteMs = 60_000;
/** How many days are mirrored. */
export const days = 5;

export interface Mirrored extends AsyncDisposable {
  clock: ManualClock;
  platform: ShiftingPlatform;
  logged: string[];
  readonly mirror: LedgerMirror;
  /** Follows, as the only replica does, for so long. */
  run(ms: number): Promise<void>;
  /** Follows until everything is mirrored, and the last days have been read again. @throws after 20 minutes. */
  runUntilQuiet(): Promise<void>;
  /** Kills the mirror amid its work, and starts another one on the same store. */
  crash(): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Sets the bot's clock back, and not the platform's. */
  setBack(ms: number): void;
  advanceTime<T>(ms: number, unless: Promise<T>): Promise<T>;
  entries(): Promise<LedgerEntry[]>;
  store: Store;
}

export async function createMirrored(options: {
  habits: Habits;
  aheadMs?: number;
  isClockKnown?: boolean;
  seed?: number;
}): Promise<Mirrored> {
  const { habits, aheadMs = 0, isClockKnown = true, seed = 1 } = options;
  await using stack = new AsyncDisposableStack();
  const dir = stack.adopt(mkdtempSync(join(tmpdir(), "mirror-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const clock = manualClock();
  const store = stack.use(openSqliteStore(dir, clock));
  let ahead = aheadMs;
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const platform = createShiftingPlatform(() => clock.now() + ahead, habits, random);
  const logged: string[] = [];
  const quiescence = stack.use(createQuiescence(clock, () => false));
  const start = () =>
    createLedgerMirror({
      loyalty: platform,
      ledger: store.ledger,
      platform: "shop",
      days,
      clockDifference: () => (isClockKnown ? ahead : null),
      clock,
      log: createLog("debug", { write: (line) => void logged.push(line) }),
    });
  let mirror = start();
  let follower: ReturnType<LedgerMirror["createFollower"]> | null = null;
  const crash = async () => {
    mirror[Symbol.dispose]();
    await follower?.stop();
    follower = null;
    mirror = start();
  };
  stack.defer(crash);
  const running = stack.move();
  async function run(ms: number): Promise<void> {
    if (!follower) {
      follower = mirror.createFollower();
      follower.start();
    }
    await quiescence.advance(ms);
  }
  return {
    clock,
    platform,
    store,
    logged,
    get mirror() {
      return mirror;
    },
    run,
    async runUntilQuiet() {
      const startedAt = clock.now();
      for (;;) {
        await run(10_000);
        const covered = await mirror.coverage();
        const isQuiet =
          covered && covered.from <= mirror.wantedFrom() && covered.readAt > startedAt;
        if (isQuiet && covered.rereadAt >= startedAt) return;
        if (clock.now() > startedAt + 20 * minuteMs) throw new Error("the mirror is never quiet");
      }
    },
    crash,
    pass: (ms) => quiescence.advance(ms),
    setBack(ms) {
      clock.move(-ms);
      ahead += ms;
    },
    async advanceTime(ms, unless) {
      await quiescence.advance(ms, unless);
      return unless;
    },
    async entries() {
      const filter = { by: "memberUuid", value: "member" } as const;
      return (await store.ledger.find(filter, { limit: 1e6, offset: 0 })).entries;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
