/** Conformance of what members are reminded of. */
import { describe, expect, test } from "vitest";
import type { StateChange } from "../../../src/store/state-changes.ts";
import type { Ending } from "../../../src/store/reminders.ts";
import { ruleKey } from "../../../src/store/rule-keys.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

const account = "A";
const max = Number.MAX_SAFE_INTEGER;
const keys = (endings: readonly Ending[]) => endings.map(({ key }) => key);

export function describeReminders(home: () => StoreHome, opened: () => OpenStore): void {
  const now = () => home().clock.now();
  const write = (...writes: StateChange[]) => opened().store.lineUsers.write(account, writes);
  const coupon = (key: string, inMs: number, memberUuid = "member"): Ending => ({
    key,
    memberUuid,
    reminder: { of: "coupon", uuid: key, code: `CODE ${key}` },
    endsAt: now() + inMs,
  });
  const remind = (endings: readonly Ending[], rest?: readonly string[]): StateChange => ({
    kind: "remind",
    lineId: "U1",
    endings,
    ...(rest && { rest: rest.map((key) => ({ key, until: now() + 1000 })) }),
  });

  describe("what ends", () => {
    test("is kept once, told once, and found by its member while it hasn't ended", async () => {
      const { reminders, notices } = opened().store;
      const [one, two] = [coupon("one", 2000), coupon("two", 1000)];
      const soon = { now: now(), until: now() + 1500 };
      await reminders.keep(account, [one, two]);
      await reminders.keep(account, [{ ...two, endsAt: now() + 10 }, coupon("x", 10, "other")]);
      expect(await reminders.of(account, "member", { ...soon, until: max })).toEqual([two, one]);
      expect(keys(await reminders.of(account, "member", soon))).toEqual(["two"]);
      expect(await reminders.of("B", "member", soon)).toEqual([]);
      await Promise.all(Array.from({ length: 4 }, () => write(remind([two, two, one]))));
      expect(await notices.of(account, "U1")).toMatchObject([
        { notice: { kind: "reminder", memberUuid: "member", reminder: two.reminder } },
        { notice: { kind: "reminder", memberUuid: "member", endsAt: one.endsAt } },
      ]);
      expect(await notices.pushable(account)).toEqual([]);
      expect(await reminders.of(account, "member", soon)).toEqual([]);
      expect(await reminders.told(account, ["one", "two", "x"])).toEqual(new Set(["one", "two"]));
      await reminders.keep(account, [two]);
      expect(await reminders.of(account, "member", soon)).toEqual([]);
    });

    test("waits for a push by its end once the member's LINE account is known", async () => {
      const { reminders, notices } = opened().store;
      const all = ["a", "b", "c"].map((key) => coupon(key, 1000));
      const soon = { now: now(), until: now() + 1000 };
      await reminders.keep(account, [coupon("d", 500, "other"), ...all, coupon("e", 1001)]);
      const waiting = (after: Ending | null, limit = 2) =>
        reminders.waiting(account, soon, after, limit);
      expect(await waiting(null)).toEqual([]);
      await reminders.link(account, [
        { memberUuid: "member", lineId: "U1" },
        { memberUuid: "other", lineId: "U2" },
      ]);
      const first = await waiting(null);
      expect(first).toMatchObject([
        { key: "d", lineId: "U2" },
        { key: "a", lineId: "U1" },
      ]);
      expect(keys(await waiting(first[1] ?? null))).toEqual(["b", "c"]);
      await reminders.link(account, [{ memberUuid: "member", lineId: null }]);
      await write(remind(all.slice(0, 1), ["rest"]));
      expect(await notices.pushable(account)).toMatchObject([{ lineId: "U1" }]);
      expect(keys(await waiting(null))).toEqual(["d"]);
      await write(remind(all.slice(1), ["rest"]));
      expect(await reminders.told(account, ["a", "b"])).toEqual(new Set(["a"]));
      home().clock.turn(1000);
      await write(remind(all.slice(1), ["rest"]));
      expect(await reminders.told(account, ["b", "c"])).toEqual(new Set(["b", "c"]));
    });

    test("is exported and erased with its member; that they want no reminders is kept", async () => {
      const { reminders, personalData, ruleKeys } = opened().store;
      await reminders.keep(account, [coupon("one", 1000), coupon("two", 1000, "other")]);
      await reminders.link(account, [{ memberUuid: "member", lineId: "U1" }]);
      await write({ kind: "rule_keys", keys: [{ key: ruleKey("noReminders", "U1"), until: max }] });
      expect(await personalData.of("member")).toMatchObject({
        reminders: [{ memberUuid: "member", lineId: "U1", reminder: { of: "coupon" } }],
      });
      const rules = [{ rule: "no reminders", until: max }];
      expect(await personalData.of("U1")).toMatchObject({ rules });
      expect(await personalData.forget("member", now())).toMatchObject({ reminders: 1 });
      await personalData.forget("U1", now());
      expect(await reminders.of(account, "member", { now: now(), until: max })).toEqual([]);
      expect(await reminders.of(account, "other", { now: now(), until: max })).toHaveLength(1);
      expect(await ruleKeys.isTaken(account, ruleKey("noReminders", "U1"), now())).toBe(true);
    });

    test("is forgotten by retention when it has ended", async () => {
      const { reminders, retention } = opened().store;
      await reminders.keep(account, [coupon("one", 10), coupon("two", 20)]);
      const before = { texts: now() + 20, traces: 0, ledger: 0, statistics: 0 };
      const report = await retention.purge(before, () => Promise.resolve());
      expect(report).toMatchObject({ reminders: 1 });
    });
  });
}
