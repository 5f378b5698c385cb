/** Access tokens: renewed before they expire or when refused, once for all callers; stored in the exchange flow. */
import { describe, expect, test } from "vitest";
import { createLog } from "../../src/observability/log.ts";
import { StoreError } from "../../src/store/errors.ts";
import { manualClock } from "../support/clock.ts";
import { startPlatform, tokenStore } from "../emulators/loyalty/loyalty-world.ts";

const hourMs = 3_600_000;

async function connected() {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const tokens = tokenStore();
  const exchange = { exchangeToken: platform.credentials.exchange_token };
  const start = (options = {}) =>
    platform.client({ clock, direct: null, exchange, tokens, ...options });
  const count = (operation: "exchangeAccessToken" | "renewAccessToken") =>
    platform.requests({ operation }).length;
  return { clock, platform, tokens, start, count };
}

test("an access token is renewed a minute before it expires, once for all callers", async () => {
  const { clock, start, count } = await connected();
  const loyalty = start();
  await loyalty.getProfile({});
  clock.turn(hourMs - 60_001);
  await loyalty.getProfile({});
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 0]);
  clock.turn(1);
  await Promise.all(Array.from({ length: 20 }, () => loyalty.getProfile({})));
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 1]);
});

test("a refused access token is renewed once for all callers, each call repeated once", async () => {
  const { platform, start, count, clock } = await connected();
  // This client's clock doesn't advance: it learns of the expiry from the platform.
  const loyalty = start({ clock: manualClock() });
  await loyalty.getProfile({});
  clock.turn(hourMs);
  await Promise.all(Array.from({ length: 10 }, () => loyalty.getProfile({})));
  expect(count("renewAccessToken")).toBe(1);
  expect(platform.requests({ operation: "getProfile" })).toHaveLength(21);
});

/** A client of the direct flow whose token has worked. */
async function createSignedInClient() {
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const loyalty = platform.client({ clock });
  const signIns = () => platform.requests({ operation: "getAccessToken" }).length;
  await loyalty.getProfile({});
  return { clock, platform, loyalty, signIns };
}

