/** Conformance of orders: each is released and carried out once, within the day's limits. */
import { describe, expect, test } from "vitest";
import type { Outcome, Question, SendRequest } from "../../../src/store/rules/order.ts";
import type { Conclusion } from "../../../src/store/orders.ts";
import {
  actBy,
  bot,
  conclusion,
  day,
  everyDay,
  limits,
  nothing,
  question,
  type OpenStore,
  type StoreHome,
} from "./harness.ts";

const done: Outcome = { state: "done", done: { given: 1 } };
const refused: Outcome = { state: "refused", code: "OUT_OF_STOCK", detail: null };
const firstSend: SendRequest = {
  step: 0,
  before: 0,
  sends: 1,
  isIdempotent: false,
  clockDifference: null,
};

export function describeOrders(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const ask = (id: string, more: Parameters<typeof question>[2] = {}) =>
    store().lineUsers.write("A", [{ kind: "question", question: question(id, now(), more) }]);

  async function claimOrder(id = "order"): Promise<void> {
    await ask(id);
    const action = await actBy(store(), "U9", `tap on ${id}`, now());
    const result = await store().orders.confirm("A", id, action, day);
    expect(result.kind).toBe("claimed");
  }

  /** Ends the step, by the bot itself, with a notice. */
  const conclude = (
    outcome: Outcome,
    { id = "order", ...more }: Parameters<typeof conclusion>[2] & { id?: string } = {},
  ) => {
    const notices: Conclusion["notices"] =
      outcome.state === "done"
        ? [{ lineId: "U1", notice: { kind: "ended", confirmation: "order" } }]
        : [];
    return store().orders.conclude("A", conclusion(id, outcome, { notices, ...more }), bot);
  };
  const record = (send: Partial<SendRequest> = {}) =>
    store().orders.recordSend("A", "order", { ...firstSend, ...send }, null);

  describe("an order", () => {
    test("is read back as it was asked", async () => {
      await ask("order", { input: { lineId: "U1", name: "สมชาย" }, points: 12_345_678_901 });
      const stored = await store().orders.get("A", "order");
      expect(stored).toMatchObject({
        ...question("order", now(), {
          input: { lineId: "U1", name: "สมชาย" },
          points: 12_345_678_901,
        }),
        account: "A",
        state: "open",
        claimedBy: null,
      });
      expect(await store().orders.get("B", "order")).toBeNull();
      const cancellable = (at: number) =>
        store().orders.cancellable("A", { by: "U9", eventId: "cancel", at });
      expect(await cancellable(now())).toEqual(stored);
      expect(await cancellable(now() + 600_000)).toBeNull();
      const refId = "order";
      expect(await store().orders.byRefId("A", "member", refId)).toEqual(stored);
      expect(await store().orders.byRefId("A", "another", refId)).toBeNull();
      expect(await store().orders.byRefId("B", "member", refId)).toBeNull();
    });

    test("is claimed by one of many taps at the same time, and again by the same event", async () => {
      await ask("order");
      const taps = await Promise.all(
        Array.from({ length: 12 }, (_, index) => actBy(store(), "U9", `tap ${index}`, now())),
      );
      const results = await Promise.all(
        taps.map((action) => store().orders.confirm("A", "order", action, day)),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "already")).toHaveLength(11);
      const winner = taps[results.findIndex(({ kind }) => kind === "claimed")];
      if (!winner) throw new Error("nobody claimed it");
      const again = await store().orders.confirm("A", "order", winner, day);
      expect(again.kind).toBe("claimed");
      expect((await store().audit.all()).map(({ action }) => action)).toEqual(["ordered"]);
    });

    test("at the same time as others stays within the day's limits", async () => {
      const ids = Array.from({ length: 14 }, (_, index) => `order ${index}`);
      for (const id of ids) await ask(id);
      const taps = await Promise.all(ids.map((id) => actBy(store(), "U9", `tap on ${id}`, now())));
      const results = await Promise.all(
        ids.map((id, index) => {
          const action = taps[index];
          if (!action) throw new Error("no tap");
          return store().orders.confirm("A", id, action, day);
        }),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(
        limits.giftsPerStaffDay,
      );
      expect(results.filter(({ kind }) => kind === "blocked")).toHaveLength(5);
      expect(await store().orders.usedBy("A", "U9", everyDay, now())).toEqual({
        gifts: 9,
        points: 0,
      });
      expect(await store().orders.usedFor("A", "member", everyDay, now())).toEqual({
        gifts: 9,
        points: 0,
      });
      const yesterday = { ...everyDay, end: now() };
      expect(await store().orders.usedBy("A", "U9", yesterday, now())).toEqual(nothing);
      expect(await store().orders.usedFor("A", "member", yesterday, now())).toEqual(nothing);
    });

    test("is approved by one second person, or declined with a notice for its asker", async () => {
      for (const id of ["first", "second"]) {
        await ask(id, { approval: true });
        const tap = await actBy(store(), "U9", `tap on ${id}`, now());
        expect((await store().orders.confirm("A", id, tap, day)).kind).toBe("awaiting_approval");
      }
      expect(await store().orders.pending("A", now())).toHaveLength(2);
      const { orders } = store();
      const own = await actBy(store(), "U9", "own approval", now());
      expect((await orders.approve("A", "first", own)).kind).toBe("none");
      const both = await Promise.all([
        orders.approve("A", "first", await actBy(store(), "U7", "yes 7", now())),
        orders.approve("A", "first", await actBy(store(), "U8", "yes 8", now())),
      ]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(["already", "claimed"]);
      await orders.decline("A", "second", await actBy(store(), "U7", "no", now()));
      expect(await orders.get("A", "second")).toMatchObject({ state: "declined" });
      expect(await store().notices.of("A", "U9")).toMatchObject([
        { notice: { kind: "ended", confirmation: "second" } },
      ]);
    });

    test("that awaits an approval asks each approver once, also if the tap is repeated", async () => {
      const { orders, notices } = store();
      const tap = await actBy(store(), "U9", "tap", now());
      await ask("released");
      await orders.confirm("A", "released", tap, day, ["U7"]);
      expect(await notices.of("A", "U7")).toEqual([]);
      await ask("order", { approval: true });
      const confirm = () => orders.confirm("A", "order", tap, day, ["U7", "U8"]);
      expect((await confirm()).kind).toBe("awaiting_approval");
      expect((await confirm()).kind).toBe("awaiting_approval");
      const notice = { kind: "approval", confirmation: "order" };
      for (const lineId of ["U7", "U8"]) {
        expect(await notices.of("A", lineId)).toMatchObject([{ notice }]);
      }
      expect(await notices.of("A", "U9")).toEqual([]);
      const approval = await actBy(store(), "U7", "approval", now());
      await orders.approve("A", "order", approval);
      await confirm();
      expect(await notices.of("A", "U8")).toHaveLength(1);
    });

    test("that is being sent, unknown or awaits a decision names its account", async () => {
      const { orders } = store();
      await ask("order");
      expect(await orders.accountsWithUnfinished()).toEqual([]);
      await orders.confirm("A", "order", await actBy(store(), "U9", "tap", now()), day);
      expect(await orders.accountsWithUnfinished()).toEqual(["A"]);
    });

    test("that nobody approved in time expires, with a notice for its asker", async () => {
      await ask("order", { approval: true });
      const tap = await actBy(store(), "U9", "tap", now());
      await store().orders.confirm("A", "order", tap, day);
      await store().orders.expireApprovals("A", now() + 86_399_999);
      expect(await store().orders.get("A", "order")).toMatchObject({
        state: "awaiting_approval",
      });
      await store().orders.expireApprovals("A", now() + 86_400_000);
      expect(await store().orders.get("A", "order")).toMatchObject({ state: "expired" });
      expect(await store().notices.of("A", "U9")).toHaveLength(1);
      expect(await store().orders.pending("A", now() + 86_400_000)).toEqual([]);
    });

    test("is cancelled by its asker only", async () => {
      await ask("order");
      const { orders } = store();
      expect(
        (await orders.cancel("A", "order", await actBy(store(), "U1", "other", now()))).kind,
      ).toBe("none");
      const action = await actBy(store(), "U9", "asker", now());
      await orders.cancel("A", "order", action);
      expect(await orders.get("A", "order")).toMatchObject({ state: "cancelled" });
      const later = { by: "U9", eventId: "later", at: now() };
      expect(await orders.cancellable("A", later)).toBeNull();
      // A repeat of the event finds what it has cancelled, and no other question.
      await ask("newer", { askedAt: now() + 1 });
      for (const at of [now(), now() + 600_000]) {
        const repeated = await orders.cancellable("A", { ...action, at });
        expect(repeated).toMatchObject({ id: "order" });
      }
      expect(await orders.cancellable("A", later)).toMatchObject({ id: "newer" });
    });

    test("is undone by the newest question for it that isn't cancelled", async () => {
      const { orders } = store();
      await ask("order");
      expect(await orders.undoOf("A", "order")).toBeNull();
      await ask("first", { undoes: "order" });
      await orders.cancel("A", "first", await actBy(store(), "U9", "no", now()));
      expect(await orders.undoOf("A", "order")).toBeNull();
      await ask("second", { undoes: "order" });
      expect(await orders.undoOf("A", "order")).toMatchObject({ id: "second" });
      expect(await orders.undoOf("B", "order")).toBeNull();
    });

    test("is undone without its name by who released the newest that can still be undone", async () => {
      const { orders } = store();
      const undoOf = (id: string, order: string, more: Partial<Question> = {}) =>
        ask(id, { undoes: order, expiresAt: now() + 900_000, ...more });
      const newest = async (at = now(), by = "U9", account = "A") =>
        (await orders.newestUndo(account, by, at))?.id ?? null;
      await ask("order");
      expect(await newest(), "an order that isn't carried out").toBeNull();
      await undoOf("older", "1", { expiresAt: now() + 890_000 });
      await undoOf("newer", "2");
      await undoOf("of another person", "3", { asker: "U1", expiresAt: now() + 900_001 });
      expect(await newest()).toBe("newer");
      expect(await newest(now(), "U1")).toBe("of another person");
      expect(await newest(now(), "U9", "B")).toBeNull();
      expect(await newest(now() + 890_000)).toBe("newer");
      expect(await newest(now() + 900_000), "too late").toBeNull();
      expect(await newest(now() - 40_000), "asked by another clock").toBeNull();
      await orders.cancel("A", "newer", await actBy(store(), "U9", "no", now()));
      expect(await newest()).toBe("older");
      await undoOf("newer, again", "2");
      await undoOf("older, later", "1", { expiresAt: now() + 890_000, askedAt: now() + 1 });
      expect(await newest(), "the order, not the question, is the newest").toBe("newer, again");
      await orders.confirm("A", "newer, again", await actBy(store(), "U9", "yes", now()), day);
      expect(await newest(), "being undone").toBe("older, later");
    });

    test.each<[string, Outcome]>([
      ["done", done],
      ["refused", refused],
    ])("that has ended as %s doesn't end again, and nothing more is stored", async (_, outcome) => {
      await claimOrder();
      const { orders } = store();
      expect(await conclude(outcome)).toBe(true);
      const others: Outcome[] = [
        done,
        refused,
        { state: "needs_review" },
        { state: "unknown", again: 1 },
      ];
      for (const other of others) {
        const undo = question("undo", now(), { undoes: "order" });
        expect(await conclude(other, { undo })).toBe(false);
      }
      const step =
        outcome.state === "done"
          ? { state: "done", result: { given: 1 } }
          : { state: "refused", refusal: { code: "OUT_OF_STOCK", detail: null } };
      expect(await orders.get("A", "order")).toMatchObject({ state: outcome.state, steps: [step] });
      const actions = (await store().audit.all()).map(({ action }) => action);
      expect(actions).toEqual(["ordered", outcome.state]);
      expect(await store().notices.of("A", "U9")).toHaveLength(1);
      expect(await store().notices.of("A", "U1")).toHaveLength(outcome.state === "done" ? 1 : 0);
      expect(await orders.get("A", "undo")).toBeNull();
      expect(await record()).toBe(false);
    });

    test("of unknown outcome is due at its time, and then awaits a person who decides", async () => {
      await claimOrder();
      const { orders } = store();
      expect(await orders.due("A", now())).toEqual([]);
      expect(await orders.due("A", now() + 120_000)).toHaveLength(1);
      expect(await conclude({ state: "unknown", again: 7 })).toBe(true);
      expect(await orders.get("A", "order")).toMatchObject({
        state: "working",
        steps: [{ state: "unknown" }],
      });
      expect(await orders.due("A", 6)).toEqual([]);
      expect(await orders.due("A", 7)).toHaveLength(1);
      expect(await orders.pending("A", now())).toMatchObject([{ id: "order" }]);
      expect(await conclude({ state: "needs_review" })).toBe(true);
      expect(await orders.due("A", 7)).toEqual([]);
      expect(await orders.pending("A", now())).toMatchObject([{ state: "needs_review" }]);
      expect(await store().notices.of("A", "U9"), "asked for").toHaveLength(1);
      const decision = await actBy(store(), "U7", "decision", now());
      const what = { do: "decide", step: 0, decision: "happened", found: null } as const;
      const decide = () => orders.conclude("A", { ...conclusion("order", done), what }, decision);
      expect(await decide()).toBe(true);
      expect(await decide()).toBe(false);
      expect(await orders.get("A", "order")).toMatchObject({
        state: "done",
        steps: [{ result: { person: true } }],
      });
    });

    test("isn't ended by an attempt that doesn't know of its last send, only by the one that sent", async () => {
      await claimOrder();
      const { orders } = store();
      expect(await record()).toBe(true);
      const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };
      expect(await conclude(unreached, { sends: 0 })).toBe(false);
      expect(await orders.get("A", "order")).toMatchObject({
        state: "working",
        steps: [{ sends: 1 }],
      });
      expect(await store().notices.of("A", "U9")).toEqual([]);
      expect(await conclude(done, { before: 1 })).toBe(true);
      expect(await orders.get("A", "order")).toMatchObject({
        state: "done",
        steps: [{ sends: 1 }],
      });
    });

    test("is sent by one of several senders that know of the same sends", async () => {
      await claimOrder();
      const recorded = await Promise.all([1, 2, 3].map(() => record({ clockDifference: 3 })));
      expect(recorded.filter(Boolean)).toEqual([true]);
      const second = { before: 1, sends: 2, clockDifference: 9 };
      await expect(record(second)).rejects.toMatchObject({ code: "too_soon" });
      home().clock.turn(65_000);
      await home().until(() => record(second).catch(() => false));
      expect(await store().orders.get("A", "order")).toMatchObject({
        steps: [{ sends: 2, clockDifference: 3 }],
      });
    });

    test("that is undone in part counts what remains", async () => {
      await ask("order", { gifts: 3 });
      const tap = await actBy(store(), "U9", "tap", now());
      await store().orders.confirm("A", "order", tap, day);
      const undo = question("undo", now(), { undoes: "order", gifts: 0 });
      await conclude(done, { undo });
      expect(await store().orders.undoOf("A", "order")).toMatchObject({ id: "undo" });
      const second = await actBy(store(), "U9", "tap on undo", now());
      expect((await store().orders.confirm("A", "undo", second, day)).kind).toBe("claimed");
      const takenBack = { gifts: 2, points: 0 };
      await conclude(done, { id: "undo", takenBack, notices: [] });
      expect(await store().orders.get("A", "order")).toMatchObject({
        gifts: 1,
        state: "done",
      });
      expect(await store().orders.usedBy("A", "U9", everyDay, now())).toEqual({
        gifts: 1,
        points: 0,
      });
    });
  });

  describe("the audit", () => {
    test("lists the last entries of an account, newest first", async () => {
      const entry = {
        at: 1,
        actor: "U9",
        eventId: null,
        action: "viewed",
        command: "member",
      } as const;
      const line = { ...entry, confirmation: null, refId: null, memberUuid: "m", facts: { n: 1 } };
      for (const n of [1, 2, 3]) {
        const write = { ...line, facts: { n } };
        await store().lineUsers.write("A", [{ kind: "audited", account: "A", line: write }]);
      }
      expect((await store().audit.last("A", 2)).map(({ facts }) => facts)).toEqual([
        { n: 3 },
        { n: 2 },
      ]);
      expect(await store().audit.last("B", 2)).toEqual([]);
      expect((await store().audit.all())[0]).toMatchObject({ ...line, account: "A" });
    });
  });
}
