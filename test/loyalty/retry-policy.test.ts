/** Retries, deadlines and the circuit breaker of the loyalty client against a slow, broken or absent platform. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createLoyaltyClient, type LoyaltyClientOptions } from "../../src/loyalty/client.ts";
import { createLog } from "../../src/observability/log.ts";
import { systemClock } from "../../src/clock.ts";
import { manualClock } from "../support/clock.ts";
import { normalizedLines } from "../support/logged.ts";
import { cardOf, memberBy, startPlatform, tokenStore } from "../emulators/loyalty/loyalty-world.ts";

/** A client of a server with the given request handler, with a valid access token. */
async function clientOf(answer: RequestListener, options: Partial<LoyaltyClientOptions> = {}) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const loyalty = createLoyaltyClient({
    baseUrl: `http://127.0.0.1:${port}/api`,
    direct: null,
    exchange: null,
    timeoutMs: 1000,
    clock: systemClock,
    log: createLog("silent"),
    tokens: tokenStore(),
    ...options,
  });
  onTestFinished(async () => {
    await loyalty[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return loyalty;
}

const bearer = "given";

test("a write whose response was lost is retried with the same key and takes effect once", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const { card_no, point } = await cardOf(loyalty, "Olivia");
  platform.faults.add({ kind: "lost-answer", operation: "addPoint", times: 2 });
  const added = await loyalty.addPoint({ card_no, method: 2, points: 5, ref_id: "k" });
  expect(added.balance_after).toBe(point + 5);
  expect(await cardOf(loyalty, "Olivia")).toMatchObject({ point: point + 5 });
  expect(platform.requests({ operation: "addPoint" })).toHaveLength(3);
});

test.each([
  ["without a key", { idempotentWrites: true }, {}],
  [
    "where the platform isn't known to do a write once",
    { idempotentWrites: false },
    { ref_id: "k" },
  ],
])("a write is never sent again %s: its outcome is unknown", async (_, options, key) => {
  const platform = await startPlatform();
  const loyalty = platform.client(options);
  const { card_no } = await cardOf(loyalty, "Olivia");
  const add = () => loyalty.addPoint({ card_no, method: 2, points: 5, ...key });
  platform.faults.add({ kind: "lost-answer", times: 1 });
  await expect(add()).rejects.toMatchObject({ code: "UNREACHABLE", ambiguous: true });
  expect(platform.requests({ operation: "addPoint" })).toHaveLength(1);
  platform.faults.add({ kind: "error", times: 1 });
  await expect(add()).rejects.toMatchObject({ code: "UNAVAILABLE", status: 500, ambiguous: true });
  platform.faults.add({ kind: "empty-body", times: 1 });
  await expect(
    loyalty.addPoint({ card_no, method: 2, points: 5, ref_id: "other" }),
  ).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER", status: 201, ambiguous: true });
});

test.each([
  ["gets a 429", 429, { code: "RATE_LIMITED", ambiguous: true }],
  ["gets a 403", 403, { code: "FORBIDDEN", ambiguous: true }],
  ["gets a 409", 409, { code: "CONFLICT", ambiguous: false }],
])(
  "the outcome of a write whose first attempt was lost, when the second one %s",
  async (_, status, expected) => {
    let requestCount = 0;
    const loyalty = await clientOf(
      (request, response) => {
        requestCount += 1;
        if (requestCount === 1) request.socket.destroy();
        else response.writeHead(status, { "retry-after": "60" }).end();
      },
      { idempotentWrites: true },
    );
    await expect(
      loyalty.burnPoint({ card_no: "1", points: 1, ref_id: "k" }, { bearer }),
    ).rejects.toMatchObject({ ...expected, status });
    expect(requestCount).toBe(2);
  },
);

test("a write that was never sent isn't ambiguous", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  const { access_token } = await loyalty.getAccessToken({
    business_code: platform.sakura.code,
    ...platform.sakura,
  });
  await platform[Symbol.asyncDispose]();
  await expect(
    loyalty.burnPoint({ card_no: "1", points: 1 }, { bearer: access_token }),
  ).rejects.toMatchObject({ code: "UNREACHABLE", ambiguous: false });
});

test("a write doesn't leave later than 2 seconds after its send began to be stored", async () => {
  const clock = manualClock();
  let received = 0;
  const loyalty = await clientOf(
    (_, response) => {
      received += 1;
      response.end("{}");
    },
    { clock, timeoutMs: 60_000 },
  );
  const addAfter = (ms: number) => {
    const beforeSend = async () => clock.turn(ms);
    const input = { card_no: "1", method: 2, points: 5, ref_id: "k" } as const;
    return loyalty.addPoint(input, { bearer, beforeSend });
  };
  await expect(addAfter(2001)).rejects.toMatchObject({ code: "CANCELLED", ambiguous: false });
  expect(received).toBe(0);
  await expect(addAfter(2000)).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER" });
  expect(received).toBe(1);
});

