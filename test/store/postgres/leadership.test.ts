/** Jobs of several replicas over one Postgres: one of them does each, and another takes over when it ends. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../../src/emulators/loyalty/index.ts";
import { startIndexLookup } from "../../../src/members/index-lookup.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { startPlatform } from "../../emulators/loyalty/loyalty-world.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { takeDatabase, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

interface TestReplica {
  name: string;
  store: Store;
  clock: ManualClock;
}

let database: TestDatabase;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  database = await takeDatabase();
  stack = new AsyncDisposableStack();
  stack.use(database);
});
afterEach(() => stack.disposeAsync());

async function startReplica(name: string): Promise<TestReplica> {
  const clock = manualClock();
  const store = stack.use(
    await openPostgresStore(database.url, {
      clock,
      databaseTime: clock.now,
      log: createLog("silent"),
    }),
  );
  return { name, store, clock };
}

/** Whoever does retention now, in the order of the elections. */
function electing() {
  const active: string[] = [];
  const stand = ({ name, store }: TestReplica) =>
    stack.use(
      store.leadership.run("retention", () => {
        active.push(name);
        return { stop: () => void active.splice(active.indexOf(name), 1) };
      }),
    );
  return { active, stand };
}

const leaders = () => database.query<{ job: string }>("select job from leaders order by job");
const endTerms = () =>
  database.query("update leaders set until = clock_timestamp() - interval '1 s'");

/** The renewal of the lease and the next election. */
const timersOfReplica = 2;

/** Lets seconds pass on a replica, each with its election, until something has come true. */
const passUntil = ({ clock }: TestReplica, isTrue: () => boolean) =>
  until(async () => {
    if (isTrue()) return true;
    clock.turn(1000);
    await until(() => clock.waiting >= timersOfReplica);
    return isTrue();
  });

/** Lets as many seconds pass on a replica whose jobs stay as they are. */
async function pass({ clock }: TestReplica, seconds: number): Promise<void> {
  const timers = clock.waiting;
  for (; seconds > 0; seconds--) {
    clock.turn(1000);
    await until(() => clock.waiting === timers, "the election");
  }
}

async function electedFirst() {
  const { active, stand } = electing();
  const [a, b] = [await startReplica("a"), await startReplica("b")];
  const standing = stand(a);
  await until(() => active.length === 1, "the election");
  stand(b);
  await pass(b, 1);
  return { a, b, active, standing };
}

describe("a job", () => {
  test("is done by one replica, however long both stand", async () => {
    const { a, b, active } = await electedFirst();
    for (let round = 0; round < 5; round++) {
      await pass(b, 1);
      await pass(a, 1);
    }
    expect(active).toEqual(["a"]);
    expect(await leaders()).toEqual([{ job: "retention" }]);
  });

  test("goes to another replica as soon as its leader stops", async () => {
    const { b, active, standing } = await electedFirst();
    await standing[Symbol.asyncDispose]();
    expect(active).toEqual([]);
    expect(await leaders()).toEqual([]);
    await passUntil(b, () => active.length > 0);
    expect(active).toEqual(["b"]);
  });

  test("of a frozen leader goes to another, and is stopped when the first wakes up", async () => {
    const { a, b, active } = await electedFirst();
    await endTerms();
    await passUntil(b, () => active.length === 2);
    expect(active).toEqual(["a", "b"]);
    await passUntil(a, () => active.length === 1);
    expect(active).toEqual(["b"]);
    await pass(a, 3);
    expect(active).toEqual(["b"]);
  });

  test("is stopped by the leader's own clock when it can't renew its term", async () => {
    const { a, active } = await electedFirst();
    // The seconds pass before any answer of the database.
    a.clock.turn(2000);
    expect(active).toEqual(["a"]);
    a.clock.turn(1000);
    expect(active).toEqual([]);
  });
});

test("one replica crawls the profiles, and both find members by them", async () => {
  const [a, b] = [await startReplica("a"), await startReplica("b")];
  const platform = await startPlatform({ clock: a.clock });
  const reads: string[] = [];
  const start = async ({ name, store, clock }: TestReplica) => {
    const client = platform.client({ clock });
    const getProfile: typeof client.getProfile = (input, options) => {
      reads.push(name);
      return client.getProfile(input, options);
    };
    const index = await startIndexLookup({
      loyalty: { getProfile },
      index: store.memberIndex,
      leadership: store.leadership,
      platform: "platform",
      clock,
      log: createLog("silent"),
    });
    stack.use(index);
    return index;
  };
  const ofFirst = await start(a);
  await until(() => reads.length > 0, "the first page");
  const ofSecond = await start(b);
  await until(async () => {
    for (const { clock } of [a, b]) clock.turn(200);
    return (await database.query("select from member_crawl where is_complete")).length === 1;
  }, "the first crawl");
  expect(reads).not.toContain("b");
  const somchai = demoPeople[0]?.lineId ?? "";
  const { signal } = new AbortController();
  for (const { find } of [ofSecond, ofFirst]) {
    expect(await find(somchai, signal)).toMatchObject([{ lineId: somchai }]);
  }
});
