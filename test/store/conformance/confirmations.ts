/** Conformance of confirmations: each is claimed and resolved once, within the day's limits. */
import { describe, expect, test } from "vitest";
import type { Outcome, Question, Resolution } from "../../../src/store/confirmations.ts";
import { actBy, everyDay, limits, question, type OpenStore, type StoreHome } from "./harness.ts";

const done: Outcome = { state: "done", done: { given: 1 } };
const refused: Outcome = { state: "refused", code: "OUT_OF_STOCK", detail: null };
const day = { ...everyDay, limits };

export function describeConfirmations(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const ask = (id: string, more: Parameters<typeof question>[2] = {}) =>
    store().lineUsers.write("A", [{ kind: "question", question: question(id, now(), more) }]);

  async function claimOrder(id = "order"): Promise<void> {
    await ask(id);
    const action = await actBy(store(), "U9", `tap on ${id}`, now());
    const result = await store().confirmations.claim("A", id, action, day);
    expect(result.kind).toBe("claimed");
  }

  const resolution = (outcome: Outcome, more: Partial<Resolution> = {}): Resolution => ({
    id: "order",
    outcome,
    before: 0,
    by: null,
    eventId: null,
    at: now(),
    undo: null,
    notices: [{ lineId: "U1", notice: { kind: "ended", confirmation: "order" } }],
    ...more,
  });

  describe("a confirmation", () => {
    test("is read back as it was asked", async () => {
      await ask("order", { order: { lineId: "U1", name: "สมชาย" }, points: 12_345_678_901 });
      const stored = await store().confirmations.get("A", "order");
      expect(stored).toMatchObject({
        ...question("order", now(), {
          order: { lineId: "U1", name: "สมชาย" },
          points: 12_345_678_901,
        }),
        account: "A",
        state: "open",
        claimedBy: null,
        sends: 0,
        sentAt: null,
        outcome: null,
      });
      expect(await store().confirmations.get("B", "order")).toBeNull();
      const cancellable = (at: number) =>
        store().confirmations.cancellable("A", { by: "U9", eventId: "cancel", at });
      expect(await cancellable(now())).toEqual(stored);
      expect(await cancellable(now() + 600_000)).toBeNull();
      const { refId } = question("order", now());
      expect(await store().confirmations.byRefId("A", "member", refId)).toEqual(stored);
      expect(await store().confirmations.byRefId("A", "another", refId)).toBeNull();
      expect(await store().confirmations.byRefId("B", "member", refId)).toBeNull();
    });

    test("is claimed by one of many taps at the same time, and again by the same event", async () => {
      await ask("order");
      const taps = await Promise.all(
        Array.from({ length: 12 }, (_, index) => actBy(store(), "U9", `tap ${index}`, now())),
      );
      const results = await Promise.all(
        taps.map((action) => store().confirmations.claim("A", "order", action, day)),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "already_resolved")).toHaveLength(11);
      const winner = taps[results.findIndex(({ kind }) => kind === "claimed")];
      if (!winner) throw new Error("nobody claimed it");
      const again = await store().confirmations.claim("A", "order", winner, day);
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
          return store().confirmations.claim("A", id, action, day);
        }),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(
        limits.giftsPerStaffDay,
      );
      expect(results.filter(({ kind }) => kind === "limit")).toHaveLength(5);
      expect(await store().confirmations.usedBy("A", "U9", everyDay, now())).toEqual({
        gifts: 9,
        points: 0,
      });
      expect(await store().confirmations.usedFor("A", "member", everyDay, now())).toEqual({
        gifts: 9,
        points: 0,
      });
      const yesterday = { ...everyDay, end: now() };
      const nothing = { gifts: 0, points: 0 };
      expect(await store().confirmations.usedBy("A", "U9", yesterday, now())).toEqual(nothing);
      expect(await store().confirmations.usedFor("A", "member", yesterday, now())).toEqual(nothing);
    });

    test("is approved by one second person, or declined with a notice for its asker", async () => {
      for (const id of ["first", "second"]) {
        await ask(id, { approval: true });
        const tap = await actBy(store(), "U9", `tap on ${id}`, now());
        expect((await store().confirmations.claim("A", id, tap, day)).kind).toBe(
          "awaiting_approval",
        );
      }
      expect(await store().confirmations.pending("A", now())).toHaveLength(2);
      const { confirmations } = store();
      const own = await actBy(store(), "U9", "own approval", now());
      expect((await confirmations.approve("A", "first", own)).kind).toBe("none");
      const both = await Promise.all([
        confirmations.approve("A", "first", await actBy(store(), "U7", "yes 7", now())),
        confirmations.approve("A", "first", await actBy(store(), "U8", "yes 8", now())),
      ]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(["already_resolved", "claimed"]);
      await confirmations.decline("A", "second", await actBy(store(), "U7", "no", now()));
      expect(await confirmations.get("A", "second")).toMatchObject({ state: "declined" });
      expect(await store().notices.of("A", "U9")).toMatchObject([
        { notice: { kind: "ended", confirmation: "second" } },
      ]);
    });

    test("that awaits an approval asks each approver once, also if the tap is repeated", async () => {
      const { confirmations, notices } = store();
      const tap = await actBy(store(), "U9", "tap", now());
      await ask("released");
      await confirmations.claim("A", "released", tap, day, ["U7"]);
      expect(await notices.of("A", "U7")).toEqual([]);
      await ask("order", { approval: true });
      const confirm = () => confirmations.claim("A", "order", tap, day, ["U7", "U8"]);
      expect((await confirm()).kind).toBe("awaiting_approval");
      expect((await confirm()).kind).toBe("awaiting_approval");
      const notice = { kind: "approval", confirmation: "order" };
      for (const lineId of ["U7", "U8"]) {
        expect(await notices.of("A", lineId)).toMatchObject([{ notice }]);
      }
      expect(await notices.of("A", "U9")).toEqual([]);
      const approval = await actBy(store(), "U7", "approval", now());
      await confirmations.approve("A", "order", approval);
      await confirm();
      expect(await notices.of("A", "U8")).toHaveLength(1);
    });

    test("that is being sent, unknown or awaits a decision names its account", async () => {
      const { confirmations } = store();
      await ask("order");
      expect(await confirmations.accountsWithUnresolved()).toEqual([]);
      await confirmations.claim("A", "order", await actBy(store(), "U9", "tap", now()), day);
      expect(await confirmations.accountsWithUnresolved()).toEqual(["A"]);
    });

    test("that nobody approved in time expires, with a notice for its asker", async () => {
      await ask("order", { approval: true });
      const tap = await actBy(store(), "U9", "tap", now());
      await store().confirmations.claim("A", "order", tap, day);
      await store().confirmations.expireApprovals("A", now() + 86_399_999);
      expect(await store().confirmations.get("A", "order")).toMatchObject({
        state: "awaiting_approval",
      });
      await store().confirmations.expireApprovals("A", now() + 86_400_000);
      expect(await store().confirmations.get("A", "order")).toMatchObject({ state: "expired" });
      expect(await store().notices.of("A", "U9")).toHaveLength(1);
      expect(await store().confirmations.pending("A", now() + 86_400_000)).toEqual([]);
    });

    test("is cancelled by its asker only", async () => {
      await ask("order");
      const { confirmations } = store();
      expect(
        (await confirmations.cancel("A", "order", await actBy(store(), "U1", "other", now()))).kind,
      ).toBe("none");
      const action = await actBy(store(), "U9", "asker", now());
      await confirmations.cancel("A", "order", action);
      expect(await confirmations.get("A", "order")).toMatchObject({ state: "cancelled" });
      const later = { by: "U9", eventId: "later", at: now() };
      expect(await confirmations.cancellable("A", later)).toBeNull();
      // A repeat of the event finds what it has cancelled, and no other question.
      await ask("newer", { askedAt: now() + 1 });
      for (const at of [now(), now() + 600_000]) {
        const repeated = await confirmations.cancellable("A", { ...action, at });
        expect(repeated).toMatchObject({ id: "order" });
      }
      expect(await confirmations.cancellable("A", later)).toMatchObject({ id: "newer" });
    });

    test("is undone by the newest question for it that isn't cancelled", async () => {
      const { confirmations } = store();
      await ask("order");
      expect(await confirmations.undoOf("A", "order")).toBeNull();
      await ask("first", { undoOf: "order" });
      await confirmations.cancel("A", "first", await actBy(store(), "U9", "no", now()));
      expect(await confirmations.undoOf("A", "order")).toBeNull();
      await ask("second", { undoOf: "order" });
      expect(await confirmations.undoOf("A", "order")).toMatchObject({ id: "second" });
      expect(await confirmations.undoOf("B", "order")).toBeNull();
    });

    test("is undone without its name by who released the newest that can still be undone", async () => {
      const { confirmations } = store();
      const undoOf = (id: string, order: string, more: Partial<Question> = {}) =>
        ask(id, { undoOf: order, expiresAt: now() + 900_000, ...more });
      const newest = async (at = now(), by = "U9", account = "A") =>
        (await confirmations.newestUndo(account, by, at))?.id ?? null;
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
      await confirmations.cancel("A", "newer", await actBy(store(), "U9", "no", now()));
      expect(await newest()).toBe("older");
      await undoOf("newer, again", "2");
      await undoOf("older, later", "1", { expiresAt: now() + 890_000, askedAt: now() + 1 });
      expect(await newest(), "the order, not the question, is the newest").toBe("newer, again");
      await confirmations.claim("A", "newer, again", await actBy(store(), "U9", "yes", now()), day);
      expect(await newest(), "being undone").toBe("older, later");
    });

    test.each<[string, Outcome]>([
      ["done", done],
      ["refused", refused],
    ])("resolved as %s is not resolved again, and nothing more is stored", async (_, outcome) => {
      await claimOrder();
      expect(await store().confirmations.resolve("A", resolution(outcome))).toBe(true);
      const others: Outcome[] = [
        done,
        refused,
        { state: "needs_review" },
        { state: "unknown", again: 1 },
      ];
      for (const other of others) {
        const again = resolution(other, { undo: question("undo", now(), { undoOf: "order" }) });
        expect(await store().confirmations.resolve("A", again)).toBe(false);
      }
      const stored = { state: outcome.state, outcome };
      expect(await store().confirmations.get("A", "order")).toMatchObject(stored);
      const actions = (await store().audit.all()).map(({ action }) => action);
      expect(actions).toEqual(["ordered", outcome.state]);
      expect(await store().notices.of("A", "U1")).toHaveLength(1);
      expect(await store().confirmations.get("A", "undo")).toBeNull();
      const send = {
        before: 0,
        eventId: null,
        sends: 1,
        isIdempotent: false,
        clockDifference: null,
      };
      expect(await store().confirmations.recordSend("A", "order", send)).toBe(false);
    });

    test("of unknown outcome is due for reconciliation at its time, and can still be resolved", async () => {
      await claimOrder();
      const { confirmations } = store();
      expect(await confirmations.dueForReconciliation("A", now())).toEqual([]);
      expect(await confirmations.dueForReconciliation("A", now() + 120_000)).toHaveLength(1);
      const outcomes: Outcome[] = [{ state: "unknown", again: 7 }, { state: "needs_review" }, done];
      for (const outcome of outcomes) {
        expect(await confirmations.resolve("A", resolution(outcome))).toBe(true);
        expect(await confirmations.get("A", "order")).toMatchObject({ state: outcome.state });
        const due = [6, 7].map((at) => confirmations.dueForReconciliation("A", at));
        const isUnknown = outcome.state === "unknown";
        expect((await Promise.all(due)).map(({ length }) => length)).toEqual([
          0,
          isUnknown ? 1 : 0,
        ]);
      }
    });

    test("isn't resolved by an attempt that doesn't know of its last send, only by the one that sent", async () => {
      await claimOrder();
      const { confirmations } = store();
      const send = {
        before: 0,
        eventId: null,
        sends: 1,
        isIdempotent: false,
        clockDifference: null,
      };
      expect(await confirmations.recordSend("A", "order", send)).toBe(true);
      const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };
      const late = resolution(unreached, { sends: 0 });
      expect(await confirmations.resolve("A", late)).toBe(false);
      expect(await confirmations.get("A", "order")).toMatchObject({ state: "claimed", sends: 1 });
      expect(await store().notices.of("A", "U1")).toHaveLength(0);
      const own = resolution(done, { before: 1, sends: 1 });
      expect(await confirmations.resolve("A", own)).toBe(true);
      expect(await confirmations.get("A", "order")).toMatchObject({ state: "done", sends: 1 });
    });

    test("is sent by one of several senders that know of the same sends", async () => {
      await claimOrder();
      const { confirmations } = store();
      const send = { before: 0, eventId: null, sends: 1, isIdempotent: false, clockDifference: 3 };
      const recorded = await Promise.all(
        [1, 2, 3].map(() => confirmations.recordSend("A", "order", send)),
      );
      expect(recorded.filter(Boolean)).toEqual([true]);
      const second = { ...send, before: 1, sends: 2, clockDifference: 9 };
      const recordSecond = () => confirmations.recordSend("A", "order", second);
      await expect(recordSecond()).rejects.toMatchObject({ code: "too_soon" });
      home().clock.turn(65_000);
      await home().until(() => recordSecond().catch(() => false));
      const stored = { sends: 2, clockDifference: 3 };
      expect(await confirmations.get("A", "order")).toMatchObject(stored);
    });

    test("that is undone in part counts what remains", async () => {
      await ask("order", { gifts: 3 });
      const tap = await actBy(store(), "U9", "tap", now());
      await store().confirmations.claim("A", "order", tap, day);
      const undo = question("undo", now(), { undoOf: "order", gifts: 0 });
      await store().confirmations.resolve("A", resolution(done, { undo }));
      expect(await store().confirmations.undoOf("A", "order")).toMatchObject({ id: "undo" });
      const second = await actBy(store(), "U9", "tap on undo", now());
      expect((await store().confirmations.claim("A", "undo", second, day)).kind).toBe("claimed");
      const takenBack = { gifts: 2, points: 0 };
      await store().confirmations.resolve(
        "A",
        resolution(done, { id: "undo", takenBack, notices: [] }),
      );
      expect(await store().confirmations.get("A", "order")).toMatchObject({
        gifts: 1,
        state: "done",
      });
      expect(await store().confirmations.usedBy("A", "U9", everyDay, now())).toEqual({
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
