/** Conformance of what was done on a day: orders summed up, and what one of the staff did. */
import { describe, expect, test } from "vitest";
import {
  bot,
  conclusion,
  everyDay,
  question,
  type Asked,
  type OpenStore,
  type StoreHome,
} from "./harness.ts";

export function describeActivity(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const unlimited = { ...everyDay, limits: null, redemptions: null };
  const today = () => ({ start: now() - 1000, end: now() + 1000 });

  /** Asks for it and confirms it. */
  async function confirm(id: string, asked: Asked = {}): Promise<void> {
    const { asker = "U9" } = asked;
    const order = question(id, now(), { asker, ...asked });
    await store().lineUsers.write("A", [{ kind: "question", question: order }]);
    const action = { by: asker, eventId: null, at: now() };
    expect(await store().orders.confirm("A", id, action, unlimited)).toMatchObject({
      kind: "claimed",
    });
  }

  async function carryOut(id: string, asked: Asked = {}): Promise<void> {
    await confirm(id, asked);
    await store().orders.conclude("A", conclusion(id, { state: "done", done: {} }), bot);
  }

  const add = { kind: "moving", command: "add", gifts: 0, points: 40 } as const;

  describe("what was done on a day", () => {
    test("sums up what is done by kind, command and asker, and nothing else", async () => {
      await carryOut("1", { gifts: 2 });
      await carryOut("2", { gifts: 3 });
      await carryOut("3", add);
      await carryOut("4", { ...add, asker: "U8" });
      await confirm("in progress", { gifts: 5 });
      const { activity } = store();
      expect(await activity.totals("A", today())).toEqual([
        { kind: "giving", command: "gift", asker: "U9", orders: 2, gifts: 5, points: 0 },
        { kind: "moving", command: "add", asker: "U8", orders: 1, gifts: 0, points: 40 },
        { kind: "moving", command: "add", asker: "U9", orders: 1, gifts: 0, points: 40 },
      ]);
      expect(await activity.totals("B", today())).toEqual([]);
      const before = { start: 0, end: now() };
      expect(await activity.totals("A", before)).toEqual([]);
    });

    test("names the pairs with several orders, and those of one LINE account", async () => {
      await carryOut("1", { memberUuid: "regular" });
      await carryOut("2", { ...add, memberUuid: "regular" });
      await carryOut("burn", { ...add, command: "burn", memberUuid: "burned" });
      await carryOut("burn again", { ...add, command: "burn", memberUuid: "burned" });
      await carryOut("once", { memberUuid: "once" });
      await carryOut("own", { asker: "U1", memberUuid: "own", gifts: 4 });
      await confirm("in progress", { memberUuid: "once" });
      expect(await store().activity.pairs("A", today())).toEqual([
        { asker: "U9", memberUuid: "regular", isOwn: false, orders: 2, gifts: 1, points: 40 },
        { asker: "U1", memberUuid: "own", isOwn: true, orders: 1, gifts: 4, points: 0 },
      ]);
    });

    test("is in the audit of whoever did it or asked for it", async () => {
      await carryOut("1", { memberUuid: "one" });
      await carryOut("2", { memberUuid: "two" });
      await carryOut("3", { asker: "U8", memberUuid: "two" });
      const of = async (staff: string, memberUuid: string | null, count = 10) =>
        (await store().audit.of("A", { ...today(), staff, memberUuid }, count)).map(
          ({ confirmation, action }) => `${confirmation} ${action}`,
        );
      expect(await of("U9", null)).toEqual(["2 done", "2 ordered", "1 done", "1 ordered"]);
      expect(await of("U9", "two")).toEqual(["2 done", "2 ordered"]);
      expect(await of("U9", null, 1)).toEqual(["2 done"]);
      expect(await of("U8", "one")).toEqual([]);
      const before = { start: 0, end: now(), staff: "U9", memberUuid: null };
      expect(await store().audit.of("A", before, 10)).toEqual([]);
    });
  });
}
