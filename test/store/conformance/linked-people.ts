/** Conformance of what is exported and erased where a LINE account is linked to more than one member, or is the staff's. */
import { beforeEach, describe, expect, test } from "vitest";
import { hashId } from "../../../src/store/hash-id.ts";
import { question, redemption, type OpenStore, type StoreHome } from "./harness.ts";

const dayMs = 86_400_000;
/** Was linked to Anna, such as by a wrong number at the counter, and is Bella's now. */
const lineId = `U${"1".repeat(32)}`;
const anna = "aaaaaaaa-0000-4000-8000-000000000000";
const bella = "bbbbbbbb-0000-4000-8000-000000000000";

export function describeLinkedPeople(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;
  const now = () => home().clock.now();

  async function ask(id: string, memberUuid: string | null, order: object, asker = "U9") {
    const asked = question(id, now() - 9 * dayMs, { asker, memberUuid, input: order });
    await store().lineUsers.write("A", [{ kind: "question", question: asked }]);
  }
  const movement = (uuid: string, id: number, memberUuid: string) => ({
    uuid,
    id,
    at: now(),
    type: "ADD" as const,
    status: "COMPLETED" as const,
    points: 777,
    balanceAfter: 777,
    memberUuid,
    cardUuid: "c",
    cardHash: "h",
    refId: null,
    refNoHash: null,
  });

  describe("a LINE account that was one member's and is another's", () => {
    beforeEach(async () => {
      const { inbox, ledger, lineUsers, memberIndex } = store();
      await ask("Anna's", anna, { memberUuid: anna, lineId, who: "Anna A." });
      await ask("Anna's, later", anna, { memberUuid: anna, lineId: "", who: "Anna A." });
      await ask("Bella's", bella, { memberUuid: bella, lineId, who: "Bella B." });
      const input = { card: "BELLA-CARD", who: "Bella" };
      const redeemed = { asker: lineId, lineId, memberUuid: bella, input };
      await lineUsers.write("A", [
        { kind: "question", question: redemption("of Bella", now() - 4 * dayMs, redeemed) },
        { kind: "language", lineId, language: "th" },
      ]);
      const event = { source: { userId: lineId }, message: { text: "hello" } };
      const received = { webhookEventId: "1", chat: lineId, messageId: "m1", event };
      const [written] = await inbox.insertNew("A", [received], now());
      inbox.park(written!.id, "refused");
      await home().until(async () => (await inbox.parked()).length > 0);
      await ledger.begin("shop", now());
      await ledger.save([movement("of Anna", 1, anna), movement("of Bella", 2, bella)]);
      await memberIndex.loadCursor("shop");
      const entries = [
        { hash: hashId(lineId), uuid: bella, page: 1 },
        { hash: "another LINE account's", uuid: anna, page: 1 },
      ];
      await memberIndex.upsert(entries, 1, 2);
    });

    test("is not read for the former member", async () => {
      const held = await store().personalData.of(anna);
      expect(held).toMatchObject({
        memberUuids: [anna],
        lineIds: [],
        alsoLinked: [lineId],
        chats: [],
        events: [],
        transactions: [{ uuid: "of Anna" }],
      });
      expect(held.orders).toHaveLength(2);
      expect(JSON.stringify(held)).not.toMatch(/Bella|BELLA|hello/);
    });

    test("is not erased with the former member", async () => {
      const { inbox, lineUsers, personalData, orders } = store();
      expect(await personalData.forget(anna, now())).toMatchObject({
        orders: 2,
        transactions: 1,
        profiles: 1,
        chats: 0,
        events: 0,
      });
      expect(await orders.get("A", "of Bella")).not.toBeNull();
      expect(await orders.get("A", "Bella's")).not.toBeNull();
      expect((await lineUsers.get("A", lineId)).language).toBe("th");
      expect(await inbox.parked()).toHaveLength(1);
    });

    test("is exported with what has its id, and with nothing of the members without it", async () => {
      const held = await store().personalData.of(lineId);
      expect(held).toMatchObject({
        lineIds: [lineId],
        memberUuids: [],
        transactions: [],
        events: [{}],
        chats: [{}],
        profiles: [{ uuid: bella }],
      });
      expect(new Set(held.alsoLinked)).toEqual(new Set([anna, bella]));
      expect(new Set(held.orders.map(({ id }) => id))).toEqual(
        new Set(["Anna's", "Bella's", "of Bella"]),
      );
    });

    test("is erased without what the members have without it", async () => {
      const { orders, memberIndex, personalData } = store();
      expect(await personalData.forget(lineId, now())).toMatchObject({
        chats: 1,
        events: 1,
        orders: 3,
        profiles: 1,
        transactions: 0,
      });
      expect(await orders.get("A", "Anna's, later")).not.toBeNull();
      expect(await memberIndex.find("another LINE account's")).toHaveLength(1);
    });
  });

  describe("a member of several LINE accounts", () => {
    test("is exported and erased without any of them, which are named", async () => {
      const { lineUsers, personalData } = store();
      await ask("before", anna, { memberUuid: anna, lineId: "U1" });
      await ask("since", anna, { memberUuid: anna, lineId: "U2" });
      await lineUsers.write("A", [{ kind: "language", lineId: "U1", language: "th" }]);
      const held = await personalData.of(anna);
      expect(held).toMatchObject({ lineIds: [], chats: [] });
      expect(new Set(held.alsoLinked)).toEqual(new Set(["U1", "U2"]));
      expect(held.orders).toHaveLength(2);
      expect(await personalData.of("U1")).toMatchObject({
        lineIds: ["U1"],
        memberUuids: [],
        alsoLinked: [anna],
        orders: [{ id: "before" }],
      });
    });

    test("one of which only the index knows isn't taken for one account's", async () => {
      const { memberIndex, personalData } = store();
      await ask("order", anna, { memberUuid: anna, lineId: "U1" });
      await memberIndex.loadCursor("shop");
      await memberIndex.upsert([{ hash: hashId("U2"), uuid: anna, page: 1 }], 1, 2);
      expect(await personalData.of(anna)).toMatchObject({ lineIds: [], alsoLinked: ["U1"] });
      expect(await personalData.of("U1")).toMatchObject({ memberUuids: [], alsoLinked: [anna] });
    });
  });

  describe("a LINE account of the staff that registered a member", () => {
    const order = { memberUuid: anna, lineId: "U1" };

    test.each([true, false])("is the staff's, whether they are active: %s", async (active) => {
      const { lineUsers, personalData, staff } = store();
      const colleague = { lineId: "U1", role: "cashier", name: "Kai", active, since: 1 } as const;
      await staff.add("A", [colleague]);
      await ask("order", anna, order);
      await lineUsers.write("A", [{ kind: "language", lineId: "U1", language: "th" }]);
      expect(await personalData.of(anna)).toMatchObject({ staff: [], alsoLinked: ["U1"] });
      expect(await personalData.forget(anna, now())).toMatchObject({ orders: 1, chats: 0 });
      expect((await lineUsers.get("A", "U1")).language).toBe("th");
    });

    test("is the staff's, too, where only the settings say so", async () => {
      const { personalData } = store();
      await ask("order", anna, order);
      expect(await personalData.of(anna)).toMatchObject({ lineIds: ["U1"] });
      expect(await personalData.of(anna, ["U1"])).toMatchObject({ lineIds: [] });
      expect(await personalData.of("U1", ["U1"])).toMatchObject({ memberUuids: [] });
    });
  });

  test("what a member ordered for others as one of the staff isn't exported or erased by their uuid", async () => {
    const { orders, lineUsers, personalData } = store();
    await ask("for Anna", anna, { memberUuid: anna, lineId: "U1" });
    await ask("for Bella", bella, { memberUuid: bella, lineId: "U2", who: "Bella B." }, "U1");
    await ask("a set", null, { name: "Latte" }, "U1");
    const redeemed = { asker: "U1", lineId: "U2", memberUuid: bella };
    const asked = redemption("redeemed for Bella", now() - 9 * dayMs, redeemed);
    await lineUsers.write("A", [{ kind: "question", question: asked }]);
    const held = await personalData.of(anna);
    expect(held).toMatchObject({ lineIds: ["U1"] });
    expect(new Set(held.orders.map(({ id }) => id))).toEqual(new Set(["a set", "for Anna"]));
    expect((await personalData.of("U1")).orders).toHaveLength(4);
    await personalData.forget(anna, now());
    expect(await orders.get("A", "for Bella")).not.toBeNull();
    expect(await orders.get("A", "redeemed for Bella")).not.toBeNull();
  });

  test("of a colleague's dialogue that names a person it is told only that there is one", async () => {
    const { lineUsers, personalData } = store();
    const dialogue = JSON.stringify({ args: { a: { member: anna }, b: { member: bella } } });
    const expiresAt = now() + dayMs;
    await lineUsers.write("A", [{ kind: "dialogue", lineId: "U9", dialogue, expiresAt }]);
    expect((await personalData.of(anna)).dialogues).toEqual([
      { account: "A", lineId: "U9", dialogue: null, expiresAt },
    ]);
  });
}
