/** Limits of password attempts, for one client and for many, behind a proxy on this machine. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientOf, createPasswordAttempts } from "../../../src/studio/server/password-attempts.ts";
import { until } from "../../support/until.ts";
import { createWorld, type World } from "../../support/world.ts";

const password = "a long enough password";

let world: World;
beforeEach(async () => {
  world = await createWorld({ STUDIO: "on", STUDIO_PASSWORD: password });
});
afterEach(() => world[Symbol.asyncDispose]());

/** Tries to log in, and reads the whole response: an unread one keeps its socket. */
async function logIn(given: string, from: string) {
  const response = await fetch(`${world.bot.origin}/studio/login`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: world.bot.origin,
      "x-forwarded-for": from,
    },
    body: JSON.stringify({ password: given }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const statusOf = async (given: string, from: string) => (await logIn(given, from)).status;

/** Sends as many wrong passwords as a window checks without delay. */
async function failFiftyTimes(net: string): Promise<void> {
  for (let count = 0; count < 50; count++) {
    expect(await statusOf("wrong", `${net}.${Math.floor(count / 5)}`)).toBe(401);
  }
}

/** Advances the clock until the response arrives. */
async function statusAfterDelay(answer: Promise<{ status: number }>): Promise<number> {
  await world.advanceTime(60_000, answer);
  return (await answer).status;
}

test("one client has five wrong attempts, whatever address it claims", async () => {
  for (let count = 0; count < 5; count++) expect(await statusOf("wrong", "192.0.2.1")).toBe(401);
  expect(await statusOf(password, "192.0.2.1")).toBe(429);
  // A forged X-Forwarded-For entry comes before the one that the proxy adds.
  expect(await statusOf(password, "192.0.2.9, 192.0.2.1")).toBe(429);
  expect(await statusOf(password, "192.0.2.2")).toBe(200);
  await world.restart();
  expect(await statusOf(password, "192.0.2.1"), "after a restart").toBe(429);
});

test("a flood of one client's attempts takes few connections of the store from events", async () => {
  const counted = Promise.withResolvers<void>();
  let counting = 0;
  const counter = {
    async begin() {
      counting += 1;
      await counted.promise;
      return { count: 1, forgive: () => Promise.resolve() };
    },
  };
  const attempts = createPasswordAttempts(counter, world.clock);
  const flood = Array.from({ length: 2000 }, () => attempts.begin("192.0.2.1"));
  const other = attempts.begin("192.0.2.2");
  expect(counting).toBe(6);
  counted.resolve();
  const allowed = (await Promise.all(flood)).filter((attempt) => attempt.allowed);
  expect(allowed).toHaveLength(5);
  expect([await other, await attempts.begin("192.0.2.1")]).toMatchObject([
    { allowed: true },
    { allowed: true },
  ]);
});

test("an IPv6 client is identified by its whole network", async () => {
  for (let count = 0; count < 5; count++) {
    expect(await statusOf("wrong", `2001:db8:0:7::${count + 1}`)).toBe(401);
  }
  expect(await statusOf(password, "2001:db8:0:7:ffff::1")).toBe(429);
  expect(await statusOf(password, "2001:db8:0:8::1")).toBe(200);
});

test.each([
  ["2001:db8:0:7::1", "2001:db8:0:7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  [undefined, ""],
])("the client at %s", (ip, client) => {
  expect(clientOf(ip)).toBe(client);
});

test("after fifty wrong attempts the right password still works, only more slowly", async () => {
  const entered = await logIn(password, "192.0.2.1");
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  await failFiftyTimes("198.51.100");
  for (const end of [2, 3]) {
    const start = world.clock.now();
    const timers = world.clock.waiting;
    const wrong = logIn("wrong", `203.0.113.${end}`);
    await until(() => world.clock.waiting > timers, "the wait for a turn");
    const right = logIn(password, `192.0.2.${end}`);
    expect(await statusAfterDelay(right)).toBe(200);
    expect((await wrong).status).toBe(401);
    expect(world.clock.now() - start).toBeGreaterThanOrEqual(2000);
  }
  // Existing sessions stay valid.
  const replies = await fetch(`${world.bot.origin}/studio/replies`, { headers: { cookie } });
  expect(replies.status).toBe(200);
  await replies.arrayBuffer();
});

test("the queue of attempts is limited, and the rest may try again later", async () => {
  await failFiftyTimes("198.51.100");
  const all = Array.from({ length: 31 }, (_, index) => logIn(password, `192.0.2.${index}`));
  const refused = await Promise.race(all);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Try again in a minute");
  const statuses = await Promise.all(all.map(statusAfterDelay));
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  // An attempt that wasn't checked doesn't count against its client.
  const from = `192.0.2.${statuses.indexOf(429)}`;
  for (let count = 0; count < 5; count++) {
    expect(await statusAfterDelay(logIn("wrong", from))).toBe(401);
  }
});
