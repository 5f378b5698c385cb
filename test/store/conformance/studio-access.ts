/** Conformance of the studio's links and sessions. */
import { describe, expect, test } from "vitest";
import { actBy, type OpenStore, type StoreHome } from "./harness.ts";

const secret = (hash: string, expiresAt = 1000) => ({ hash, expiresAt });

export function describeStudioAccess(_home: () => StoreHome, opened: () => OpenStore): void {
  const access = () => opened().store.studioAccess;
  const link = async (hash: string, by = "U1") =>
    access().createLink("A", await actBy(opened().store, by, hash, 5), secret(hash));

  describe("a link to the studio", () => {
    test("becomes a session once, whoever tries at the same time, with audit entries", async () => {
      await link("link");
      expect(await access().holderOf("A", "link", 6)).toBeNull();
      expect(await access().redeemLink("A", "other", secret("s"), 6)).toBeNull();
      expect(await access().redeemLink("B", "link", secret("s"), 6)).toBeNull();
      const tries = ["s1", "s2", "s3"].map((hash) =>
        access().redeemLink("A", "link", secret(hash), 6),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toEqual(["U1"]);
      const entries = (await opened().store.audit.all()).map((one) => [one.action, one.actor]);
      expect(entries).toEqual([
        ["link_sent", "U1"],
        ["logged_in", "U1"],
      ]);
    });

    test("is void once it has expired, or its owner has another", async () => {
      await link("late");
      expect(await access().redeemLink("A", "late", secret("s"), 1000)).toBeNull();
      await link("former");
      await link("another's", "U2");
      await link("new");
      expect(await access().redeemLink("A", "former", secret("s"), 6)).toBeNull();
      expect(await access().redeemLink("A", "another's", secret("s2"), 6)).toBe("U2");
      expect(await access().redeemLink("A", "new", secret("s1"), 6)).toBe("U1");
    });
  });

  test("links for reviewers are in the audit of their account", async () => {
    await access().recordReviewLinks("A", { action: "review_link_made", by: "U1", at: 5 });
    expect(await opened().store.audit.last("A", 2)).toMatchObject([
      { action: "review_link_made", actor: "U1", at: 5, command: "studio" },
    ]);
    expect(await opened().store.audit.last("B", 2)).toEqual([]);
  });

  describe("a session of the studio", () => {
    test("lasts until it expires or is closed, in its own account", async () => {
      await access().openForOperator("A", secret("s"), 6);
      expect(await access().holderOf("A", "s", 999)).toBe("operator");
      expect(await access().holderOf("A", "s", 1000)).toBeNull();
      expect(await access().holderOf("B", "s", 7)).toBeNull();
      await access().close("A", "s");
      expect(await access().holderOf("A", "s", 7)).toBeNull();
      expect(await opened().store.audit.all()).toMatchObject([
        { action: "logged_in", actor: "operator" },
      ]);
    });

    test("ends with all others of its holder, and so does a link", async () => {
      for (const [hash, by] of [
        ["l1", "U1"],
        ["l2", "U2"],
      ] as const) {
        await link(hash, by);
        await access().redeemLink("A", hash, secret(`s-${by}`), 6);
      }
      await link("unused");
      await access().closeAll("B", "U1");
      expect(await access().holderOf("A", "s-U1", 7), "of another account").toBe("U1");
      await access().closeAll("A", "U1");
      expect(await access().holderOf("A", "s-U1", 7)).toBeNull();
      expect(await access().redeemLink("A", "unused", secret("s3"), 7)).toBeNull();
      expect(await access().holderOf("A", "s-U2", 7), "another's").toBe("U2");
    });

    test("and a link don't outlast a removal, a join or a return to the staff", async () => {
      const { staff } = opened().store;
      const member = { lineId: "U1", role: "owner", name: "One", active: true, since: 1 } as const;
      await staff.add("A", [member, { ...member, lineId: "U2" }]);
      const change = { by: null, eventId: null, at: 4, confirmation: "c", command: "remove" };
      const enter = async (hash: string, by = "U1") => {
        await link(hash, by);
        await access().redeemLink("A", hash, secret(`s-${hash}`), 6);
        await link(`unused-${hash}`, by);
      };
      const isOut = async (hash: string) =>
        (await access().holderOf("A", `s-${hash}`, 7)) === null &&
        (await access().redeemLink("A", `unused-${hash}`, secret(`t-${hash}`), 7)) === null;
      await enter("colleague", "U2");
      await enter("removed");
      await staff.remove("A", change, member, { keepOwner: true });
      expect(await isOut("removed")).toBe(true);
      // As those from before an update, which left them.
      await enter("restored");
      await staff.restore("A", change, member);
      expect(await isOut("restored")).toBe(true);
      await enter("joined");
      const invite = { hash: "h", role: "marketer", expiresAt: 1000 } as const;
      await staff.invite("A", await actBy(opened().store, "U2", "invite", 5), invite);
      await staff.join("A", await actBy(opened().store, "U1", "join", 6), "h", "One");
      expect(await isOut("joined")).toBe(true);
      expect(await access().holderOf("A", "s-colleague", 7)).toBe("U2");
    });

    test("is exported and erased with a person's data, and deleted by retention", async () => {
      await link("l1");
      await access().redeemLink("A", "l1", secret("s"), 6);
      await link("l2", "U2");
      const { personalData, retention } = opened().store;
      const exported = [{ account: "A", kind: "session", holder: "U1", expiresAt: 1000 }];
      expect(await personalData.of("U1")).toMatchObject({ access: exported });
      expect(await personalData.forget("U1", 9)).toMatchObject({ access: 1 });
      const purge = (texts: number) =>
        retention.purge({ texts, traces: 0, ledger: 0, statistics: 0 }, () => Promise.resolve());
      expect(await purge(1000)).toMatchObject({ access: 0 });
      expect(await purge(1001)).toMatchObject({ access: 1 });
    });
  });
}
