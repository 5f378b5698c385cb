/** Refused credentials: one alarm, an apology to each member, few attempts, and recovery without a restart. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { statesIn } from "../support/inbox.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";
import { textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const linesWith = (text: string) =>
  world.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).includes(text));
const alarms = () => linesWith("refuses our");
const recoveries = () => linesWith("takes our");
const callsOf = (operation: "getAccessToken" | "getProfile") =>
  world.platform.requests({ operation }).length;

async function refusedCredentials(): Promise<string[]> {
  const answer = await fetch(`${world.bot.origin}/metrics`);
  const lines = (await answer.text()).split("\n");
  return lines.filter((line) => line.startsWith("loyalty_bot_credentials_refused{"));
}

/** Every person writes ten times. */
async function sendFromMany(text: string) {
  const people = demoPeople.slice(0, 20);
  const events = Array.from({ length: 10 }, () =>
    people.map(({ lineId }) => world.line.compose(lineId, { type: "text", text })),
  ).flat();
  const before = world.line.sent.length;
  for (let first = 0; first < events.length; first += 100) {
    await world.line.deliver(events.slice(first, first + 100));
  }
  await world.settle();
  return world.line.sent.slice(before);
}

function renameKey(sql: string): void {
  const file = new DatabaseSync(world.platformFile);
  file.exec(`update business set api_key = ${sql}`);
  file.close();
}

function revoke(): void {
  renameKey("'revoked ' || api_key");
  world.platform.faults.add({ kind: "unauthorized" });
}

function restore(): void {
  renameKey("substr(api_key, 9)");
  world.platform.faults.clear();
}

describe("when the platform's key is revoked", () => {
  test("200 messages cause one alarm and one sign-in attempt, and each gets an apology", async () => {
    await world.sendText("somchai", "help");
    revoke();
    const sent = await sendFromMany("points");
    expect(sent).toHaveLength(200);
    for (const { messages } of sent) {
      expect(JSON.stringify(messages)).toMatch(/ขออภัย|申し訳|Sorry|抱歉/);
    }
    expect(callsOf("getAccessToken")).toBe(1);
    expect(alarms()).toMatchObject([
      { level: 50, code: "UNAUTHORIZED", remedy: expect.stringContaining("CONNECT_API_KEY") },
    ]);
    expect(await refusedCredentials()).toEqual([
      'loyalty_bot_credentials_refused{of="platform_direct"} 1',
    ]);
  });

  test("sign-in is retried with a growing back-off, and recovers without a restart", async () => {
    await world.sendText("somchai", "points");
    const signIns = callsOf("getAccessToken");
    revoke();
    for (let tenth = 0; tenth < 60; tenth++) {
      world.clock.turn(10_000);
      await world.sendText("hina", "points");
    }
    expect(callsOf("getAccessToken") - signIns).toBeLessThanOrEqual(6);
    expect(alarms()).toHaveLength(1);
    expect(recoveries()).toEqual([]);

    restore();
    world.clock.turn(300_000);
    expect(textOf(await world.sendText("olivia", "points"))).toContain("18,400");
    expect(recoveries()).toMatchObject([{ level: 30 }]);
    expect(await refusedCredentials()).toEqual([
      'loyalty_bot_credentials_refused{of="platform_direct"} 0',
    ]);
    revoke();
    world.clock.turn(120_000);
    await world.sendText("olivia", "points");
    expect(alarms()).toHaveLength(2);
  });

  test("tokens that are issued but refused are not requested in a loop", async () => {
    await world.sendText("somchai", "points");
    world.platform.faults.add({ kind: "unauthorized" });
    expect(await sendFromMany("points")).toHaveLength(200);
    expect(callsOf("getAccessToken")).toBe(2);
    expect(alarms()).toHaveLength(1);
    world.platform.faults.clear();
    expect(textOf(await world.sendText("olivia", "points"))).toContain("18,400");
    expect(recoveries()).toHaveLength(1);
  });
});

test("a LINE access token that is refused causes one alarm, parks every event for the operator, and recovers without a restart", async () => {
  world.line.faults.add({ call: "reply", answer: 401 });
  expect(await sendFromMany("help")).toEqual([]);
  await world.advanceTime(100);
  await until(() => statesIn(world.storeFile)["parked"] === 200, "the parking of every event");
  expect(alarms()).toMatchObject([
    { level: 50, status: 401, remedy: expect.stringContaining("LINE_CHANNEL_ACCESS_TOKEN") },
  ]);
  const answer = await fetch(`${world.bot.origin}/metrics`);
  const figures = await answer.text();
  expect(figures).toContain('loyalty_bot_credentials_refused{of="line"} 1');
  expect(figures).toContain('loyalty_bot_inbox_events{state="parked"} 200');
  world.line.faults.clear();
  expect(await world.sendText("somchai", "help")).not.toEqual([]);
  expect(recoveries()).toHaveLength(1);
});
