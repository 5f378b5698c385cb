/** Conformance of the counters of failed attempts. */
import { describe, expect, test } from "vitest";
import type { OpenStore, StoreHome } from "./harness.ts";

const windowMs = 600_000;

export function describeFailedAttempts(home: () => StoreHome, opened: () => OpenStore): void {
  const attempts = () => opened().store.failedAttempts;
  const begin = (guesser = "U1") => attempts().begin("invitation", guesser, windowMs);

  describe("failed attempts", () => {
    test("are counted by secret and guesser, however many begin at once", async () => {
      const counted = await Promise.all(Array.from({ length: 20 }, () => begin()));
      expect(counted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      expect(await begin("U2")).toMatchObject({ count: 1 });
      expect(await attempts().begin("coupon code", "U1", windowMs)).toMatchObject({ count: 1 });
    });

    test("are forgiven one by one, and only in their window", async () => {
      const first = await begin();
      await begin();
      await attempts().forgive("invitation", "U1", first);
      expect(await begin()).toMatchObject({ count: 2 });
      home().clock.turn(windowMs);
      await begin();
      await attempts().forgive("invitation", "U1", first);
      expect(await begin()).toMatchObject({ count: 2 });
    });

    test("count until the window ends, which began with the first", async () => {
      const { endsAt } = await begin();
      expect(endsAt).toBe(home().clock.now() + windowMs);
      home().clock.turn(windowMs - 1);
      expect(await begin()).toEqual({ count: 2, endsAt });
      home().clock.turn(1);
      expect(await begin()).toEqual({ count: 1, endsAt: endsAt + windowMs });
      // A clock that was set back must not lengthen the window.
      home().clock.move(-windowMs - 2000);
      await home().trust();
      expect(await begin()).toEqual({ count: 1, endsAt });
    });

    test("are exported and erased with a person's data, and deleted by retention", async () => {
      const { endsAt } = await begin();
      await begin("U2");
      const { personalData, retention } = opened().store;
      const exported = [{ secret: "invitation", count: 1, endsAt }];
      expect(await personalData.of("U1")).toMatchObject({ attempts: exported });
      expect(await personalData.forget("U1", home().clock.now())).toMatchObject({ attempts: 1 });
      expect(await personalData.of("U1")).toMatchObject({ attempts: [] });
      const purge = (texts: number) =>
        retention.purge({ texts, traces: 0, ledger: 0, statistics: 0 }, () => Promise.resolve());
      expect(await purge(endsAt)).toMatchObject({ attempts: 0 });
      expect(await purge(endsAt + 1)).toMatchObject({ attempts: 1 });
      expect(await begin("U2")).toMatchObject({ count: 1 });
    });
  });
}
