/** A store on each engine, to be told the same things: every answer is compared. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { seededRandom } from "../../../src/emulators/loyalty/random.ts";
import { createLog } from "../../../src/observability/log.ts";
import { StoreError } from "../../../src/store/errors.ts";
import type { StoredEvent } from "../../../src/store/inbox.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import type { StaffAction } from "../../../src/store/audit.ts";
import type { Store } from "../../../src/store/store.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { collectEvents } from "../../support/event-consumer.ts";
import { takeDatabase, turnSecond } from "../../support/postgres.ts";
import { event } from "../conformance/harness.ts";

/** One of the two. Ids that a database gives may differ: what has one is found by its name. */
export interface Side {
  store: Store;
  clock: ManualClock;
  /** The open events, by their webhook event id. */
  events: Map<string, StoredEvent>;
}

/** Something random that is done on both. */
export type Operation = (engines: BothEngines) => Promise<void>;

/** What a random operation is made of. */
export interface BothEngines extends AsyncDisposable {
  readonly sides: readonly Side[];
  /** The names of what was made before, by kind. */
  readonly made: { order: string[]; invite: string[]; link: string[] };
  now(): number;
  /** Lets time pass on both, and their periodic work be done. */
  pass(ms: number): Promise<void>;
  below(bound: number): number;
  pick<const T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  /** One of the last that were made, or a name that nothing has. */
  recent(kind: keyof BothEngines["made"]): string;
  /** A name that nothing has yet. */
  name(kind: keyof BothEngines["made"]): string;
  /** An action of somebody by an event that is open. */
  action(by: string): Promise<StaffAction>;
  /** The webhook event id of one that has just arrived. */
  newEvent(): Promise<string>;
  /** Does the same on both. @returns what both answer. @throws when they don't answer the same. */
  compare<T>(what: string, work: (side: Side) => Promise<T>): Promise<T | null>;
}

/** @param seed the same operations for the same seed. */
export async function openBothEngines(seed: number): Promise<BothEngines> {
  const database = await takeDatabase();
  const dir = mkdtempSync(join(tmpdir(), "engines-"));
  const random = seededRandom(`engines ${seed}`);
  const clocks = [manualClock(), manualClock()] as const;
  const [clock, ofPostgres] = clocks;
  const options = { clock: ofPostgres, databaseTime: ofPostgres.now, log: createLog("silent") };
  const stores = [openSqliteStore(dir, clock), await openPostgresStore(database.url, options)];
  for (const { inbox } of stores) await inbox.start(collectEvents(Number.MAX_SAFE_INTEGER));
  const sides = stores.map((store, index) => ({
    store,
    clock: clocks[index] ?? clock,
    events: new Map<string, StoredEvent>(),
  }));
  const story: string[] = [];
  const made: BothEngines["made"] = { order: [], invite: [], link: [] };
  let serial = 0;

  const { below } = random;
  function pick<const T>(list: readonly [T, ...T[]]): T;
  function pick<T>(list: readonly T[]): T | undefined;
  function pick<T>(list: readonly T[]) {
    return list[below(list.length)];
  }
  async function newEvent(): Promise<string> {
    const id = `event ${++serial}`;
    for (const { store, events } of sides) {
      const [stored] = await store.inbox.insertNew("A", [event(id, `chat of ${id}`)], clock.now());
      if (stored) events.set(id, stored);
    }
    return id;
  }

  return {
    sides,
    made,
    now: clock.now,
    async pass(ms) {
      clock.turn(ms);
      ofPostgres.turn(ms);
      // Until the lease, which was over meanwhile, is renewed.
      do {
        clock.turn(1000);
        await turnSecond(ofPostgres);
      } while (!(stores[1]?.replicaStatus()?.leaseRemainingMs ?? 0));
    },
    below,
    pick,
    recent: (kind) => made[kind].at(-1 - below(1 + below(5))) ?? "none",
    name(kind) {
      const id = `${kind} ${++serial}`;
      made[kind].push(id);
      return id;
    },
    newEvent,
    async action(by) {
      const open = [...(sides[0]?.events.keys() ?? [])].slice(-20);
      const known = below(4) === 0 ? pick(open) : undefined;
      return { by, eventId: known ?? (await newEvent()), at: clock.now() };
    },
    async compare(what, work) {
      story.push(`${new Date(clock.now()).toISOString()} ${what}`);
      const [sqlite, postgres] = await Promise.all(sides.map((side) => answerOf(() => work(side))));
      withStory(story, () => expect(postgres).toEqual(sqlite));
      return sqlite && "value" in sqlite ? sqlite.value : null;
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}

/** What failed is compared by its code: the reason is in the words of the database. */
async function answerOf<T>(
  work: () => Promise<T>,
): Promise<{ value: T } | { failed: string | null }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { failed: error.code };
  }
}

/** How many of the last operations a difference is told with. */
const toldOperations = 40;

function withStory(story: readonly string[], check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = [...story.slice(-toldOperations), error.message].join("\n");
    throw Object.assign(error, { message });
  }
}
