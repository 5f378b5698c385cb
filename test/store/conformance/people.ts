/** Conformance of staff, LINE users, notices and settings. */
import { describe, expect, test } from "vitest";
import { StoreError } from "../../../src/store/errors.ts";
import type { Store } from "../../../src/store/store.ts";
import { actBy, addNotice, arrive, end, type OpenStore, type StoreHome } from "./harness.ts";

const carried = (id: number) => ({ kind: "carried" as const, eventId: "1", ids: [id] });

async function noticeAndEvent(store: Store) {
  await addNotice(store, "U1", "first");
  const [stored] = await store.notices.of("A", "U1");
  if (!stored) throw new Error("not stored");
  return { id: stored.id, open: await arrive(store, "1") };
}

export function describePeople(home: () => StoreHome, opened: () => OpenStore): void {
  const store = () => opened().store;

  describe("LINE users", () => {
    test("who follow are known, up to a number, per account", async () => {
      const { lineUsers } = store();
      await lineUsers.write("A", [
        { kind: "following", lineId: "U1", following: true },
        { kind: "language", lineId: "U2", language: "th" },
        { kind: "following", lineId: "U3", following: false },
      ]);
      expect((await lineUsers.known("A", 10)).toSorted()).toEqual(["U1", "U2"]);
      expect(await lineUsers.known("A", 1)).toHaveLength(1);
      expect(await lineUsers.known("B", 10)).toEqual([]);
      expect(await lineUsers.get("A", "U3")).toEqual({ language: null, following: false });
    });
  });

  describe("settings", () => {
    test("work of one name is done one after another, also after a failure", async () => {
      const { settings } = store();
      const failed = settings.exclusive("name", () => Promise.reject(new Error("failed")));
      const counts = Array.from({ length: 8 }, () =>
        settings.exclusive("name", async () => {
          const count = Number(await settings.get("count")) + 1;
          await settings.set("count", String(count));
          return count;
        }),
      );
      await expect(failed).rejects.toThrow("failed");
      expect(new Set(await Promise.all(counts))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    });

    test("work of another name doesn't wait", async () => {
      const { settings } = store();
      const inner = () => settings.exclusive("inner", async () => "done");
      expect(await settings.exclusive("outer", inner)).toBe("done");
    });

    test("keep the last value", async () => {
      const { settings } = store();
      expect(await settings.get("name")).toBeNull();
      await settings.set("name", "one");
      await settings.set("name", "two");
      expect(await settings.get("name")).toBe("two");
    });
  });

  describe("staff", () => {
    const invite = { hash: "h", role: "cashier", expiresAt: 1000 } as const;

    test("are added once, and those known before stay as they are", async () => {
      const member = { lineId: "U1", role: "owner", name: "One", active: true, since: 1 } as const;
      await store().staff.add("A", [member]);
      await store().staff.add("A", [{ ...member, role: "cashier", name: "Two" }]);
      expect(await store().staff.get("A", "U1")).toMatchObject(member);
      expect(await store().staff.get("B", "U1")).toBeNull();
      expect(await store().staff.list("A")).toMatchObject([member]);
      expect(await store().staff.list()).toMatchObject([{ ...member, account: "A" }]);
    });

    test("an invitation is accepted once, again only by the same event, and not when it has expired", async () => {
      const { staff } = store();
      await staff.invite("A", await actBy(store(), "U9", "invite", 1), invite);
      const join = await actBy(store(), "U1", "join", 2);
      expect(await staff.join("A", join, "other", "One")).toBe("wrong");
      expect(await staff.join("A", join, "h", "One")).toBe("cashier");
      // However much later it is repeated.
      for (const at of [2, 2000]) {
        expect(await staff.join("A", { ...join, at }, "h", "One")).toBe("cashier");
      }
      expect(await staff.join("A", await actBy(store(), "U2", "second", 3), "h", "Two")).toBe(
        "used",
      );
      await staff.invite("A", await actBy(store(), "U9", "late", 1), { ...invite, hash: "late" });
      const late = await actBy(store(), "U3", "too late", 1000);
      expect(await staff.join("A", late, "late", "Three")).toBe("expired");
      expect((await staff.list("A")).map(({ lineId }) => lineId)).toEqual(["U1"]);
      expect((await store().audit.all()).map(({ action, actor }) => [action, actor])).toEqual([
        ["invited", "U9"],
        ["joined", "U1"],
        ["invited", "U9"],
      ]);
      const change = { by: null, eventId: null, at: 5, confirmation: "c", command: "remove" };
      const one = { lineId: "U1", name: "One", role: "cashier" } as const;
      await staff.remove("A", change, one, { keepOwner: true });
      expect(await staff.join("A", join, "h", "One"), "removed since").toBe("used");
    });

    test("are removed and restored with an audit entry, but for the last owner", async () => {
      const owner = { lineId: "U1", role: "owner", name: "One", active: true, since: 1 } as const;
      const { staff } = store();
      await staff.add("A", [owner, { ...owner, lineId: "U2", name: "Two" }]);
      const change = { by: null, eventId: null, at: 5, confirmation: "c", command: "remove" };
      const keep = { keepOwner: true };
      const removed = await Promise.all([
        staff.remove("A", change, owner, keep),
        staff.remove("A", change, { ...owner, lineId: "U2" }, keep),
      ]);
      expect(removed.toSorted()).toEqual([false, true]);
      const [gone, left] = removed[0] ? ["U1", "U2"] : ["U2", "U1"];
      expect(await staff.get("A", gone)).toMatchObject({ active: false });
      expect(await staff.get("A", left)).toMatchObject({ active: true });
      expect(await staff.remove("A", change, { ...owner, lineId: "U404" }, keep)).toBe(true);
      const back = { lineId: gone, name: "Back", role: "cashier" } as const;
      expect(await staff.restore("A", change, back)).toBe(true);
      expect(await staff.restore("A", change, { ...back, role: "owner" })).toBe(false);
      expect(await staff.get("A", gone)).toMatchObject({ active: true, role: "cashier" });
      expect(
        (await store().audit.all()).map(({ action, confirmation }) => [action, confirmation]),
      ).toEqual([
        ["removed", "c"],
        ["restored", "c"],
      ]);
    });

    test("an owner's removal ends the invitations of that account that nobody has accepted", async () => {
      const { staff } = store();
      const owner = { lineId: "U1", role: "owner", name: "One", active: true, since: 1 } as const;
      const cashier = { ...owner, lineId: "U2", role: "cashier" } as const;
      await staff.add("A", [owner, cashier]);
      const action = await actBy(store(), "U1", "invite", 1);
      await staff.invite("A", action, { ...invite, hash: "h2" });
      await staff.invite("B", { ...action, eventAccount: "A" }, invite);
      const change = { by: null, eventId: null, at: 5, confirmation: "c", command: "remove" };
      const join = await actBy(store(), "U3", "join", 2);
      await staff.remove("A", change, cashier, { keepOwner: true });
      expect(await staff.join("A", join, "h2", "Three"), "a cashier makes none").toBe("cashier");
      await staff.invite("A", action, invite);
      await staff.remove("A", change, owner, { keepOwner: false });
      expect(await staff.join("A", await actBy(store(), "U1", "again", 3), "h", "One")).toBe(
        "wrong",
      );
      expect(await staff.join("A", join, "h2", "Three"), "the repeat").toBe("cashier");
      const elsewhere = { ...join, eventAccount: "A" };
      expect(await staff.join("B", elsewhere, "h", "Three"), "elsewhere").toBe("cashier");
    });

    test("an invitation is accepted by one of many people at the same time", async () => {
      const { staff } = store();
      await staff.invite("A", await actBy(store(), "U9", "invite", 1), invite);
      const actions = await Promise.all(
        Array.from({ length: 8 }, (_, index) => actBy(store(), `U${index}`, `join ${index}`, 2)),
      );
      const joined = await Promise.all(
        actions.map((action) => staff.join("A", action, "h", action.by)),
      );
      expect(joined.filter((one) => one !== "used")).toEqual(["cashier"]);
      expect(await staff.list("A")).toHaveLength(1);
    });
  });

  describe("a notice", () => {
    test("claimed by a push makes the reply that carries it fail, and nothing of that reply is stored", async () => {
      const { id, open } = await noticeAndEvent(store());
      expect(await store().notices.beginPush(id, 1)).toBe(true);
      const language = { kind: "language" as const, lineId: "U1", language: "ja" as const };
      const failing = store().inbox.saveReply(open, "[1]", [language, carried(id)]);
      await expect(failing).rejects.toThrow(StoreError);
      expect((await store().inbox.open())[0]?.savedReply).toBeNull();
      expect((await store().lineUsers.get("A", "U1")).language).toBeNull();
    });

    test("claimed by a reply isn't pushed unless that reply was not delivered", async () => {
      const { id, open } = await noticeAndEvent(store());
      const { notices, inbox } = store();
      await inbox.saveReply(open, "[1]", [carried(id)]);
      expect(await notices.beginPush(id, 1)).toBe(false);
      expect([await notices.of("A", "U1"), await notices.pushable("A")]).toEqual([[], []]);
      notices.replied("A", "1", false);
      await home().until(async () => (await notices.of("A", "U1")).length > 0);
      expect(await notices.of("A", "U1")).toMatchObject([
        { id, notice: { kind: "approval", confirmation: "first" } },
      ]);
      expect(await notices.beginPush(id, 1)).toBe(true);
    });

    test("is deleted when the reply that carries it was seen, and when it was pushed", async () => {
      const { id, open } = await noticeAndEvent(store());
      const { notices, inbox } = store();
      await inbox.saveReply(open, "[1]", [carried(id)]);
      notices.replied("A", "1", true);
      await end(store(), open.id);
      await addNotice(store(), "U1", "second");
      const [second] = await notices.of("A", "U1");
      expect(second?.id).toBeGreaterThan(id);
      await notices.beginPush(second?.id ?? 0, 5);
      expect(await notices.pushable("A")).toMatchObject([{ id: second?.id, pushedAt: 5 }]);
      await notices.endPush(second?.id ?? 0, "delivered");
      expect([await notices.of("A", "U1"), await notices.pushable("A")]).toEqual([[], []]);
    });

    test("refused by LINE waits for a reply, and is not pushed again", async () => {
      const { id } = await noticeAndEvent(store());
      const { notices } = store();
      await notices.beginPush(id, 5);
      await notices.endPush(id, "refused");
      expect(await notices.pushable("A")).toEqual([]);
      expect(await notices.of("A", "U1")).toMatchObject([{ id, pushedAt: null }]);
    });

    test("has an id and a push key that are never reused", async () => {
      const first = await noticeAndEvent(store());
      const [one] = await store().notices.of("A", "U1");
      await store().notices.endPush(first.id, "delivered");
      await addNotice(store(), "U1", "second");
      const [other] = await store().notices.of("A", "U1");
      expect(other?.id).toBeGreaterThan(first.id);
      expect(other?.pushKey).not.toBe(one?.pushKey);
    });
  });
}
