/** A single-use refresh token that several processes share: each is used once, also while the store fails. */
import { expect, test } from "vitest";
import { RefreshToken, type TokenStore } from "../../src/loyalty/refresh-token.ts";
import { createLog } from "../../src/observability/log.ts";
import { oneAfterAnother } from "../../src/store/one-after-another.ts";
import { manualClock } from "../support/clock.ts";

/** Two processes on one store, whose writes fail while `isFull`. */
function setUp() {
  const clock = manualClock();
  const state = { isFull: false, failures: 0 };
  const values = new Map<string, string>();
  const store: TokenStore = {
    get: async (key) => values.get(key) ?? null,
    async set(key, value) {
      if (state.isFull || state.failures-- > 0) throw new Error("failing over");
      values.set(key, value);
    },
    exclusive: oneAfterAnother(),
  };
  const services = { clock, log: createLog("silent") };
  const open = () => new RefreshToken(store, { exchangeToken: "x" }, services);
  const used: string[] = [];
  let serial = 0;
  const renew = (token: RefreshToken) =>
    token.exclusively(async () => {
      used.push((await token.get()) ?? "exchange token");
      await token.replace(`R${++serial}`);
    });
  return { clock, state, used, renew, one: open(), other: open() };
}

/** Lets what is ready go on: nothing here waits for more than promises. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test("a token whose first write fails is stored at once by a second one", async () => {
  const { state, used, renew, one, other } = setUp();
  state.failures = 1;
  await renew(one);
  await renew(other);
  expect(used).toEqual(["exchange token", "R1"]);
});

test("while a token can't be stored, another process waits, and its own goes on", async () => {
  const { clock, state, used, renew, one, other } = setUp();
  state.isFull = true;
  await renew(one);
  const waiting = renew(other);
  await renew(one);
  clock.turn(20_000);
  await settle();
  expect(used).toEqual(["exchange token", "R1"]);
  state.isFull = false;
  clock.turn(5000);
  await waiting;
  expect(used).toEqual(["exchange token", "R1", "R2"]);
});

test("a renewal that is under way when the former token is stored keeps the others waiting", async () => {
  const { clock, state, used, renew, one, other } = setUp();
  state.isFull = true;
  await renew(one);
  const answer = Promise.withResolvers<void>();
  const slow = one.exclusively(async () => {
    used.push((await one.get()) ?? "");
    await answer.promise;
    await one.replace("slow");
  });
  state.isFull = false;
  clock.turn(5000);
  const waiting = renew(other);
  await settle();
  expect(used).toEqual(["exchange token", "R1"]);
  answer.resolve();
  await Promise.all([slow, waiting]);
  expect(used).toEqual(["exchange token", "R1", "slow"]);
});

test.each(["is closed", "has waited for 50 seconds"])(
  "the lock is let go when a process that can't store its token %s",
  async (end) => {
    const { clock, state, used, renew, one, other } = setUp();
    state.isFull = true;
    await renew(one);
    const waiting = renew(other);
    if (end === "is closed") await one[Symbol.asyncDispose]();
    else clock.turn(50_000);
    await waiting;
    expect(used).toHaveLength(2);
    if (end !== "is closed") return;
    expect(clock.waiting).toBe(2);
    await other[Symbol.asyncDispose]();
    await settle();
    expect(clock.waiting).toBe(0);
  },
);

test("a renewal that fails lets the next one begin", async () => {
  const { used, renew, one, other } = setUp();
  const failed = one.exclusively(() => Promise.reject(new Error("refused")));
  await expect(failed).rejects.toThrow("refused");
  await renew(other);
  expect(used).toEqual(["exchange token"]);
});