describe("a refused token", () => {
  test("that has worked is renewed at once, however soon that happens again", async () => {
    const { platform, loyalty, signIns } = await createSignedInClient();
    for (let round = 0; round < 5; round += 1) {
      platform.faults.add({ kind: "unauthorized", times: 1 });
      await expect(loyalty.getProfile({})).resolves.toBeDefined();
    }
    expect(signIns()).toBe(6);
  });

  test("that never worked isn't renewed for half a minute, then for longer", async () => {
    const { clock, platform, loyalty, signIns } = await createSignedInClient();
    platform.faults.add({ kind: "unauthorized" });
    const secondsOfSignIns: number[] = [];
    for (let second = 0; second < 200; second += 1) {
      const before = signIns();
      await expect(loyalty.getProfile({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      if (signIns() > before) secondsOfSignIns.push(second);
      clock.turn(1000);
    }
    expect(secondsOfSignIns).toEqual([0, 30, 90]);
    platform.faults.clear();
    await expect(loyalty.getProfile({})).resolves.toBeDefined();
  });

  test("by one operation alone isn't renewed at each of its calls", async () => {
    const { clock, platform, loyalty, signIns } = await createSignedInClient();
    platform.faults.add({ kind: "unauthorized", operation: "getCampaign" });
    for (let second = 0; second < 60; second += 1) {
      await expect(loyalty.getCampaign({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      await expect(loyalty.getProfile({})).resolves.toBeDefined();
      clock.turn(1000);
    }
    expect(signIns()).toBe(3);
    platform.faults.clear();
    await expect(loyalty.getCampaign({})).resolves.toBeDefined();
  });
});

test("a renewed token is stored, and used after a restart", async () => {
  const { start, count, clock, tokens } = await connected();
  await start().getProfile({});
  clock.turn(hourMs);
  await start().getProfile({});
  clock.turn(hourMs);
  await start().getProfile({});
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 2]);
  expect(tokens.stored.size).toBe(1);
});

const failed = () => Promise.reject(new StoreError("unavailable", "the disk is full"));

/** A store whose writes, and optionally reads, fail until the test ends the failure. */
function failing(tokens: ReturnType<typeof tokenStore>) {
  const state = { full: true, unreadable: false };
  return Object.assign(state, {
    get: (key: string) => (state.unreadable ? failed() : tokens.get(key)),
    set: (key: string, value: string) => (state.full ? failed() : tokens.set(key, value)),
    exclusive: tokens.exclusive,
  });
}

test("a token that can't be stored is used from memory and stored as soon as possible", async () => {
  const { start, count, clock, tokens } = await connected();
  await start().getProfile({});
  const before = [...tokens.stored.values()];
  const logged: string[] = [];
  const log = createLog("info", { write: (line) => void logged.push(line) });
  const store = failing(tokens);
  const loyalty = start({ tokens: store, log });
  for (let hour = 0; hour < 3; hour += 1) {
    // The platform accepts a replaced token for only half a minute.
    clock.turn(hourMs);
    await loyalty.getProfile({});
  }
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 3]);
  expect([...tokens.stored.values()]).toEqual(before);
  expect(logged.filter((line) => line.includes("can't be stored"))).toHaveLength(1);
  expect(logged.join()).not.toContain("refresh_token");

  store.full = false;
  clock.turn(5000);
  await Promise.resolve();
  expect([...tokens.stored.values()]).not.toEqual(before);
  clock.turn(hourMs);
  await start().getProfile({});
  expect(count("exchangeAccessToken")).toBe(1);
});

test("closing the client tries once more to store the token", async () => {
  const { start, clock, tokens } = await connected();
  await start().getProfile({});
  const store = failing(tokens);
  clock.turn(hourMs);
  const loyalty = start({ tokens: store });
  await loyalty.getProfile({});
  store.full = false;
  await loyalty[Symbol.asyncDispose]();
  clock.turn(hourMs);
  await expect(start().getProfile({})).resolves.toBeDefined();
});

test("a store that can't be read is a known failure", async () => {
  const { start, tokens } = await connected();
  const store = Object.assign(failing(tokens), { unreadable: true });
  const loyalty = start({ tokens: store });
  await expect(loyalty.getProfile({})).rejects.toMatchObject({
    name: "LoyaltyError",
    code: "UNAVAILABLE",
  });
});

test("a new token in the configuration wins over the stored one", async () => {
  const { platform, start, count, clock } = await connected();
  await start().getProfile({});
  const bearer = platform.credentials.management_token;
  const { exchange_token: exchangeToken } = await platform
    .client({ clock })
    .generateExchangeToken({ business_code: "LOTUS02", app_uuid: "any" }, { bearer });
  const loyalty = start({ exchange: { exchangeToken } });
  const status = await loyalty.getCurrentAddOnStatus({});
  expect(status.business_app.code).toBe("LOTUS02");
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([2, 0]);
});

test("a configured refresh token also starts the flow", async () => {
  const { platform, start, clock, tokens } = await connected();
  const { exchange_token } = platform.credentials;
  const { refresh_token: refreshToken } = await platform
    .client({ clock })
    .exchangeAccessToken({ exchange_token });
  const loyalty = start({ exchange: { refreshToken } });
  await loyalty.getCurrentAddOnStatus({});
  expect([...tokens.stored.values()].join("")).not.toContain(refreshToken);
});

test("the error of a revoked flow tells the operator what to do", async () => {
  const { start } = await connected();
  await start().getProfile({});
  // The same exchange token again, with an empty store.
  const loyalty = start({ tokens: tokenStore() });
  await expect(loyalty.getProfile({})).rejects.toMatchObject({
    code: "SIGN_IN_AGAIN",
    status: 401,
    message: expect.stringContaining("CONNECT_EXCHANGE_TOKEN"),
  });
});

test("invalid stored values are ignored", async () => {
  const { start, tokens } = await connected();
  for (const nonsense of ["not json", "{}", "null"]) {
    tokens.stored.set("connect-refresh-token", nonsense);
    const loyalty = start({ exchange: { refreshToken: "unknown" } });
    await expect(loyalty.getProfile({})).rejects.toMatchObject({ code: "SIGN_IN_AGAIN" });
  }
});
