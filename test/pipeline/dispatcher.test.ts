/** Which events run at once, which wait for each other, and what becomes of one that another replica took over. */
import { expect, test } from "vitest";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { createLog } from "../../src/observability/log.ts";
import { Dispatcher } from "../../src/pipeline/dispatcher.ts";
import type { QueuedEvent } from "../../src/pipeline/events.ts";
import { StoreError } from "../../src/store/errors.ts";
import { manualClock } from "../support/clock.ts";

const event: LineEvent = { type: "message", webhookEventId: "1", timestamp: 0 };
const queued = (id: number, account: string, chat: string): QueuedEvent => ({
  id,
  account,
  chat,
  event,
  receivedAt: 0,
  attempts: 1,
  savedReply: null,
  rateLimit: null,
});

/** A dispatcher whose events end when the test says so. */
function setUp() {
  const clock = manualClock();
  const parked: number[] = [];
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const abandoned: number[] = [];
  const dispatcher = new Dispatcher({
    inbox: {
      recordAttempt: async () => null,
      park: (id) => void parked.push(id),
      abandon: (id) => void abandoned.push(id),
    },
    process({ id }) {
      begun.push(id);
      const end = Promise.withResolvers<void>();
      ends.set(id, end);
      return end.promise;
    },
    clock,
    log: createLog("silent"),
  });
  dispatcher.start();
  return { dispatcher, begun, ends, abandoned, parked, clock };
}
/** Until what has been settled has had its effect. */
const settled = () => new Promise(setImmediate);

test("the events of one chat run one after the other, in order", async () => {
  const { dispatcher, begun, ends } = setUp();
  dispatcher.enqueue([queued(1, "A", "U1"), queued(2, "A", "U1")]);
  dispatcher.enqueue([queued(3, "A", "U1")]);
  expect(begun).toEqual([1]);
  ends.get(1)?.resolve();
  await settled();
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.resolve();
  await settled();
  expect(begun).toEqual([1, 2, 3]);
});

test("chats don't wait for each other, nor does one person's chat with two accounts", () => {
  const { dispatcher, begun } = setUp();
  dispatcher.enqueue([queued(1, "A", "U1"), queued(2, "B", "U1"), queued(3, "A", "U2")]);
  expect(begun).toEqual([1, 2, 3]);
});

test("an event that another replica took over is let go, and the next one of its chat runs", async () => {
  const { dispatcher, begun, ends, abandoned, parked } = setUp();
  dispatcher.enqueue([queued(1, "A", "U1"), queued(2, "A", "U1")]);
  ends.get(1)?.reject(new StoreError("fenced", "taken over"));
  await settled();
  expect(abandoned).toEqual([1]);
  expect(begun).toEqual([1, 2]);
  expect(dispatcher.stuck).toBe(0);
  expect(parked).toEqual([]);
});

test.each([
  ["is parked", new Error("a fault of the bot"), [1]],
  ["isn't parked while the store fails", new StoreError("unavailable", "down"), []],
])("an event that fails five times %s", async (_, failure, expected) => {
  const { dispatcher, begun, ends, parked, clock } = setUp();
  dispatcher.enqueue([queued(1, "A", "U1")]);
  for (let times = 1; times <= 5; times++) {
    expect(parked).toEqual([]);
    expect(begun).toHaveLength(times);
    ends.get(1)?.reject(failure);
    await settled();
    clock.turn(60_000);
    await settled();
  }
  expect(parked).toEqual(expected);
});

test("what a stop interrupts doesn't count as a failure", async () => {
  const { dispatcher, ends, parked, clock } = setUp();
  dispatcher.enqueue([queued(1, "A", "U1")]);
  for (let times = 1; times <= 4; times++) {
    ends.get(1)?.reject(new Error("a fault of the bot"));
    await settled();
    clock.turn(60_000);
    await settled();
  }
  const stopped = dispatcher.stop(1000);
  ends.get(1)?.reject(new Error("stopping"));
  await stopped;
  expect(parked).toEqual([]);
});
