/** Conformance of what rules of the bot give. */
import { describe, expect, test } from "vitest";
import type { StateChange } from "../../../src/store/state-changes.ts";
import { everyDay, question, type OpenStore, type StoreHome } from "./harness.ts";

const account = "A";

export function describeRules(home: () => StoreHome, opened: () => OpenStore): void {
  const now = () => home().clock.now();
  const gift = (id: string, keys: Record<string, number>): StateChange => ({
    kind: "by_rule",
    question: question(id, now(), { kind: "birthday", asker: "birthday" }),
    keys: Object.entries(keys).map(([key, until]) => ({ key, until })),
  });
  const write = (...writes: StateChange[]) => opened().store.lineUsers.write(account, writes);

  describe("a rule", () => {
    test("gives once, however many store it at once, and what it gives is due if whoever stored it has died", async () => {
      const { orders, audit, ruleKeys } = opened().store;
      expect(await ruleKeys.isTaken(account, "member", now())).toBe(false);
      const until = now() + 60_000;
      await Promise.all(Array.from({ length: 5 }, () => write(gift("one", { member: until }))));
      expect(await ruleKeys.isTaken(account, "member", now())).toBe(true);
      expect(await orders.due(account, now())).toEqual([]);
      const due = await orders.due(account, now() + 120_000);
      expect(due).toMatchObject([
        { id: "one", state: "working", claimedBy: "birthday", confirmedAt: now() },
      ]);
      expect(await audit.last(account, 10)).toMatchObject([
        { action: "ordered", actor: "birthday", confirmation: "one" },
      ]);
    });

    test("gives nothing while one of its keys is taken, and again from the key's end on", async () => {
      const { orders, ruleKeys } = opened().store;
      const until = now() + 1000;
      await write(gift("one", { member: until, line: Number.MAX_SAFE_INTEGER }));
      await write(gift("two", { other: until, line: until }));
      home().clock.turn(999);
      await write(gift("three", { member: until }));
      expect(await orders.get(account, "two")).toBeNull();
      expect(await orders.get(account, "three")).toBeNull();
      home().clock.turn(1);
      expect(await ruleKeys.isTaken(account, "member", now())).toBe(false);
      await write(gift("four", { member: now() + 1000 }));
      expect(await orders.get(account, "four")).toMatchObject({ state: "working" });
    });

    test("counts its gifts against nobody's limits", async () => {
      const { orders } = opened().store;
      await write(gift("one", { member: now() + 60_000 }));
      expect(await orders.usedFor(account, "member", everyDay, now())).toEqual({
        gifts: 0,
        points: 0,
      });
    });

    test("is forgotten by retention when it may give again; who was told how to join, later", async () => {
      const { notices, retention, ruleKeys } = opened().store;
      await write(gift("one", { member: now() + 1000 }));
      await write({ kind: "notice", lineId: "U1", notice: { kind: "newcomer" } });
      await write({ kind: "notice", lineId: "U1", notice: { kind: "ended", confirmation: "one" } });
      const at = now();
      home().clock.turn(2000);
      const purge = (statistics: number) =>
        retention.purge({ texts: now(), traces: at + 1, ledger: 0, statistics }, () =>
          Promise.resolve(),
        );
      expect(await purge(at)).toMatchObject({ notices: 1, newcomers: 0, ruleKeys: 1 });
      expect(await ruleKeys.isTaken(account, "member", at)).toBe(false);
      expect(await notices.of(account, "U1")).toMatchObject([{ notice: { kind: "newcomer" } }]);
      expect(await purge(at + 1)).toMatchObject({ newcomers: 1 });
    });

    test("pushes to nobody that they were told how to join", async () => {
      const { notices } = opened().store;
      await write({ kind: "notice", lineId: "U1", notice: { kind: "newcomer" } });
      expect(await notices.pushable(account)).toEqual([]);
    });
  });
}
