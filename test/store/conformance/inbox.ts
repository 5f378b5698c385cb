/** Conformance of the inbox: each event is stored once, handed out once and in order, and kept until it ends. */
import { describe, expect, test } from "vitest";
import { StoreError } from "../../../src/store/errors.ts";
import type { StoredEvent } from "../../../src/store/inbox.ts";
import { arrive, end, event, type OpenStore, type StoreHome } from "./harness.ts";

/** All events that the store has handed out or returned, in the order of a chat, each ended at once. */
async function drain({ store, consumer }: OpenStore, first: readonly StoredEvent[]) {
  const all: StoredEvent[] = [];
  const queue = [...first];
  for (;;) {
    const next = queue.shift() ?? consumer.events.shift();
    if (!next) return all;
    all.push(next);
    await end(store, next.id);
  }
}

export function describeInbox(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;

  describe("the inbox", () => {
    test("stores an event once per account and hands a chat's events out in the order of arrival", async () => {
      const { inbox } = store();
      const first = await inbox.insertNew("A", [event("1"), event("2"), event("1")], 5);
      const again = await inbox.insertNew("A", [event("2"), event("3")], 6);
      const other = await inbox.insertNew("B", [event("1")], 7);
      const open = await inbox.open();
      expect(
        open.map(({ account, event: body, receivedAt, attempts }) => [
          account,
          body,
          receivedAt,
          attempts,
        ]),
      ).toEqual([
        ["A", event("1").event, 5, 1],
        ["A", event("2").event, 5, 1],
        ["A", event("3").event, 6, 1],
        ["B", event("1").event, 7, 1],
      ]);
      expect(open.map(({ id }) => id)).toEqual(open.map(({ id }) => id).toSorted((a, b) => a - b));
      const drained = await drain(opened(), [...first, ...again, ...other]);
      const ofA = drained.filter(({ account }) => account === "A");
      expect(ofA.map(({ event: body }) => body)).toEqual(
        ["1", "2", "3"].map((id) => event(id).event),
      );
      expect(drained).toHaveLength(4);
      expect(await inbox.open()).toEqual([]);
    });

    test("stores an event once when it arrives in many requests at the same time", async () => {
      const { inbox } = store();
      const inserted = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          inbox.insertNew("A", [event(String(index % 10), `U${index % 3}`)], 1),
        ),
      );
      expect(await inbox.open()).toHaveLength(10);
      const drained = await drain(opened(), inserted.flat());
      expect(drained).toHaveLength(10);
      expect(new Set(drained.map(({ id }) => id)).size).toBe(10);
    });

    test("an event that has ended is not stored again by a redelivery", async () => {
      await end(store(), (await arrive(store(), "1")).id);
      expect(await store().inbox.insertNew("A", [event("1", "chat of 1")], 2)).toEqual([]);
      expect(await store().inbox.open()).toEqual([]);
    });

    test("stores texts of any characters as they are", async () => {
      const texts = ["\u0000", "\ud800", "a\u2028b", "ก็ได้ 👩‍👩‍👧", '"\\', "%_"];
      const { id } = await arrive(store(), "1");
      await end(store(), id);
      await store().inbox.insertNew("A", [{ ...event("2"), event: { texts } }], 1);
      expect((await store().inbox.open())[0]?.event).toEqual({ texts });
    });

    test("a reply and its state changes are stored together or not at all", async () => {
      const open = await arrive(store(), "1");
      const { inbox, lineUsers } = store();
      const failing = [
        { kind: "language", lineId: "U1", language: "ja" },
        { kind: "carried", eventId: "1", ids: [4711] },
      ] as const;
      await expect(inbox.saveReply(open, "[]", failing)).rejects.toThrow(StoreError);
      expect((await inbox.open())[0]?.savedReply).toBeNull();
      expect((await lineUsers.get("A", "U1")).language).toBeNull();
      await inbox.saveReply(open, `[{"type":"text"}]`, [
        { kind: "language", lineId: "U1", language: "ja" },
      ]);
      expect((await inbox.open())[0]?.savedReply).toBe(`[{"type":"text"}]`);
      expect(await lineUsers.get("A", "U1")).toEqual({ language: "ja", following: true });
      expect(await lineUsers.get("B", "U1")).toEqual({ language: null, following: true });
    });

    test("a failing write does not affect others at the same time", async () => {
      const open = await arrive(store(), "1");
      const { inbox } = store();
      const results = await Promise.allSettled([
        inbox.insertNew("A", [event("2")], 1),
        inbox.saveReply(open, "[]", [{ kind: "carried", eventId: "1", ids: [4711] }]),
        inbox.insertNew("A", [event("3")], 1),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await inbox.open()).toHaveLength(3);
    });

    test("a parked event is listed with its reason and content, and dropped once", async () => {
      const { id } = await arrive(store(), "1");
      const { inbox } = store();
      inbox.park(id, "too late");
      await home().until(async () => (await inbox.parked()).length > 0);
      expect(await inbox.parked()).toEqual([
        { id, account: "A", receivedAt: 1, attempts: 1, reason: "too late", hasText: true },
      ]);
      expect(await inbox.get(id)).toMatchObject({ event: event("1").event, reason: "too late" });
      expect(await inbox.counts()).toEqual({ open: 0, parked: 1, oldestAt: null });
      expect([await inbox.drop(id), await inbox.drop(id), await inbox.get(id)]).toEqual([
        true,
        false,
        null,
      ]);
    });

    test("a parked event that is retried is handed out as if it had just arrived", async () => {
      const stored = await arrive(store(), "1");
      const { id } = stored;
      const { inbox } = store();
      expect(await inbox.recordAttempt(id)).toBeNull();
      await inbox.saveReply(stored, "[1]", []);
      // By it a reply is found whose `saveReply` only seemed to fail.
      expect(await inbox.recordAttempt(id)).toBe("[1]");
      expect(await inbox.retry(id)).toBe(false);
      inbox.park(id, "failed");
      await home().until(async () => (await inbox.parked()).length > 0);
      expect(await inbox.retry(id)).toBe(true);
      const { consumer } = opened();
      await home().until(() => consumer.events.length > 0);
      expect(consumer.events).toMatchObject([{ id, attempts: 1, savedReply: null }]);
      expect((await inbox.open())[0]?.savedReply).toBeNull();
      expect(consumer.events[0]?.receivedAt).toBeGreaterThan(1);
      expect(consumer.events[0]?.isRecovered).not.toBe(true);
      expect(await inbox.retry(id)).toBe(false);
      expect(await inbox.parked()).toEqual([]);
    });

    test("counts open and parked events, with the arrival of the oldest open one", async () => {
      await arrive(store(), "1", 7);
      await arrive(store(), "2", 5);
      expect(await store().inbox.counts()).toEqual({ open: 2, parked: 0, oldestAt: 5 });
    });

    test.each([
      ["text", { text: "hello", mention: { mentionees: [] }, emojis: [] }],
      ["location", { address: "Rama I Road", latitude: 13.7, longitude: 100.5 }],
      ["file", { fileName: "diagnosis.pdf", fileSize: 17 }],
    ])("what was in an unsent %s is deleted from the stored event", async (type, content) => {
      const unsent = { id: "m2", type };
      const sent = { webhookEventId: "2", mode: "active", message: { ...unsent, ...content } };
      await store().inbox.insertNew("A", [{ ...event("2"), event: sent }], 1);
      await store().lineUsers.write("A", [{ kind: "unsent", messageId: "m2" }]);
      expect((await store().inbox.open())[0]?.event).toEqual({ ...sent, message: unsent });
    });

    test("the reply to an unsent message is deleted from its parked event, and kept while it is to be sent", async () => {
      const { inbox, lineUsers } = store();
      const stored = await arrive(store(), "1");
      const unsend = () => lineUsers.write("A", [{ kind: "unsent", messageId: "m1" }]);
      await inbox.saveReply(stored, '["No such set: hello"]', []);
      await unsend();
      expect((await inbox.open())[0]?.savedReply).toBe('["No such set: hello"]');
      inbox.park(stored.id, "unknown");
      await home().until(async () => (await inbox.parked()).length > 0);
      await unsend();
      expect((await inbox.get(stored.id))?.savedReply).toBeNull();
    });

    test("hands unprocessed events out again after a restart, in order and with their attempts", async () => {
      const open = await arrive(store(), "1", 9);
      await store().inbox.recordAttempt(open.id);
      await store().inbox.saveReply(open, "[1]", []);
      await store().inbox.insertNew("A", [event("2", "chat of 1")], 10);
      await store().settings.set("token", "one");
      await store()[Symbol.asyncDispose]();
      const again = await home().open();
      await home().until(() => again.consumer.events.length > 1);
      expect(again.consumer.events).toMatchObject([
        { id: open.id, receivedAt: 9, attempts: 2, savedReply: "[1]", isRecovered: true },
        { receivedAt: 10, attempts: 1, savedReply: null, isRecovered: true },
      ]);
      expect(await again.store.settings.get("token")).toBe("one");
      await again.store[Symbol.asyncDispose]();
    });

    test("refuses writes after it is closed", async () => {
      await store()[Symbol.asyncDispose]();
      await expect(store().check()).rejects.toBeInstanceOf(StoreError);
    });
  });
}
