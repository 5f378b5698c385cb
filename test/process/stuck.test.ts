/** Events that fail are retried with back-off, in their chat's order, and counted as stuck. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { statesIn } from "../support/inbox.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

async function askForPoints(label: string): Promise<string> {
  const event = world.line.compose(world.lineId(label), { type: "text", text: "help" });
  expect((await world.line.deliver([event])).status).toBe(200);
  return event.webhookEventId;
}
const answered = () => world.line.sent.map(({ webhookEventId = "" }) => webhookEventId);
const ready = async () => (await fetch(`${world.bot.origin}/readyz`)).status;
async function stuck(): Promise<string | undefined> {
  const figures = await (await fetch(`${world.bot.origin}/metrics`)).text();
  return /^loyalty_bot_inbox_stuck_events (.*)$/m.exec(figures)?.[1];
}
function locked(): { release(): void } {
  const file = new DatabaseSync(world.storeFile);
  file.exec("begin immediate");
  return { release: () => file.close() };
}

/** Restarts the bot while LINE is silent, so that the next process recovers the events. */
async function leaves(
  ask: () => Promise<unknown>,
  { stopped, started }: { stopped?: () => void; started?: () => void },
): Promise<void> {
  const off = world.line.faults.add({ call: "reply", answer: "silent" });
  await ask();
  const restarted = world
    .restart(async () => {
      off();
      stopped?.();
    })
    .then(started);
  await world.advanceTime(10_000, restarted);
  await restarted;
}

test("recovered events are answered in order once the store is unlocked, and block no other chat", async () => {
  const left: string[] = [];
  let lock = { release: () => {} };
  await leaves(
    async () =>
      left.push(
        await askForPoints("somchai"),
        await askForPoints("somchai"),
        await askForPoints("olivia"),
      ),
    // Before the worker's first write.
    { started: () => (lock = locked()) },
  );
  await world.advanceTime(5000);
  expect(answered()).toEqual([]);
  lock.release();
  expect([await ready(), await stuck()]).toEqual([503, "2"]);
  const other = await askForPoints("hina");
  await world.advanceTime(500);
  expect(answered()).toEqual([other]);
  await world.settle();
  expect(answered().toSorted()).toEqual([...left, other].toSorted());
  const [first = 0, second = 0] = left.map((id) => answered().indexOf(id));
  expect(first).toBeLessThan(second);
  await world.advanceTime(2000);
  expect(statesIn(world.storeFile)).toEqual({ done: 4 });
  expect([await ready(), await stuck()]).toEqual([200, "0"]);
});

test("an event that keeps failing is parked, and its chat continues", async () => {
  await leaves(() => askForPoints("somchai"), {
    stopped() {
      using file = new DatabaseSync(world.storeFile);
      file.exec("update inbox set decided = 'unreadable'");
    },
  });
  const next = await askForPoints("somchai");
  await world.advanceTime(3000);
  expect([answered(), await ready(), await stuck()]).toEqual([[], 503, "1"]);
  await world.settle();
  await world.advanceTime(2000);
  expect(answered()).toEqual([next]);
  expect(statesIn(world.storeFile)).toEqual({ parked: 1, done: 1 });
  expect([await ready(), await stuck()]).toEqual([200, "0"]);
});

test("a recovered event whose reply token is refused is parked as unknown, not pushed", async () => {
  await world[Symbol.asyncDispose]();
  world = await createWorld({ LINE_PUSH_FALLBACK: "on" });
  await leaves(() => askForPoints("somchai"), {
    stopped: () => void world.line.faults.add({ call: "reply", answer: "invalid_reply_token" }),
  });
  await world.settle();
  await world.advanceTime(2000);
  expect(world.line.sent).toEqual([]);
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const parked = file.prepare("select park_reason as reason from inbox").all();
  expect(parked).toMatchObject([{ reason: "unknown" }]);
});

test("an answered event is removed once the store is unlocked", async () => {
  world.line.faults.add({ call: "reply", answer: "slow", ms: 1000 });
  const id = await askForPoints("somchai");
  const lock = locked();
  await world.advanceTime(3000);
  expect(answered()).toEqual([id]);
  expect(statesIn(world.storeFile)).toEqual({ open: 1 });
  lock.release();
  await world.advanceTime(3000);
  expect(statesIn(world.storeFile)).toEqual({ done: 1 });
});
