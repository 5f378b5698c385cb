/** Limits of password attempts, for one client and for many, behind a proxy on this machine. */
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPasswordAttempts } from "../../../src/studio/server/password-attempts.ts";
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
      return { count: 1, endsAt: 0, forgive: () => Promise.resolve() };
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

/** Loops that try wrong passwords until they are stopped. @param next the address of the next try. */
function attackBy(loops: number, next: () => string) {
  const attempts = createPasswordAttempts(countInMemory(world.clock), world.clock);
  let isOver = false;
  const running = Array.from({ length: loops }, async () => {
    while (!isOver) {
      const attempt = await attempts.begin(next());
      if (!attempt.allowed) await setImmediate();
    }
  });
  return {
    attempts,
    async stop() {
      isOver = true;
      await world.advanceTime(120_000, Promise.all(running));
    },
  };
}

/** Counts as the store does, but without its time. */
function countInMemory(clock: World["clock"]) {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const begun: string[] = [];
  return {
    begun,
    async begin(client: string, windowMs: number) {
      begun.push(client);
      const known = counts.get(client) ?? { count: 0, endsAt: clock.now() + windowMs };
      known.count += 1;
      counts.set(client, known);
      return { ...known, forgive: async () => void (known.count -= 1) };
    },
  };
}

let tries = 0;
const hex = () => (tries += 1).toString(16);
test.each([
  ["of one network of 48 bits", () => `2001:db8:7:${hex()}::1`],
  ["with another network of 48 bits each time", () => `2001:db8:${hex()}::1`],
  ["of a thousand addresses", () => `203.0.${(tries += 1) % 4}.${tries % 250}`],
])("the right password has its turn among forty loops %s", async (_name, next) => {
  const attack = attackBy(40, next);
  for (let count = 0; count < 10; count += 1) await world.advanceTime(1000);
  for (let count = 0; count < 10; count += 1) {
    const start = world.clock.now();
    const right = attack.attempts.begin("198.51.100.9");
    await world.advanceTime(10_000, right);
    const attempt = await right;
    expect(attempt.allowed).toBe(true);
    if (attempt.allowed) await attempt.forgive();
    expect(world.clock.now() - start).toBeLessThanOrEqual(3000);
  }
  await attack.stop();
});

test("a refused client writes nothing until its window ends", async () => {
  const counter = countInMemory(world.clock);
  const attempts = createPasswordAttempts(counter, world.clock);
  for (let count = 0; count < 100; count += 1) await attempts.begin("192.0.2.1");
  expect(counter.begun.filter((client) => client === "192.0.2.1")).toHaveLength(6);
  world.clock.turn(15 * 60_000);
  await attempts.begin("192.0.2.1");
  expect(counter.begun.filter((client) => client === "192.0.2.1")).toHaveLength(7);
});

test("a client that was refused beside right passwords may try again", async () => {
  const attempts = createPasswordAttempts(countInMemory(world.clock), world.clock);
  const right = [];
  for (let count = 0; count < 5; count += 1) right.push(await attempts.begin("192.0.2.1"));
  expect(await attempts.begin("192.0.2.1")).toMatchObject({ allowed: false });
  for (const attempt of right) if (attempt.allowed) await attempt.forgive();
  expect(await attempts.begin("192.0.2.1")).toMatchObject({ allowed: true });
});

test("behind a proxy that isn't trusted everybody is one client, behind a trusted one nobody is another", async () => {
  const viaProxy = "203.0.113.7, 172.30.53.2";
  for (let count = 0; count < 5; count += 1) await statusOf("wrong", viaProxy);
  expect(await statusOf(password, "198.51.100.9, 172.30.53.2")).toBe(429);
  expect(world.logged.join("")).toContain("if it is a proxy, name it in TRUSTED_PROXIES");
  await world[Symbol.asyncDispose]();
  world = await createWorld({
    STUDIO: "on",
    STUDIO_PASSWORD: password,
    TRUSTED_PROXIES: "loopback, 172.30.53.0/24",
  });
  for (let count = 0; count < 5; count += 1) await statusOf("wrong", viaProxy);
  expect(await statusOf(password, viaProxy)).toBe(429);
  expect(await statusOf(password, "198.51.100.9, 172.30.53.2")).toBe(200);
});
