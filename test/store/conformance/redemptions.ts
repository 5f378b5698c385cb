/** Conformance of redemptions: each is confirmed once, one of a member at a time, within the limits, and kept to its end. */
import { describe, expect, test } from "vitest";
import type { Outcome, Question } from "../../../src/store/rules/order.ts";
import type { DayLimits } from "../../../src/store/rules/day-limits.ts";
import {
  actBy,
  bot,
  conclusion,
  day,
  everyDay,
  limits as dayLimits,
  nothing,
  oneOfMember,
  question,
  redemption,
  undoOfRedemption,
  type OpenStore,
  type StoreHome,
} from "./harness.ts";

const done = (facts: object): Outcome => ({ state: "done", done: facts });

/** In the member's chat, or in that of a cashier. */
const askerOf = (id: string) => (Number(id) % 2 ? "U9" : "U1");

const withMaxima = (more: Partial<NonNullable<DayLimits["redemptions"]>> = {}): DayLimits => ({
  ...oneOfMember,
  redemptions: { perDay: 2, perSet: null, ...more },
});
const limits = withMaxima();
/** What undos are confirmed against. */
const noLimits = { ...oneOfMember, redemptions: null };

export function describeRedemptions(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const ask = (id: string, more: Partial<Question> = {}) =>
    store().lineUsers.write("A", [{ kind: "question", question: redemption(id, now(), more) }]);
  const claim = async (id: string, by = "U1", eventId = `tap on ${id}`) =>
    store().orders.confirm("A", id, await actBy(store(), by, eventId, now()), limits);
  const undo = async (id: string, by: string, eventId: string) =>
    store().orders.confirm(
      "A",
      `undo of ${id}`,
      await actBy(store(), by, eventId, now()),
      noLimits,
    );
  /** @param known number of sends that the attempt knows of; those that are stored unless given. */
  async function settle(id: string, step: number, outcome: Outcome, known?: number) {
    const { orders } = store();
    const order = await orders.get("A", id);
    const before = known ?? order?.steps[step]?.sends ?? 0;
    const isLast = step === 1 && order?.undoes === null;
    const offered =
      isLast && outcome.state === "done"
        ? undoOfRedemption(id, now(), { asker: order.asker, memberUuid: order.memberUuid })
        : null;
    const ending = conclusion(id, outcome, { step, before, sends: 1, undo: offered });
    return orders.conclude("A", ending, bot);
  }
  async function redeem(id: string): Promise<void> {
    await settle(id, 0, done({ id: 7 }));
    await settle(id, 1, done({ coupons: [{ uuid: "c", code: "C1" }] }));
  }

  describe("a redemption", () => {
    test("is read back as it was asked, and goes on step by step to its end", async () => {
      await ask("1");
      const { orders } = store();
      expect(await orders.get("A", "1")).toMatchObject({
        ...redemption("1", now()),
        account: "A",
        state: "open",
      });
      expect(await orders.get("B", "1")).toBeNull();
      expect((await claim("1")).kind).toBe("claimed");
      expect(await orders.due("A", now())).toEqual([]);
      expect(await orders.due("A", now() + 120_000)).toMatchObject([{ id: "1" }]);
      const send = { step: 0, before: 0, sends: 1, isIdempotent: false, clockDifference: -3 };
      expect(await orders.recordSend("A", "1", { ...send, step: 1 }, null), "later").toBe(false);
      expect(await orders.recordSend("A", "1", send, null)).toBe(true);
      expect(await orders.recordSend("A", "1", send, null)).toBe(false);
      expect(await settle("1", 0, done({ id: 7 }), 0), "it knows of no send").toBe(false);
      expect(await settle("1", 0, { state: "unknown", again: now() + 5000 })).toBe(true);
      expect(await orders.due("A", now() + 5000)).toMatchObject([
        { state: "working", steps: [{ sends: 1, clockDifference: -3, state: "unknown" }, {}] },
      ]);
      await redeem("1");
      expect(await settle("1", 1, done({}))).toBe(false);
      expect(await orders.get("A", "1")).toMatchObject({ state: "done" });
      expect(await orders.pending("A", now())).toEqual([]);
      expect(await orders.accountsWithUnfinished()).toEqual([]);
      expect(await orders.redemptionsOf("A", "member", 9)).toHaveLength(2);
      expect(await store().notices.of("A", "U1")).toMatchObject([
        { notice: { kind: "ended", confirmation: "1" } },
      ]);
      const results = await Promise.all([undo("1", "U1", "undo"), undo("1", "U1", "undo again")]);
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(["already", "claimed"]);
      await settle("undo of 1", 0, done({}));
      await settle("undo of 1", 1, done({}));
      expect(await orders.get("A", "1")).toMatchObject({ state: "undone" });
      expect((await store().audit.all()).map(({ action }) => action)).toEqual([
        "ordered",
        "unknown",
        "burned",
        "done",
        "undoing",
        "voided",
        "undone",
      ]);
    });

    test("is confirmed by one of many taps at the same time, and again by the same event", async () => {
      await ask("1");
      const events = Array.from({ length: 8 }, (_, index) => `tap ${index}`);
      const results = await Promise.all(events.map((eventId) => claim("1", "U1", eventId)));
      expect(results.map(({ kind }) => kind).toSorted()).toEqual([
        ...Array.from({ length: 7 }, () => "already"),
        "claimed",
      ]);
      const winner = events[results.findIndex(({ kind }) => kind === "claimed")] ?? "";
      const action = { by: "U1", eventId: winner, at: now() };
      expect((await store().orders.confirm("A", "1", action, limits)).kind).toBe("claimed");
    });

    test("is one of a member at a time, whoever is asked, and within the limits", async () => {
      const ids = Array.from({ length: 6 }, (_, index) => String(index));
      for (const id of ids) await ask(id, { asker: askerOf(id) });
      const first = await Promise.all(ids.map((id) => claim(id, askerOf(id))));
      const busy = { kind: "blocked", by: { redemptions: "busy" } };
      expect(first.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
      for (const tap of first) if (tap.kind !== "claimed") expect(tap).toMatchObject(busy);
      const winner = ids[first.findIndex(({ kind }) => kind === "claimed")] ?? "";
      await redeem(winner);
      const { orders } = store();
      const rest = ids.filter((id) => id !== winner);
      const [second = "", third = "", fourth = "", fifth = ""] = rest;
      const confirm = (id: string, against: DayLimits) => {
        const action = { by: askerOf(id), eventId: `tap on ${id}`, at: now() };
        return orders.confirm("A", id, action, against);
      };
      expect(await confirm(second, withMaxima({ perSet: 1 }))).toMatchObject({
        kind: "blocked",
        by: { redemptions: "set" },
      });
      expect((await confirm(second, limits)).kind).toBe("claimed");
      await settle(second, 0, { state: "refused", code: "NOT_FOUND", detail: { a: 1 } });
      expect(await orders.get("A", second)).toMatchObject({
        state: "refused",
        steps: [{ refusal: { code: "NOT_FOUND", detail: { a: 1 } } }, {}],
      });
      expect((await confirm(third, limits)).kind).toBe("claimed");
      await redeem(third);
      expect(await confirm(fourth, limits)).toMatchObject({
        kind: "blocked",
        by: { redemptions: "day" },
      });
      const tomorrow = { ...limits, start: now() + 1 };
      expect((await confirm(fourth, tomorrow)).kind).toBe("claimed");
      await redeem(fourth);
      const yesterday = { ...limits, end: now() };
      expect((await confirm(fifth, yesterday)).kind).toBe("claimed");
      const gifts = (asker: string, range: { start?: number; end?: number }) =>
        orders.usedBy("A", asker, { ...everyDay, ...range }, now()).then((used) => used.gifts);
      const byStaff = [winner, third, fourth, fifth].filter((id) => askerOf(id) === "U9");
      expect(await gifts("U9", {})).toBe(byStaff.length);
      expect(await gifts("U9", { start: now() + 1 })).toBe(0);
      expect(await gifts("U9", { end: now() }), "the day before").toBe(0);
      expect(await gifts("U1", {}), "a member’s own").toBe(0);
      expect(await orders.usedFor("A", "member", everyDay, now()), "paid for").toEqual(nothing);
    });

    test("of staff counts with their gifts, on the day on which it is confirmed", async () => {
      await ask("1", { asker: "U9", askedAt: now() - 60_000 });
      await claim("1", "U9");
      const { orders, lineUsers } = store();
      const today = { ...day, start: now() };
      const gifts = async () => (await orders.usedBy("A", "U9", today, now())).gifts;
      expect(await gifts()).toBe(1);
      await lineUsers.write("A", [{ kind: "question", question: question("order", now()) }]);
      const action = await actBy(store(), "U9", "tap on order", now());
      const one = { ...today, limits: { ...dayLimits, giftsPerStaffDay: 1 } };
      expect(await orders.confirm("A", "order", action, one)).toMatchObject({
        kind: "blocked",
        by: { limit: "giftsPerStaffDay", left: 0 },
      });
    });

    test("of staff stays within their limit, also with taps at the same time", async () => {
      const ids = ["1", "3", "5", "7"];
      for (const id of ids) await ask(id, { asker: "U9", memberUuid: `member ${id}` });
      const taps = await Promise.all(ids.map((id) => actBy(store(), "U9", `tap ${id}`, now())));
      const two = { ...limits, limits: { ...dayLimits, giftsPerStaffDay: 2 } };
      const results = await Promise.all(
        taps.map((action, index) => store().orders.confirm("A", ids[index] ?? "", action, two)),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(2);
      expect(results.filter(({ kind }) => kind === "blocked")).toHaveLength(2);
    });

    test("of staff no longer counts with their gifts once it is undone", async () => {
      await ask("1", { asker: "U9" });
      await claim("1", "U9");
      await redeem("1");
      const gifts = async () => (await store().orders.usedBy("A", "U9", everyDay, now())).gifts;
      expect(await gifts()).toBe(1);
      await undo("1", "U9", "undo");
      await settle("undo of 1", 0, done({}));
      const end = conclusion("undo of 1", done({}), {
        step: 1,
        takenBack: { gifts: 1, points: 50 },
      });
      await store().orders.conclude("A", end, bot);
      expect(await gifts()).toBe(0);
      expect(await store().orders.get("A", "1")).toMatchObject({ state: "undone" });
    });

    test("whose outcome can't be found out awaits a person, who decides once", async () => {
      await ask("1");
      await claim("1");
      await settle("1", 0, done({ id: 7 }));
      await settle("1", 1, { state: "needs_review" });
      const { orders } = store();
      expect(await orders.pending("A", now())).toMatchObject([{ id: "1", state: "needs_review" }]);
      expect(await orders.accountsWithUnfinished()).toEqual(["A"]);
      expect(await orders.due("A", now() + 86_400_000)).toEqual([]);
      expect(await store().notices.of("A", "U1"), "who asked is told").toHaveLength(1);
      const action = await actBy(store(), "U9", "decision", now());
      const decide = (step: number, decision: "happened" | "take_back") => {
        const what = { do: "decide", step, decision, found: null } as const;
        return orders.conclude("A", { ...conclusion("1", done({})), what }, action);
      };
      expect(await decide(0, "happened")).toBe(false);
      expect(await decide(1, "take_back")).toBe(true);
      expect(await decide(1, "take_back")).toBe(false);
      expect(await orders.get("A", "1")).toMatchObject({
        state: "working",
        steps: [{}, { state: "refused" }, { operation: "void_transactions", takesBack: 0 }],
      });
      expect((await store().audit.all()).at(-1)).toMatchObject({
        actor: "U9",
        action: "refunding",
        facts: { points: 50, asker: "U1" },
      });
    });

    test("is the open question of who was asked, for themselves or for somebody else, until it is answered or expires", async () => {
      const { orders } = store();
      const cancellable = async (by: string, at = now(), eventId = "cancel") =>
        (await orders.cancellable("A", { by, eventId, at }))?.id ?? null;
      await ask("1");
      await ask("2", { asker: "U9", askedAt: now() - 1 });
      await ask("3", { asker: "U9", lineId: "" });
      await ask("4", { asker: "U9", askedAt: now() - 2, expiresAt: now() });
      expect(await cancellable("U9")).toBe("3");
      expect(await cancellable("U9", now() + 600_000)).toBeNull();
      expect(await cancellable("U1"), "for themselves").toBe("1");
      expect(await orders.cancellable("B", { by: "U9", eventId: "cancel", at: now() })).toBeNull();
      await orders.cancel("A", "3", await actBy(store(), "U9", "no", now()));
      expect(await cancellable("U9")).toBe("2");
      for (const at of [now(), now() + 600_000]) {
        expect(await cancellable("U9", at, "no"), "what this event has cancelled").toBe("3");
      }
      await claim("2", "U9");
      expect(await cancellable("U9")).toBeNull();
    });

    test("is undone without its name by who redeemed it last, for themselves or for somebody else", async () => {
      const newest = async (at = now(), by = "U9", account = "A") =>
        (await store().orders.newestUndo(account, by, at))?.undoes ?? null;
      const redeemBy = async (id: string, more: Partial<Question> = {}) => {
        await ask(id, { asker: "U9", memberUuid: `member ${id}`, ...more });
        await claim(id, "U9");
        await redeem(id);
        home().clock.turn(1000);
      };
      await redeemBy("2", { lineId: "U9" });
      expect(await newest(), "for themselves").toBe("2");
      await redeemBy("3", { lineId: "" });
      await ask("4", { asker: "U9", memberUuid: "member 4" });
      await claim("4", "U9");
      await settle("4", 0, { state: "unknown", again: now() + 5000 });
      expect(await newest(), "of unknown outcome").toBe("3");
      expect(await newest(now(), "U1")).toBeNull();
      expect(await newest(now(), "U9", "B")).toBeNull();
      expect(await newest(now() + 899_000 - 1)).toBe("3");
      expect(await newest(now() + 899_000), "too late").toBeNull();
      await undo("3", "U9", "undo");
      expect(await newest(), "being undone").toBe("2");
      const refusal = { code: "UNREACHED", detail: null };
      await settle("undo of 3", 0, { state: "refused", ...refusal });
      expect(await newest(), "kept, since the platform wasn't reached").toBe("3");
      await undo("3", "U9", "undo again");
      await settle("undo of 3", 0, { state: "refused", ...refusal, code: "COUPON_USED" });
      expect(await newest(), "used").toBe("2");
    });

    test("is cancelled before it is confirmed", async () => {
      await ask("1");
      const action = await actBy(store(), "U1", "no", now());
      expect((await store().orders.cancel("A", "1", action)).kind).toBe("already");
      expect((await claim("1")).kind).toBe("already");
    });
  });
}