test("reads are retried after an outage, and Retry-After is respected", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  await loyalty.getProfile({});
  for (const kind of ["error", "html-page", "lost-answer"] as const) {
    platform.faults.add({ kind, times: 2 });
    await loyalty.getProfile({});
  }
  platform.faults.add({ kind: "rate-limit", retryAfter: 0, times: 2 });
  await loyalty.addPoint({ phone_number: "0800000001", method: 2, points: 1 });
  expect(platform.requests({ operation: "getProfile" })).toHaveLength(10);
  expect(platform.requests({ operation: "addPoint" })).toHaveLength(3);
});

test("a long Retry-After is left to the caller", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  await loyalty.getProfile({});
  platform.faults.add({ kind: "rate-limit", retryAfter: 30 });
  await expect(loyalty.getProfile({})).rejects.toMatchObject({
    code: "RATE_LIMITED",
    status: 429,
    retryAfterMs: 30_000,
  });
  expect(platform.requests({ operation: "getProfile" })).toHaveLength(2);
});

test.each([
  ["a date by the platform's own clock", "Mon, 23 Nov 2026 02:00:30 GMT", 30_000],
  ["a year", "31536000", 3_600_000],
  ["more than a number", "9".repeat(400), 3_600_000],
  ["nonsense", "soon", null],
])("a Retry-After of %s", async (_what, header, wait) => {
  const connect = await clientOf((_, response) => {
    const date = "Mon, 23 Nov 2026 02:00:00 GMT";
    response.writeHead(429, { date, "retry-after": header }).end();
  });
  await expect(
    connect.burnPoint({ card_no: "1", points: 1, ref_id: "k" }, { bearer }),
  ).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterMs: wait });
});

test("the back-off uses the given clock and grows", async () => {
  const clock = manualClock();
  let requestCount = 0;
  const loyalty = await clientOf(
    (_, response) => {
      requestCount += 1;
      response.writeHead(500).end();
    },
    { clock },
  );
  const failed = loyalty.getProfile({}, { bearer }).catch((error: unknown) => error);
  await expect.poll(() => [requestCount, clock.waiting]).toEqual([1, 1]);
  clock.turn(49);
  expect(clock.waiting).toBe(1);
  clock.turn(101);
  await expect.poll(() => [requestCount, clock.waiting]).toEqual([2, 1]);
  clock.turn(149);
  expect(clock.waiting).toBe(1);
  clock.turn(301);
  expect(await failed).toMatchObject({ code: "UNAVAILABLE" });
  expect(requestCount).toBe(3);
});

test.each([
  ["doesn't respond", () => {}],
  [
    "stops in the middle of its answer",
    (response: { writeHead(status: number): { write(text: string): void } }) =>
      response.writeHead(200).write('{"pagination":'),
  ],
])("a platform that %s is waited for until the deadline, twice for a read", async (_, begin) => {
  const clock = manualClock();
  let requestCount = 0;
  const loyalty = await clientOf(
    (_request, response) => {
      begin(response);
      requestCount += 1;
    },
    { clock },
  );
  const read = loyalty.getProfile({}, { bearer }).catch((error: unknown) => error);
  await expect.poll(() => requestCount).toBe(1);
  clock.turn(1000);
  await expect.poll(() => clock.waiting).toBe(1);
  clock.turn(150);
  await expect.poll(() => requestCount).toBe(2);
  clock.turn(1000);
  expect(await read).toMatchObject({ code: "TIMEOUT", ambiguous: false, status: null });
  expect(requestCount).toBe(2);

  const write = loyalty
    .burnPoint({ card_no: "1", points: 1 }, { bearer })
    .catch((error: unknown) => error);
  await expect.poll(() => requestCount).toBe(3);
  clock.turn(1000);
  expect(await write).toMatchObject({ code: "TIMEOUT", ambiguous: true });
});

test("the caller's signal bounds the call, its retries and the wait for a token", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client({ timeoutMs: 60_000 });
  platform.faults.add({ kind: "silence", operation: "getAccessToken", times: 1 });
  const caller = new AbortController();
  const call = loyalty.getProfile({}, { signal: caller.signal }).catch((error: unknown) => error);
  await expect.poll(() => platform.requests().length).toBe(1);
  caller.abort();
  expect(await call).toMatchObject({ code: "CANCELLED", ambiguous: false });
  await expect(loyalty.getProfile({}, { signal: caller.signal })).rejects.toMatchObject({
    code: "CANCELLED",
  });
});

