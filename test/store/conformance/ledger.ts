/** Conformance of the mirrored ledger. */
import { describe, expect, test } from "vitest";
import { hashId } from "../../../src/store/hash-id.ts";
import type { LedgerEntry, LedgerFilterName } from "../../../src/store/ledger.ts";
import { question, type OpenStore, type StoreHome } from "./harness.ts";

const page = { limit: 10, offset: 0 };

const entry = (id: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  uuid: `t${id}`,
  id,
  at: 1000 * id,
  type: "ADD",
  status: "COMPLETED",
  points: 10,
  balanceAfter: 10 * id,
  memberUuid: "member",
  cardUuid: "card",
  cardHash: "hash",
  refId: null,
  refNoHash: null,
  ...more,
});

export function describeLedger(_home: () => StoreHome, opened: () => OpenStore): void {
  const ledger = () => opened().store.ledger;
  const idsBy = async (by: LedgerFilterName, value: string, limits = page) =>
    (await ledger().find({ by, value }, limits)).entries.map(({ id }) => id);
  const purge = (before: number) =>
    opened().store.retention.purge(
      { texts: 0, traces: 0, ledger: before, statistics: 0 },
      async () => {},
    );

  describe("the mirrored ledger", () => {
    test("has each transaction once, as it was last saved", async () => {
      const whole = entry(1, { refId: "key", refNoHash: "no", points: 2 ** 33 });
      await ledger().save([entry(1), entry(2), whole]);
      await ledger().save([entry(2, { points: 7 })]);
      expect(await ledger().find({ by: "memberUuid", value: "member" }, page)).toEqual({
        entries: [entry(2, { points: 7 }), whole],
        total: 2,
      });
    });

    test("keeps a voided transaction voided, in whatever order its rows come", async () => {
      const voided = { status: "VOIDED" } as const;
      await ledger().save([entry(1, voided), entry(1), entry(2)]);
      await ledger().save([entry(2, voided)]);
      await ledger().save([entry(1), entry(2)]);
      const { entries } = await ledger().find({ by: "memberUuid", value: "member" }, page);
      expect(entries.map(({ status }) => status)).toEqual(["VOIDED", "VOIDED"]);
    });

    test("is found by each of its keys, newest first, in pages", async () => {
      await ledger().save([
        entry(1, { refId: "key", refNoHash: "no" }),
        entry(3, { at: 2000 }),
        entry(2, { memberUuid: "other", cardHash: "other" }),
        entry(4, { at: 2000 }),
      ]);
      expect(await idsBy("memberUuid", "member")).toEqual([4, 3, 1]);
      expect(await idsBy("memberUuid", "member", { limit: 1, offset: 1 })).toEqual([3]);
      const since = { by: "memberUuid", value: "member", since: 2000 } as const;
      expect(await ledger().find(since, page)).toMatchObject({ total: 2, entries: [{}, {}] });
      expect(await idsBy("cardHash", "other")).toEqual([2]);
      expect(await idsBy("refId", "key")).toEqual([1]);
      expect(await idsBy("refNoHash", "no")).toEqual([1]);
      expect(await idsBy("id", "3")).toEqual([3]);
      expect(await idsBy("id", "t4")).toEqual([4]);
      // As long as a number holds exactly, from zero, and below.
      const ids = [Number.MAX_SAFE_INTEGER, 1_764_027_358_000_618, 0, -5, -Number.MAX_SAFE_INTEGER];
      await ledger().save(ids.map((id) => entry(id, { at: 1, balanceAfter: 1 })));
      for (const id of ids) expect(await idsBy("id", String(id))).toEqual([id]);
      for (const nothing of ["9007199254740992", "9007199254740993", "-0", "+3", "-05"]) {
        expect(await idsBy("id", nothing)).toEqual([]);
      }
      for (const nothing of ["3x", "03", "", "99999999999999999999"]) {
        expect(await idsBy("id", nothing)).toEqual([]);
      }
    });

    test("covers what was read of one platform, and never less than before", async () => {
      expect(await ledger().coverage("shop")).toBeNull();
      await ledger().save([entry(1)], { until: 5 });
      expect(await ledger().coverage("shop")).toBeNull();
      await ledger().begin("shop", 5000);
      expect(await idsBy("memberUuid", "member")).toEqual([]);
      await ledger().save([entry(6)], { until: 9000, readAt: 7 });
      await ledger().save([], { from: 2000, until: 8000, readAt: 6, rereadAt: 3 });
      await ledger().save([], { from: 3000 });
      const covered = { from: 2000, until: 9000, readAt: 7, rereadAt: 3 };
      expect(await ledger().coverage("shop")).toEqual(covered);
      expect(await ledger().coverage("another")).toBeNull();
      await ledger().begin("another", 1);
      expect(await ledger().coverage("shop")).toBeNull();
      expect(await idsBy("memberUuid", "member")).toEqual([]);
    });

    test("covers no more than what retention left of it", async () => {
      await ledger().begin("shop", 5000);
      await ledger().save([entry(1), entry(2), entry(3)], { from: 1000, until: 5000 });
      expect(await purge(2000)).toMatchObject({ transactions: 1 });
      expect(await ledger().coverage("shop")).toMatchObject({ from: 2000, until: 5000 });
      expect(await idsBy("memberUuid", "member")).toEqual([3, 2]);
      expect(await purge(Number.MAX_SAFE_INTEGER)).toMatchObject({ transactions: 2 });
      expect(await ledger().coverage("shop")).toBeNull();
    });

    test("is exported and erased with the person whose transactions they are", async () => {
      const { lineUsers, memberIndex, personalData } = opened().store;
      await lineUsers.write("A", [{ kind: "question", question: question("order", 1) }]);
      await memberIndex.loadCursor("shop");
      await memberIndex.upsert([{ hash: hashId("U2"), uuid: "other", page: 1 }], 1, 2);
      await ledger().save([entry(1), entry(2, { memberUuid: "other" })]);
      expect((await personalData.of("U1")).transactions).toMatchObject([{ uuid: "t1" }]);
      expect(await personalData.forget("member", 1)).toMatchObject({ transactions: 1 });
      expect((await personalData.of("member")).transactions).toEqual([]);
      expect(await idsBy("memberUuid", "other")).toEqual([2]);
      // Without an order, the member index tells whose LINE account it is.
      expect((await personalData.of("U2")).transactions).toMatchObject([{ uuid: "t2" }]);
      expect(await personalData.forget("U2", 1)).toMatchObject({ transactions: 1, profiles: 1 });
    });
  });
}
