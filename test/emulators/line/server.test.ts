/** The LINE emulator's HTTP server: access checks, invalid requests and injected faults. */
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import { accessToken, createLineWorld, somchai, type LineWorld } from "./line-world.ts";

let clock: ManualClock;
let world: LineWorld;
beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
});
afterEach(() => world[Symbol.asyncDispose]());

interface Reply {
  status: number;
  body: string;
  requestId: unknown;
}

function call(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(
    `${world.line.origin}${path}`,
    { method, headers, agent: false },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => void chunks.push(chunk));
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString("utf8"),
          requestId: response.headers["x-line-request-id"],
        });
      });
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

const authorization = `Bearer ${accessToken}`;
const json = { authorization, "content-type": "application/json" };
const info = (headers: Record<string, string>) =>
  call("GET", "/v2/bot/info", { authorization, ...headers });
const push = (more = {}) =>
  call(
    "POST",
    "/v2/bot/message/push",
    { ...json, ...more },
    JSON.stringify({ to: somchai, messages: [{ type: "text", text: "a" }] }),
  );

describe("browsers", () => {
  test.each([
    ["another host's name", { host: "evil.example" }, 403],
    ["a name that begins like ours", { host: "localhost.evil.example" }, 403],
    ["localhost", { host: "localhost:3001" }, 200],
    ["a page elsewhere", { origin: "https://evil.example" }, 403],
    ["a page on another port of this machine", { origin: "http://127.0.0.1:1" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
  ])("%s", async (_name, headers, status) => {
    expect(await info(headers)).toMatchObject({ status });
  });

  test("its own origin", async () => {
    expect(await info({ origin: world.line.origin })).toMatchObject({ status: 200 });
  });
});

describe("bad requests", () => {
  test.each<[string, () => Promise<Reply>, number]>([
    ["no access token", () => call("GET", "/v2/bot/info", {}), 401],
    [
      "a scheme that isn't Bearer",
      () => call("GET", "/v2/bot/info", { authorization: `Basic ${accessToken}` }),
      401,
    ],
    ["not JSON", () => call("POST", "/v2/bot/message/push", json, "{"), 400],
    ["JSON that isn't an object", () => call("POST", "/v2/bot/message/push", json, "[]"), 400],
    ["empty", () => call("POST", "/v2/bot/message/push", json, ""), 400],
    [
      "another content type",
      () =>
        call("POST", "/v2/bot/message/push", { authorization, "content-type": "text/plain" }, "{}"),
      415,
    ],
    [
      "over 2 MB",
      () =>
        call(
          "POST",
          "/v2/bot/message/push",
          json,
          JSON.stringify({ to: "x".repeat(2 * 1024 * 1024) }),
        ),
      413,
    ],
    ["an unknown path", () => call("GET", "/v2/bot/unknown", { authorization }), 404],
    [
      "a retry key on a reply",
      () =>
        call(
          "POST",
          "/v2/bot/message/reply",
          { ...json, "x-line-retry-key": crypto.randomUUID() },
          "{}",
        ),
      400,
    ],
    ["a reply without a token", () => call("POST", "/v2/bot/message/reply", json, "{}"), 400],
    ["a push to nobody", () => call("POST", "/v2/bot/message/push", json, "{}"), 400],
    [
      "a multicast to nobody",
      () => call("POST", "/v2/bot/message/multicast", json, '{"to":[]}'),
      400,
    ],
    [
      "an unknown way to validate",
      () => call("POST", "/v2/bot/message/validate/shout", json, "{}"),
      404,
    ],
    [
      "a token for an unknown grant",
      () =>
        call(
          "POST",
          "/oauth2/v3/token",
          { "content-type": "application/x-www-form-urlencoded" },
          "grant_type=password",
        ),
      400,
    ],
    [
      "marking another account's message as read",
      () => call("POST", "/v2/bot/chat/markAsRead", json, '{"markAsReadToken":"theirs"}'),
      400,
    ],
    ["marking nothing as read", () => call("POST", "/v2/bot/chat/markAsRead", json, "{}"), 400],
  ])("%s", async (_name, send, status) => {
    const reply = await send();
    expect(reply.status).toBe(status);
    expect(reply.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.parse(reply.body)).toBeTypeOf("object");
  });
});

describe("faults", () => {
  test("apply as often as given, one after the other", async () => {
    world.line.faults.add({ call: "push", answer: 429, times: 1 });
    world.line.faults.add({ call: "push", answer: 500, times: 2 });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await push()).status);
    expect(statuses).toEqual([429, 500, 500, 200]);
    expect(world.line.sent).toHaveLength(1);
  });

  test("can be removed, one or all", async () => {
    const off = world.line.faults.add({ call: "push", answer: 500 });
    world.line.faults.add({ call: "info", answer: 429 });
    expect((await push()).status).toBe(500);
    off();
    expect((await push()).status).toBe(200);
    expect(world.line.faults.active).toMatchObject([{ call: "info" }]);
    world.line.faults.clear();
    expect(await info({})).toMatchObject({ status: 200 });
  });

  test("may let the call take effect", async () => {
    world.line.faults.add({ call: "push", answer: "cut", takesEffect: true, times: 1 });
    await expect(push()).rejects.toThrow(/hang up|reset/i);
    expect(world.line.sent).toHaveLength(1);
  });

  test("slow takes effect and responds after its delay", async () => {
    world.line.faults.add({ call: "push", answer: "slow", ms: 4000 });
    const struck = world.line.faults.nextMatch();
    const reply = push();
    await struck;
    expect(clock.waiting).toBe(1);
    clock.turn(4000);
    expect(await reply).toMatchObject({ status: 200 });
  });

  test("silent calls end when the emulator stops", async () => {
    world.line.faults.add({ call: "push", answer: "silent" });
    const struck = world.line.faults.nextMatch();
    const reply = push();
    await struck;
    await Promise.all([
      expect(reply).rejects.toThrow(/hang up|reset/i),
      world.line[Symbol.asyncDispose](),
    ]);
    expect(world.line.sent).toEqual([]);
  });
});

test("a port in use makes the start fail", async () => {
  const port = Number(new URL(world.line.origin).port);
  await expect(createLineWorld(clock, { port })).rejects.toThrow("EADDRINUSE");
});
