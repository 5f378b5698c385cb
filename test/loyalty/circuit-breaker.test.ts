/** When the circuit breaker before the platform opens and closes, and who waits for its probe. */
import { expect, test } from "vitest";
import { LoyaltyError } from "../../src/loyalty/errors.ts";
import { createBreaker } from "../../src/loyalty/retry-policy.ts";
import { createLog } from "../../src/observability/log.ts";
import { manualClock } from "../support/clock.ts";

const operation = "getProfile";
const failure = (code: "TIMEOUT" | "CANCELLED" | "NOT_FOUND", status: number | null = null) =>
  new LoyaltyError(code, "no", { operation, status });

/** A circuit breaker that has just opened for 5 seconds. */
async function openBreaker() {
  const clock = manualClock();
  const changes: boolean[] = [];
  const onChange = (isOpen: boolean) => void changes.push(isOpen);
  const breaker = createBreaker(5000, { clock, log: createLog("silent"), onChange });
  /** @returns the code of the failure. */
  const run = (attempt: () => Promise<unknown>, signal?: AbortSignal) =>
    breaker.run(operation, attempt, signal).catch(({ code }: LoyaltyError) => code);
  const fail = (error: LoyaltyError) =>
    run(async () => {
      throw error;
    });
  for (let outages = 0; outages < 5; outages += 1) await fail(failure("TIMEOUT"));
  expect(changes).toEqual([true]);
  return { clock, changes, run, fail, ask: () => run(async () => "answered") };
}

test("the circuit breaker rests as long though the clock is set back meanwhile", async () => {
  const { clock, changes, ask } = await openBreaker();
  clock.move(-3_600_000);
  clock.turn(4999);
  expect(await ask()).toBe("UNAVAILABLE");
  clock.turn(1);
  expect(await ask()).toBe("answered");
  expect(changes).toEqual([true, false]);
});

test("a probe that its caller gives up tells nothing: the next call is one", async () => {
  const { clock, changes, fail, ask } = await openBreaker();
  clock.turn(5000);
  expect(await fail(failure("CANCELLED"))).toBe("CANCELLED");
  expect(changes).toEqual([true]);
  expect(await fail(failure("TIMEOUT"))).toBe("TIMEOUT");
  expect(await ask()).toBe("UNAVAILABLE");
  clock.turn(5000);
  expect(await fail(failure("NOT_FOUND", 404))).toBe("NOT_FOUND");
  expect(changes).toEqual([true, true, false]);
});

test("who waits for the probe waits no longer than their signal", async () => {
  const { clock, run, ask } = await openBreaker();
  clock.turn(5000);
  const probe = Promise.withResolvers<string>();
  const probed = run(() => probe.promise);
  const caller = new AbortController();
  let sent = 0;
  const impatient = run(async () => (sent += 1), caller.signal);
  const patient = ask();
  caller.abort();
  expect(await impatient).toBe("CANCELLED");
  probe.resolve("probed");
  expect(await Promise.all([probed, patient])).toEqual(["probed", "answered"]);
  expect(sent).toBe(0);
});

test("a late answer from before the outage doesn't keep a failed probe from opening the breaker", async () => {
  const clock = manualClock();
  const breaker = createBreaker(5000, { clock, log: createLog("silent") });
  const late = Promise.withResolvers<string>();
  const asked = breaker.run(operation, () => late.promise);
  const fail = () =>
    breaker.run(operation, async () => {
      throw failure("TIMEOUT");
    });
  for (let outages = 0; outages < 5; outages += 1)
    await expect(fail()).rejects.toMatchObject({ code: "TIMEOUT" });
  late.resolve("late");
  await asked;
  clock.turn(5000);
  await expect(fail()).rejects.toMatchObject({ code: "TIMEOUT" });
  await expect(fail()).rejects.toMatchObject({ code: "UNAVAILABLE" });
});
