/** Stopping while every neighbour and a client are silent: it ends in time, and loses nothing. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { statesIn } from "../support/inbox.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ STUDIO: "on" });
});
afterEach(() => world[Symbol.asyncDispose]());

const inbox = () => statesIn(world.storeFile);

test("within 10 seconds, whatever is silent, and what isn't answered stays in the inbox", async () => {
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
  upload.write("POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
  const stream = await fetch(`${world.bot.origin}/studio/live`);
  expect(stream.status).toBe(200);
  const ended = stream.text().catch(() => "cut");

  const before = world.clock.now();
  const stop = world.bot[Symbol.asyncDispose]();
  await world.letPass(20_000, stop);
  await stop;
  await ended;
  expect(world.clock.now() - before).toBeLessThanOrEqual(9500);
  await until(() => upload.destroyed, "the upload's end");
  expect(inbox()).toEqual({ open: 2 });

  world.line.faults.clear();
  await world.restart();
  await world.settle();
  expect(world.line.sent).toHaveLength(2);
});

test("a request that has begun is answered before the door is shut", async () => {
  const event = world.line.compose(world.lineId("somchai"), { type: "text", text: "help" });
  const delivering = world.line.deliver([event]);
  const stop = world.bot[Symbol.asyncDispose]();
  const { status } = await delivering;
  await world.letPass(10_000, stop);
  await stop;
  expect([200, null]).toContain(status);
  // Refused at the door or stored: never stored and forgotten.
  expect(Object.keys(inbox()).length > 0).toBe(status === 200);
  await world.restart();
  await world.settle();
  expect(world.line.sent).toHaveLength(status === 200 ? 1 : 0);
});
