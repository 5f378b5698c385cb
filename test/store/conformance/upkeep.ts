/** Conformance of the member index, of retention, and of what is exported and erased of a person. */
import { describe, expect, test } from "vitest";
import { hashId } from "../../../src/store/hash-id.ts";
import {
  actBy,
  arrive,
  bot,
  conclusion,
  day,
  end,
  event,
  oneOfMember,
  question,
  redemption,
  type OpenStore,
  type StoreHome,
} from "./harness.ts";

const dayMs = 86_400_000;
const inGroup = (id: string, userId: string, text: string) => ({
  ...event(id, "G1"),
  event: { source: { type: "group", userId }, message: { text, mention: { userId: "U1" } } },
});

const seen = (hash: string, uuid: string, page = 1) => ({ hash, uuid, page });

export function describeUpkeep(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();

  describe("the member index", () => {
    test("stores the crawl cursor with the entries of a page", async () => {
      const index = store().memberIndex;
      expect(await index.loadCursor("shop")).toEqual({ crawl: 1, nextPage: 1, isComplete: false });
      const page = [seen("a", "1"), seen("a", "2"), seen("a", "2")];
      expect(await index.upsert(page, 1, 2)).toEqual(["a", "a"]);
      expect(await index.upsert([seen("a", "1", 7), seen("b", "1")], 1, null)).toEqual(["b"]);
      expect(await index.loadCursor("shop")).toEqual({ crawl: 1, nextPage: 2, isComplete: false });
      expect(await index.find("a")).toEqual([
        { uuid: "1", page: 7 },
        { uuid: "2", page: 1 },
      ]);
      await index.finishCrawl(1);
      expect(await index.loadCursor("shop")).toEqual({ crawl: 2, nextPage: 1, isComplete: true });
    });

    test("deletes entries that two crawls have not seen", async () => {
      const index = store().memberIndex;
      await index.loadCursor("shop");
      await index.upsert([seen("a", "1"), seen("b", "2")], 1, 2);
      for (const crawl of [1, 2, 3]) {
        await index.upsert([seen("b", "2")], crawl, 2);
        expect(await index.find("a")).toHaveLength(1);
        await index.finishCrawl(crawl);
      }
      expect(await index.find("a")).toEqual([]);
      expect(await index.find("b")).toHaveLength(1);
    });

    test("is cleared for another platform", async () => {
      const index = store().memberIndex;
      await index.loadCursor("shop");
      await index.upsert([seen("a", "1")], 1, 2);
      await index.finishCrawl(1);
      expect(await index.loadCursor("another")).toEqual({
        crawl: 1,
        nextPage: 1,
        isComplete: false,
      });
      expect(await index.find("a")).toEqual([]);
    });
  });

  /** As the bot does with RETENTION_DAYS=7. */
  const purge = (rest: () => void = () => {}) =>
    store().retention.purge(
      {
        texts: now() - 7 * dayMs,
        traces: now() - 30 * dayMs,
        ledger: now() - 90 * dayMs,
        statistics: 0,
      },
      async () => rest(),
    );

  describe("retention", () => {
    test("a parked event loses its text first, and is deleted later", async () => {
      const arrivedAt = now();
      const { id } = await arrive(store(), "1", arrivedAt);
      store().inbox.park(id, "too late");
      await home().until(async () => (await store().inbox.parked()).length > 0);
      home().clock.move(arrivedAt + 7 * dayMs - now());
      expect(await purge()).toMatchObject({ texts: 0, events: 0 });
      home().clock.move(1);
      expect(await purge()).toMatchObject({ texts: 1, events: 0 });
      expect(await store().inbox.parked()).toMatchObject([{ id, hasText: false }]);
      expect(await store().inbox.get(id)).toMatchObject({ event: null });
      expect(await store().inbox.retry(id)).toBe(false);
      // An unsend finds nothing to take out of it, and harms nothing.
      await store().lineUsers.write("A", [{ kind: "unsent", messageId: "m1" }]);
      home().clock.move(23 * dayMs);
      expect(await purge()).toMatchObject({ texts: 0, events: 1 });
      expect(await store().inbox.parked()).toEqual([]);
    });

    test("an open event keeps its text and its key", async () => {
      await store().inbox.insertNew("A", [event("1")], now());
      home().clock.move(400 * dayMs);
      expect(await purge()).toMatchObject({ texts: 0, events: 0 });
      expect(await store().inbox.open()).toMatchObject([{ event: event("1").event }]);
      expect(await store().inbox.insertNew("A", [event("1")], now())).toEqual([]);
    });

    test("the key of a processed event is kept for a month", async () => {
      const arrivedAt = now();
      await end(store(), (await arrive(store(), "1", arrivedAt)).id);
      const again = () => store().inbox.insertNew("A", [event("1", "chat of 1")], now());
      home().clock.move(arrivedAt + 30 * dayMs - now());
      await purge();
      expect(await again()).toEqual([]);
      home().clock.move(1);
      expect(await purge()).toMatchObject({ events: 1 });
      await home().trust();
      expect(await again()).toHaveLength(1);
    });

    test("many keys are deleted in batches with pauses", async () => {
      const many = Array.from({ length: 2500 }, (_, index) => event(String(index), `U${index}`));
      for (let start = 0; start < many.length; start += 100) {
        const stored = await store().inbox.insertNew("A", many.slice(start, start + 100), now());
        for (const { id } of stored.slice(start === 0 ? 1 : 0)) store().inbox.markProcessed(id);
      }
      await home().until(async () => (await store().inbox.open()).length === 1);
      home().clock.move(31 * dayMs);
      let pauses = 0;
      expect(await purge(() => void pauses++)).toMatchObject({ events: 2499 });
      expect(pauses).toBeGreaterThanOrEqual(2);
      expect(await store().inbox.open()).toHaveLength(1);
    });

    test("settled orders are deleted; unsettled ones and the audit stay", async () => {
      for (const id of ["asked", "done", "claimed"]) {
        await store().lineUsers.write("A", [{ kind: "question", question: question(id, now()) }]);
      }
      for (const id of ["done", "claimed"]) {
        const action = await actBy(store(), "U9", `tap on ${id}`, now());
        await store().orders.confirm("A", id, action, day);
      }
      await store().orders.conclude("A", conclusion("done", { state: "done", done: {} }), bot);
      const invite = { hash: "h", role: "cashier", expiresAt: now() + dayMs } as const;
      await store().staff.invite("A", await actBy(store(), "U9", "invite", now()), invite);
      home().clock.move(30 * dayMs);
      expect(await purge()).toMatchObject({ orders: 0, notices: 0, invitations: 0 });
      home().clock.move(2 * dayMs);
      expect(await purge()).toMatchObject({ orders: 2, notices: 1, invitations: 1 });
      expect(await store().orders.get("A", "claimed")).toMatchObject({ state: "working" });
      expect(await store().orders.get("A", "done")).toBeNull();
      const actions = (await store().audit.all()).map(({ action }) => action);
      expect(actions).toEqual(["ordered", "ordered", "done", "invited"]);
    });
  });

  async function leaveTraces(): Promise<void> {
    const { lineUsers, inbox, orders, memberIndex } = store();
    await memberIndex.loadCursor("shop");
    await memberIndex.upsert([seen(hashId("U1"), "member"), seen(hashId("U2"), "other")], 1, 2);
    await lineUsers.write("A", [
      { kind: "language", lineId: "U1", language: "ja" },
      { kind: "language", lineId: "U2", language: "th" },
      { kind: "question", question: question("order", now()) },
      { kind: "question", question: question("waiting", now()) },
    ]);
    await inbox.insertNew("A", [inGroup("by 1", "U1", "one"), inGroup("by 2", "U2", "two")], now());
    for (const id of ["order", "waiting"]) {
      const action = await actBy(store(), "U9", `tap on ${id}`, now());
      await orders.confirm("A", id, action, day);
    }
    const notice = { kind: "ended", confirmation: "order" } as const;
    const notices = [{ lineId: "U1", notice }];
    const outcome = { state: "done", done: { lineId: "U1" } } as const;
    await orders.conclude("A", conclusion("order", outcome, { notices }), bot);
  }

  describe("personal data", () => {
    test("is exported by LINE user id and by member uuid, and another person's is not", async () => {
      await leaveTraces();
      const { personalData } = store();
      const byLineId = await personalData.of("U1");
      expect(byLineId).toMatchObject({
        lineIds: ["U1"],
        memberUuids: ["member"],
        chats: [{ lineId: "U1", language: "ja" }],
        notices: [{ notice: { kind: "ended" } }],
        events: [{ body: { message: { text: "one" } } }],
        profiles: [{ uuid: "member", page: 1 }],
      });
      expect(byLineId.orders).toHaveLength(2);
      expect(byLineId.audit.length).toBeGreaterThanOrEqual(2);
      expect(await personalData.of("member")).toEqual(byLineId);
      const other = await personalData.of("U2");
      expect(other).toMatchObject({ chats: [{ language: "th" }], orders: [], audit: [] });
      expect(JSON.stringify(other)).not.toContain("one");
      const nobody = await personalData.of("U404");
      expect(Object.values(nobody).flat()).toEqual(["U404"]);
    });

    test("is erased, but for the audit and for orders that are unsettled or may count today", async () => {
      await leaveTraces();
      const { personalData } = store();
      expect(await personalData.forget("U1", now())).toMatchObject({
        orders: 0,
        kept: { orders: 2 },
      });
      const report = await personalData.forget("U1", now() + 3 * dayMs);
      expect(report).toMatchObject({ chats: 0, events: 0, orders: 1, kept: { orders: 1 } });
      const kept = await personalData.of("U1");
      expect(kept).toMatchObject({ chats: [], notices: [], events: [], profiles: [] });
      expect(kept.orders).toMatchObject([{ id: "waiting" }]);
      expect(await store().inbox.open()).toMatchObject([
        { event: { message: { text: "two" } } },
        {},
        {},
      ]);
      expect((await personalData.of("U2")).events).toHaveLength(1);
    });

    test("of active staff is exported as such, and not erased", async () => {
      const member = { lineId: "U1", role: "owner", name: "One", active: true, since: 1 } as const;
      await store().staff.add("A", [member, { ...member, lineId: "U2", active: false }]);
      const { personalData } = store();
      expect((await personalData.of("U1")).staff).toEqual([{ ...member, account: "A" }]);
      expect((await personalData.of("U2")).staff).toMatchObject([{ active: false }]);
      expect(await store().personalData.forget("U1", now())).toMatchObject({ staff: 0 });
      expect(await store().personalData.forget("U2", now())).toMatchObject({ staff: 1 });
    });
  });

  test("redemptions that have ended are deleted with time, exported, and erased with their member", async () => {
    const { lineUsers, personalData, orders } = store();
    for (const id of ["asked", "open"]) {
      await lineUsers.write("A", [{ kind: "question", question: redemption(id, now()) }]);
    }
    const action = await actBy(store(), "U1", "tap", now());
    await orders.confirm("A", "open", action, oneOfMember);
    const held = await personalData.of("U1");
    expect(held).toMatchObject({ memberUuids: ["member"] });
    expect(held.orders).toMatchObject([
      { id: "asked", steps: [{ input: { points: 50 } }, {}] },
      { id: "open", state: "working" },
    ]);
    expect((await personalData.of("member")).orders).toEqual(held.orders);
    expect(await personalData.forget("member", now())).toMatchObject({
      orders: 0,
      kept: { orders: 2 },
    });
    home().clock.move(31 * dayMs);
    expect(await purge()).toMatchObject({ orders: 1 });
    expect(await orders.get("A", "asked")).toBeNull();
    await home().trust();
    const outcome = { state: "refused", code: "NOT_FOUND", detail: null } as const;
    await orders.conclude("A", conclusion("open", outcome), bot);
    expect(await personalData.forget("U1", now())).toMatchObject({
      orders: 1,
      kept: { orders: 0 },
    });
    expect(await orders.get("A", "open")).toBeNull();
  });
}
