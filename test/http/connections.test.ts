/** How connections are divided among clients: one request at a time on each, shares, and who is closed at a limit. */
import { setTimeout } from "node:timers/promises";
import express from "express";
import { expect, test } from "vitest";
import { listen } from "../../src/http/listen.ts";
import { openConnection, post, sendPartial, sendRaw, statusesIn } from "../support/raw-http.ts";
import { until } from "../support/until.ts";

/** A server whose answers the test ends, in the order of their requests. */
async function startHeldServer(limits: Parameters<typeof listen>[3] = {}) {
  const begun: { path: string; end(): void }[] = [];
  const refused: string[] = [];
  const app = express().set("trust proxy", "loopback");
  app.get("/at-once", (_request, response) => void response.end());
  app.get("/large", (_request, response) => void response.end(Buffer.alloc(20_000_000)));
  app.use((request, response) => {
    begun.push({ path: request.url, end: () => response.end(request.url) });
  });
  const server = await listen(app, "127.0.0.1", 0, limits, (reason) => refused.push(reason));
  const { origin } = server;
  return { begun, refused, origin, [Symbol.asyncDispose]: () => server.close() };
}
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");

test("of pipelined requests one is begun when the answer before it has been sent", async () => {
  await using server = await startHeldServer();
  const connection = await openConnection(server.origin);
  connection.socket.write(get("/1") + get("/2") + get("/3"));
  for (const path of ["/1", "/2", "/3"]) {
    await until(() => server.begun.at(-1)?.path === path, path);
    // Another connection's round trip, in which a second one would have begun.
    await sendRaw(server.origin, get("/at-once", "Connection: close"));
    expect(server.begun.at(-1)?.path).toBe(path);
    server.begun.at(-1)?.end();
  }
  expect(connection.isClosed).toBe(false);
  connection.socket.destroy();
});

test("more pipelined requests than may wait end their connection, and nobody else's", async () => {
  await using server = await startHeldServer({ maxPipelined: 3 });
  const four = await openConnection(server.origin);
  four.socket.write(get("/4").repeat(4));
  expect(await sendRaw(server.origin, get("/5").repeat(5))).toBe("");
  expect(server.refused).toEqual(["pipeline"]);
  expect(four.isClosed).toBe(false);
  four.socket.destroy();
});

test("an answer that isn't read ends its connection; one that the bot is working on doesn't", async () => {
  await using server = await startHeldServer({ timeout: 200 });
  const working = await openConnection(server.origin);
  working.socket.write(get("/working"));
  const unread = await openConnection(server.origin);
  unread.socket.pause();
  unread.socket.write(get("/large"));
  // What is on its way is read when the server has closed its side.
  await setTimeout(1000);
  unread.socket.resume();
  await until(() => unread.isClosed, "the end");
  expect(unread.received.length).toBeLessThan(20_000_000);
  expect(working.isClosed).toBe(false);
  server.begun[0]?.end();
  await until(() => working.received.endsWith("/working"), "the answer");
  working.socket.destroy();
});

test("at the limit idle connections make room, and those that are being served stay", async () => {
  await using server = await startHeldServer({ maxConnections: 3 });
  const [idle, served, silent] = [
    await openConnection(server.origin),
    await openConnection(server.origin),
    await openConnection(server.origin),
  ];
  idle.socket.write(get("/at-once"));
  served.socket.write(get("/served"));
  await until(() => idle.received !== "" && server.begun.length === 1, "the requests");
  // Whoever came just now is closed for nobody.
  await setTimeout(1100);
  expect(statusesIn(await sendPartial(server.origin, get("/at-once")))).toEqual([200]);
  await until(() => idle.isClosed && silent.isClosed, "the room");
  expect(served.isClosed).toBe(false);
  expect(server.refused).toEqual([]);
  served.socket.destroy();
});

test("a client that the proxy names may hold no more than its share; where the bot is at work it doesn't count", async () => {
  await using server = await startHeldServer({ maxOfClient: 2 });
  const [mine, others] = ["192.0.2.1", "192.0.2.2"].map((ip) => `X-Forwarded-For: 10.9.9.9, ${ip}`);
  const unfinished = post("/body", mine ?? "", "Content-Length: 9");
  const held = [await openConnection(server.origin), await openConnection(server.origin)];
  for (const { socket } of held) socket.write(unfinished);
  await until(() => server.begun.length === 2, "both");
  const third = await sendRaw(server.origin, get("/at-once", mine ?? "", "Connection: close"));
  expect(statusesIn(third)).toEqual([503]);
  expect(third).toContain("Retry-After: 1".toLowerCase());
  expect(server.refused).toEqual(["client"]);
  const other = await sendRaw(server.origin, get("/at-once", others ?? "", "Connection: close"));
  expect(statusesIn(other)).toEqual([200]);
  for (const { socket } of held) socket.write("123456789");
  await until(
    async () =>
      statusesIn(await sendPartial(server.origin, get("/at-once", mine ?? ""))).includes(200),
    "room",
  );
  for (const { socket } of held) socket.destroy();
});
