/** Plants leaks of each kind, and sees that they are found. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { leaksSince, openResources } from "../support/open-resources.ts";
import { createWorld } from "../support/world.ts";

const briefMs = 50;

test("timers are found until they are cleared", async () => {
  const before = openResources();
  // Several, because a timer of the test runner that ends meanwhile makes up for one of ours.
  const timers = Array.from({ length: 10 }, () => setTimeout(() => {}, 60_000));
  expect(await leaksSince(before, briefMs)).toEqual([expect.stringMatching(/^\d+ Timeout$/)]);
  for (const timer of timers) clearTimeout(timer);
  expect(await leaksSince(before)).toEqual([]);
});

test("a server is found until it is closed", async () => {
  const before = openResources();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  expect(await leaksSince(before, briefMs)).toEqual(["1 TCPServerWrap"]);
  server.close();
  expect(await leaksSince(before)).toEqual([]);
});

test("a child process is found until it ends", async () => {
  const before = openResources();
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
  expect(await leaksSince(before, briefMs)).toContain("1 ProcessWrap");
  child.kill();
  expect(await leaksSince(before)).toEqual([]);
});

test("a worker is found until it is terminated", async () => {
  const before = openResources();
  const worker = new Worker("setInterval(() => {}, 1000)", { eval: true });
  await once(worker, "online");
  expect(await leaksSince(before, briefMs)).toEqual(["1 Worker"]);
  await worker.terminate();
  expect(await leaksSince(before)).toEqual([]);
});

test("a world is found until it is disposed of", async () => {
  const before = openResources();
  const world = await createWorld();
  expect(await leaksSince(before, briefMs)).not.toEqual([]);
  await world[Symbol.asyncDispose]();
  expect(await leaksSince(before)).toEqual([]);
});
