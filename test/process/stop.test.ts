/** Stopping while LINE, the platform and a client are silent: in time, and without losing an event. */
import { once } from "node:events";
import { connect } from "node:net";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBotProcess } from "../support/bot-process.ts";
import { statesIn } from "../support/inbox.ts";
import { post } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";
import { textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ STUDIO: "on" });
});
afterEach(() => world[Symbol.asyncDispose]());

const inbox = () => statesIn(world.storeFile);

test("stops within 10 seconds, and unanswered events stay in the inbox", async () => {
  world.line.faults.add({ call: "reply", answer: "silent" });
  for (const label of ["somchai", "olivia"]) {
    const { status } = await world.line.act(world.lineId(label), { type: "text", text: "points" });
    expect(status).toBe(200);
  }
  // An upload that never ends, and an event stream of the studio's.
  const { hostname, port } = new URL(world.bot.origin);
  const upload = connect(Number(port), hostname);
  upload.on("error", () => {});
  await once(upload, "connect");
  const unproven = `X-Line-Signature: ${"A".repeat(43)}=`;
  upload.write(post("/webhook", unproven, "Content-Length: 100"));
  upload.write("half");
  const stream = await fetch(`${world.bot.origin}/studio/live`);
  expect(stream.status).toBe(200);
  const ended = stream.text().catch(() => "cut");

  const before = world.clock.now();
  const stop = world.bot[Symbol.asyncDispose]();
  await world.advanceTime(20_000, stop);
  await stop;
  await ended;
  expect(world.clock.now() - before).toBeLessThanOrEqual(9500);
  await until(() => upload.destroyed, "the upload's end");
  expect(inbox()).toEqual({ open: 2 });

  world.line.faults.clear();
  await world.restart();
  // Who writes as soon as it is back is answered after what they wrote before.
  await world.line.act(world.lineId("somchai"), { type: "text", text: "help" });
  await world.settle();
  const toSomchai = world.line.sent.filter(({ chatId }) => chatId === world.lineId("somchai"));
  expect(toSomchai.map(({ messages }) => /1,250/.test(textOf(messages)))).toEqual([true, false]);
  expect(world.line.sent).toHaveLength(3);
});

test("what arrives while the bot stops is stored, and load balancers are told to send no more", async () => {
  const say = (label: string) =>
    world.line.act(world.lineId(label), { type: "text", text: "points" });
  world.line.faults.add({ call: "reply", answer: "silent" });
  const replying = world.line.faults.nextMatch();
  expect((await say("somchai")).status).toBe(200);
  await replying;
  const stop = world.bot[Symbol.asyncDispose]();
  const [ready, alive, { status }] = await Promise.all([
    fetch(`${world.bot.origin}/readyz`),
    fetch(`${world.bot.origin}/healthz`),
    say("olivia"),
  ]);
  expect([ready.status, alive.status, status]).toEqual([503, 200, 200]);
  expect(await ready.json()).toMatchObject({ reason: "stopping" });
  await world.advanceTime(20_000, stop);
  await stop;
  expect(inbox()).toEqual({ open: 2 });
  world.line.faults.clear();
  await world.restart();
  await world.settle();
  expect(world.line.sent.map(({ chatId }) => chatId)).toContain(world.lineId("olivia"));
});

test("a request in progress is answered before the server closes", async () => {
  const event = world.line.compose(world.lineId("somchai"), { type: "text", text: "help" });
  const delivering = world.line.deliver([event]);
  const stop = world.bot[Symbol.asyncDispose]();
  const { status } = await delivering;
  await world.advanceTime(10_000, stop);
  await stop;
  expect([200, null]).toContain(status);
  // Refused at the door or stored: never stored and forgotten.
  expect(Object.keys(inbox()).length > 0).toBe(status === 200);
  await world.restart();
  await world.settle();
  expect(world.line.sent).toHaveLength(status === 200 ? 1 : 0);
});

describe("a signal during the start ends the process with code 0 and without a greeting", () => {
  const sigtermAtStart = resolve(import.meta.dirname, "../support/sigterm-at-start.ts");

  test("while modules are being loaded", async () => {
    await using bot = await createBotProcess();
    const options = { NODE_OPTIONS: `--import ${sigtermAtStart}` };
    await expect(bot.start(options)).rejects.toThrow("ended with 0");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s while LINE doesn't answer", async (signal) => {
    await using bot = await createBotProcess();
    bot.line.faults.add({ call: "info", answer: "silent" });
    const matched = bot.line.faults.nextMatch();
    const started = bot.start().then(
      () => "started",
      (error: unknown) => String(error),
    );
    await matched;
    expect(await bot.signal(signal)).toBe(0);
    expect(await started).toContain("ended with 0");
    expect(bot.log()).not.toContain("the stop took too long");
    bot.line.faults.clear();
    await bot.start();
    expect(await bot.stop()).toBe(0);
  });
});
