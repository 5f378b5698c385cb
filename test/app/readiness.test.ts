/** Whoever asks whether the bot is ready, however many do, takes one connection of the store. */
import { expect, test } from "vitest";
import { createReadiness } from "../../src/app/serve-http.ts";
import type { Store } from "../../src/store/store.ts";
import { manualClock } from "../support/clock.ts";

test("those who ask while the store is tried share that try; the next one has another", async () => {
  const clock = manualClock();
  const oldestAt = clock.now() - 1000;
  let tries = 0;
  let reason: Error | null = null;
  const store = {
    async check() {
      tries += 1;
      if (reason) throw reason;
    },
    inbox: { counts: async () => ({ open: 1, parked: 0, oldestAt }) },
    replicaStatus: () => null,
  } as unknown as Store;
  const readiness = createReadiness(store, clock);
  const ask = (isStopping = false) => readiness({ isStopping, stuck: 0 });

  const asked = Array.from({ length: 2000 }, () => ask());
  // Those who ask later know better.
  const stopping = ask(true);
  const ready = { reason: null, oldestEventMs: 1000 };
  expect(new Set((await Promise.all(asked)).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(ready)]),
  );
  expect(await stopping).toMatchObject({ reason: "stopping" });
  expect(tries).toBe(1);

  reason = new Error("the disk is full");
  expect(await ask()).toEqual({ reason: "the disk is full", oldestEventMs: null });
  reason = null;
  expect(await ask()).toEqual(ready);
  expect(tries).toBe(3);
});
