/** Conformance of redemptions: each is confirmed once, one of a member at a time, within the limits, and kept to its end. */
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../../src/store/confirmations.ts";
import type { RedemptionQuestion, RedemptionStep } from "../../../src/store/redemptions.ts";
import {
  actBy,
  everyDay,
  limits as dayLimits,
  question,
  redemption,
  type OpenStore,
  type StoreHome,
} from "./harness.ts";

const done = (facts: object): Outcome => ({ state: "done", done: facts });

/** In the member's chat, or in that of a cashier. */
const askerOf = (id: string) => (Number(id) % 2 ? "U9" : "U1");

export function describeRedemptions(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();
  const limits = { day: everyDay, perDay: 2, perSet: null };
  const ask = (id: string, more: Partial<RedemptionQuestion> = {}) =>
    store().lineUsers.write("A", [{ kind: "redemption", question: redemption(id, now(), more) }]);
  const claim = async (id: string, by = "U1", eventId = `tap on ${id}`) =>
    store().redemptions.claim("A", id, await actBy(store(), by, eventId, now()), limits);
  /** @param known number of sends that the attempt knows of; those that are stored unless given. */
  async function resolve(id: string, step: RedemptionStep, outcome: Outcome, known?: number) {
    const { redemptions } = store();
    const stored = (await redemptions.get("A", id))?.steps[step]?.sends ?? 0;
    const by = { by: null, eventId: null, at: now() };
    const resolution = { id, step, outcome, before: known ?? stored, sends: 1, ...by };
    return redemptions.resolve("A", resolution);
  }
  async function redeem(id: string): Promise<void> {
    await resolve(id, "burn", done({ id: 7 }));
    await resolve(id, "give", done({ coupons: [{ uuid: "c", code: "C1" }] }));
  }

  describe("a redemption", () => {
    test("is read back as it was asked, and goes on step by step to its end", async () => {
      await ask("1");
      const { redemptions } = store();
      expect(await redemptions.get("A", "1")).toMatchObject({
        ...redemption("1", now()),
        account: "A",
        state: "asked",
        steps: {},
        failure: null,
      });
      expect(await redemptions.get("B", "1")).toBeNull();
      expect((await claim("1")).kind).toBe("claimed");
      expect(await redemptions.due("A", now())).toEqual([]);
      expect(await redemptions.due("A", now() + 120_000)).toMatchObject([{ id: "1" }]);
      const send = { before: 0, sends: 1, isIdempotent: false, clockDifference: -3, eventId: null };
      expect(await redemptions.recordSend("A", "1", "burn", send)).toBe(true);
      expect(await redemptions.recordSend("A", "1", "burn", send)).toBe(false);
      expect(await resolve("1", "burn", done({ id: 7 }), 0), "it knows of no send").toBe(false);
      expect(await resolve("1", "burn", { state: "unknown", again: now() + 5000 })).toBe(true);
      expect(await redemptions.due("A", now() + 5000)).toMatchObject([
        { state: "burning", steps: { burn: { sends: 1, clockDifference: -3, isUnclear: true } } },
      ]);
      await redeem("1");
      expect(await resolve("1", "give", done({}))).toBe(false);
      expect(await redemptions.get("A", "1")).toMatchObject({ state: "done", doneAt: now() });
      expect(await redemptions.pending("A")).toEqual([]);
      expect(await redemptions.accountsWithUnfinished()).toEqual([]);
      expect(await redemptions.ofMember("A", "member", 9)).toMatchObject([{ id: "1" }]);
      expect(await store().notices.of("A", "U1")).toMatchObject([
        { notice: { kind: "redemption", redemption: "1" } },
      ]);
      const undo = await actBy(store(), "U1", "undo", now());
      const results = await Promise.all([
        redemptions.undo("A", "1", undo),
        redemptions.undo("A", "1", await actBy(store(), "U1", "undo again", now())),
      ]);
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(["already", "claimed"]);
      await resolve("1", "void_coupon", done({}));
      await resolve("1", "refund", done({}));
      expect(await redemptions.get("A", "1")).toMatchObject({ state: "undone" });
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
      expect((await store().redemptions.claim("A", "1", action, limits)).kind).toBe("claimed");
    });

    test("is one of a member at a time, whoever is asked, and within the limits", async () => {
      const ids = Array.from({ length: 6 }, (_, index) => String(index));
      for (const id of ids) await ask(id, { asker: askerOf(id) });
      const tapAll = () => Promise.all(ids.map((id) => claim(id, askerOf(id))));
      const first = await tapAll();
      expect(first.map(({ kind }) => kind).toSorted()).toEqual([
        "busy",
        "busy",
        "busy",
        "busy",
        "busy",
        "claimed",
      ]);
      const winner = ids[first.findIndex(({ kind }) => kind === "claimed")] ?? "";
      await redeem(winner);
      const { redemptions } = store();
      const rest = ids.filter((id) => id !== winner);
      const [second = "", third = "", fourth = "", fifth = ""] = rest;
      const action = (id: string) => ({ by: askerOf(id), eventId: `tap on ${id}`, at: now() });
      const ofSet = { ...limits, perSet: 1 };
      expect(await redemptions.claim("A", second, action(second), ofSet)).toMatchObject({
        kind: "limit",
        limit: "set",
      });
      expect((await redemptions.claim("A", second, action(second), limits)).kind).toBe("claimed");
      await resolve(second, "burn", { state: "refused", code: "NOT_FOUND", detail: { a: 1 } });
      expect(await redemptions.get("A", second)).toMatchObject({
        state: "refused",
        failure: { code: "NOT_FOUND", detail: { a: 1 } },
      });
      expect((await redemptions.claim("A", third, action(third), limits)).kind).toBe("claimed");
      await redeem(third);
      expect(await redemptions.claim("A", fourth, action(fourth), limits)).toMatchObject({
        kind: "limit",
        limit: "day",
      });
      const tomorrow = { ...limits, day: { ...everyDay, start: now() + 1 } };
      expect((await redemptions.claim("A", fourth, action(fourth), tomorrow)).kind).toBe("claimed");
      await redeem(fourth);
      const yesterday = { ...limits, day: { ...everyDay, end: now() } };
      expect((await redemptions.claim("A", fifth, action(fifth), yesterday)).kind).toBe("claimed");
      const { confirmations } = store();
      const gifts = (asker: string, day: { start?: number; end?: number }) =>
        confirmations.usedBy("A", asker, { ...everyDay, ...day }, now()).then((used) => used.gifts);
      const byStaff = [winner, third, fourth, fifth].filter((id) => askerOf(id) === "U9");
      expect(await gifts("U9", {})).toBe(byStaff.length);
      expect(await gifts("U9", { start: now() + 1 })).toBe(0);
      expect(await gifts("U9", { end: now() }), "the day before").toBe(0);
      expect(await gifts("U1", {}), "a member’s own").toBe(0);
    });

    test("of staff counts with their gifts, on the day on which it is confirmed", async () => {
      await ask("1", { asker: "U9", askedAt: now() - 60_000 });
      await claim("1", "U9");
      const { confirmations, lineUsers } = store();
      const today = { ...everyDay, start: now() };
      const gifts = async () => (await confirmations.usedBy("A", "U9", today, now())).gifts;
      expect(await gifts()).toBe(1);
      await lineUsers.write("A", [{ kind: "question", question: question("order", now()) }]);
      const action = await actBy(store(), "U9", "tap on order", now());
      const day = { ...today, limits: { ...dayLimits, giftsPerStaffDay: 1 } };
      expect(await confirmations.claim("A", "order", action, day)).toMatchObject({
        kind: "limit",
        limit: "giftsPerStaffDay",
        left: 0,
      });
    });

    test("whose outcome can't be found out awaits a person, who decides once", async () => {
      await ask("1");
      await claim("1");
      await resolve("1", "burn", done({ id: 7 }));
      await resolve("1", "give", { state: "needs_review" });
      const { redemptions } = store();
      expect(await redemptions.pending("A")).toMatchObject([{ id: "1", state: "needs_review" }]);
      expect(await redemptions.accountsWithUnfinished()).toEqual(["A"]);
      expect(await redemptions.due("A", now() + 86_400_000)).toEqual([]);
      const action = await actBy(store(), "U9", "decision", now());
      const other = { step: "burn", decision: "happened", found: null } as const;
      expect(await redemptions.decide("A", "1", other, action)).toBe(false);
      const refund = { step: "give", decision: "refund", found: null } as const;
      expect(await redemptions.decide("A", "1", refund, action)).toBe(true);
      expect(await redemptions.decide("A", "1", refund, action)).toBe(false);
      expect(await redemptions.get("A", "1")).toMatchObject({ state: "refunding" });
      expect((await store().audit.all()).at(-1)).toMatchObject({
        actor: "U9",
        action: "refunding",
        facts: { points: 50, asker: "U1" },
      });
    });

    test("is the open question of who was asked, for themselves or for somebody else, until it is answered or expires", async () => {
      const { redemptions } = store();
      const cancellable = async (by: string, at = now(), eventId = "cancel") =>
        (await redemptions.cancellable("A", { by, eventId, at }))?.id ?? null;
      await ask("1");
      await ask("2", { asker: "U9", askedAt: now() - 1 });
      await ask("3", { asker: "U9", lineId: "" });
      await ask("4", { asker: "U9", askedAt: now() - 2, expiresAt: now() });
      expect(await cancellable("U9")).toBe("3");
      expect(await cancellable("U9", now() + 600_000)).toBeNull();
      expect(await cancellable("U1"), "for themselves").toBe("1");
      expect(
        await redemptions.cancellable("B", { by: "U9", eventId: "cancel", at: now() }),
      ).toBeNull();
      await redemptions.cancel("A", "3", await actBy(store(), "U9", "no", now()));
      expect(await cancellable("U9")).toBe("2");
      for (const at of [now(), now() + 600_000]) {
        expect(await cancellable("U9", at, "no"), "what this event has cancelled").toBe("3");
      }
      await claim("2", "U9");
      expect(await cancellable("U9")).toBeNull();
    });

    test("is undone without its name by who redeemed it last, for themselves or for somebody else", async () => {
      const { redemptions } = store();
      const newest = async (at = now(), by = "U9", account = "A") =>
        (await redemptions.newestUndoable(account, by, at))?.id ?? null;
      const redeemBy = async (id: string, more: Partial<RedemptionQuestion> = {}) => {
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
      await resolve("4", "burn", { state: "unknown", again: now() + 5000 });
      expect(await newest(), "of unknown outcome").toBe("3");
      expect(await newest(now(), "U1")).toBeNull();
      expect(await newest(now(), "U9", "B")).toBeNull();
      expect(await newest(now() + 899_000 - 1)).toBe("3");
      expect(await newest(now() + 899_000), "too late").toBeNull();
      await redemptions.undo("A", "3", await actBy(store(), "U9", "undo", now()));
      expect(await newest(), "being undone").toBe("2");
      const refusal = { code: "UNREACHED", detail: null };
      await resolve("3", "void_coupon", { state: "refused", ...refusal });
      expect(await newest(), "kept, since the platform wasn't reached").toBe("3");
      await redemptions.undo("A", "3", await actBy(store(), "U9", "undo again", now()));
      await resolve("3", "void_coupon", { state: "refused", ...refusal, code: "COUPON_USED" });
      expect(await newest(), "used").toBe("2");
    });

    test("is cancelled before it is confirmed", async () => {
      await ask("1");
      const action = await actBy(store(), "U1", "no", now());
      expect((await store().redemptions.cancel("A", "1", action)).kind).toBe("already");
      expect((await claim("1")).kind).toBe("already");
    });
  });
}