test("a refused token is renewed once, and the call repeated once", async () => {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client({ clock });
  await loyalty.getProfile({});
  platform.faults.add({ kind: "unauthorized", times: 1 });
  await loyalty.getProfile({});
  expect(platform.requests({ operation: "getAccessToken" })).toHaveLength(2);
  clock.turn(30_000);
  platform.faults.add({ kind: "unauthorized" });
  await expect(loyalty.getProfile({})).rejects.toMatchObject({
    code: "UNAUTHORIZED",
    operation: "getProfile",
    status: 401,
  });
  expect(platform.requests({ operation: "getAccessToken" })).toHaveLength(3);
  expect(platform.requests({ operation: "getProfile" })).toHaveLength(5);
});

test("the circuit breaker opens after repeated outages and lets one probe through", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client({ restMs: 100 });
  await loyalty.getProfile({});
  platform.faults.add({ kind: "error", operation: "getProfile" });
  const failed = () =>
    expect(loyalty.getProfile({})).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await failed();
  await failed();
  const requestCount = platform.requests().length;
  await failed();
  expect(platform.requests().length).toBe(requestCount);
  platform.faults.clear();
  await expect
    .poll(() =>
      loyalty.getProfile({}).then(
        () => "ok",
        () => "no",
      ),
    )
    .toBe("ok");
});

test("refusals don't open the circuit breaker", async () => {
  const platform = await startPlatform();
  const loyalty = platform.client();
  for (let attempts = 0; attempts < 8; attempts += 1)
    await expect(loyalty.checkCoupon({ code: "NOSUCH1" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
});

test.each([
  [409, '{"message":"no"}', { code: "CONFLICT" }],
  [409, "", { code: "CONFLICT" }],
  [400, "<h1>Bad</h1>", { code: "BAD_REQUEST" }],
  [403, "[]", { code: "FORBIDDEN" }],
  [404, "null", { code: "NOT_FOUND" }],
  [418, "{}", { code: "UNEXPECTED_ANSWER" }],
  [302, "{}", { code: "UNEXPECTED_ANSWER" }],
  // An error code is only valid with its own status.
  [404, '{"code":"COUPON_USED"}', { code: "NOT_FOUND" }],
  [409, '{"code":"COUPON_USED","detail":"x"}', { code: "COUPON_USED", detail: null }],
  [200, "", { code: "UNEXPECTED_ANSWER" }],
  [200, "<h1>Hello</h1>", { code: "UNEXPECTED_ANSWER" }],
  [200, '{"data":[{"uuid":5}]}', { code: "UNEXPECTED_ANSWER" }],
])("%i with the body %s", async (status, body, expected) => {
  const loyalty = await clientOf((_, response) => response.writeHead(status).end(body));
  await expect(loyalty.getProfile({}, { bearer })).rejects.toMatchObject({ ...expected, status });
});

test("additional fields are kept, and missing optional fields get defaults", async () => {
  const profile = { uuid: "u", active: true, lastName: null, tier: "new", cards: null };
  const loyalty = await clientOf((_, response) =>
    response
      .writeHead(200)
      .end(JSON.stringify({ pagination: { total: 1, page: 1, size: 20 }, data: [profile] })),
  );
  const { data } = await loyalty.getProfile({}, { bearer });
  expect(data).toEqual([
    {
      ...profile,
      name: "",
      lastName: "",
      phoneCode: "",
      phoneNumber: "",
      verified: false,
      otpVerified: false,
      lineVerified: false,
      profilePicture: "",
      lineId: "",
      otherData: [],
      cards: [],
    },
  ]);
});

test("errors and log lines contain nothing of the platform's response", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const loyalty = (await startPlatform()).client();
  const { card_no } = await cardOf(loyalty, "🌸ฝน");
  const { uuid } = await memberBy(loyalty, "🌸ฝน");
  const error: unknown = await loyalty.burnPoint({ card_no, points: 99_999 }).catch((e) => e);
  expect(error).toMatchObject({ detail: { balance: 515, requested: 99_999 } });
  log.error({ err: error }, "failed");
  expect(lines.join("")).toContain("INSUFFICIENT_POINTS");
  const logged = normalizedLines(lines);
  for (const secret of ["515", "99999", card_no, uuid]) expect(logged).not.toContain(secret);
});
