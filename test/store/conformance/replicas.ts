/** Conformance of what a bot asks and tells a store that others may share; one with a single owner answers the same calls. */
import { describe, expect, test } from "vitest";
import { arrive, end, type OpenStore, type StoreHome } from "./harness.ts";

export function describeReplicas(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;

  describe("a replica", () => {
    test("holds the events that it was handed, and leaves one that it lets go to whoever comes next", async () => {
      const { id } = await arrive(store(), "1");
      store().inbox.assertHolding(id);
      store().inbox.abandon(id);
      await store()[Symbol.asyncDispose]();
      const next = await home().open();
      await home().until(() => next.consumer.events.length > 0);
      expect(next.consumer.events).toMatchObject([{ id, isRecovered: true }]);
      next.store.inbox.assertHolding(id);
      expect(await next.store.inbox.parked()).toEqual([]);
      await next.store[Symbol.asyncDispose]();
    });

    test("tells how many chats it works on, or that it has no others beside it", async () => {
      const lanes = () => store().replicaStatus()?.lanes ?? null;
      const before = lanes();
      const first = await arrive(store(), "1");
      await arrive(store(), "2");
      expect(lanes()).toBe(before === null ? null : 2);
      await end(store(), first.id);
      await home().until(() => lanes() === (before === null ? null : 1));
      expect(store().replicaStatus()?.leaseRemainingMs).not.toBe(0);
    });
  });

  describe("announcing a change", () => {
    const memberUuids = Array.from({ length: 900 }, (_, index) => `member ${index}`);
    const changes = [
      { kind: "texts" },
      { kind: "staff", lineId: "U1" },
      { kind: "member", lineIds: [], memberUuids, isErased: true },
    ] as const;

    test("tells nothing to who announces it, and never fails, not even once the store is closed", async () => {
      const heard: unknown[] = [];
      {
        await using _listener = store().changes.listen((change) => void heard.push(change));
        for (const change of changes) await store().changes.announce(change);
      }
      await store()[Symbol.asyncDispose]();
      for (const change of changes) await store().changes.announce(change);
      expect(heard).toEqual([]);
    });
  });
}
