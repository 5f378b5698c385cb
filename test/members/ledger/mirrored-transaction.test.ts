/** What a stored entry of the ledger mirror says as a transaction. */
import { expect, test } from "vitest";
import { transactionOf } from "../../../src/members/ledger/mirrored-transaction.ts";
import type { LedgerEntry } from "../../../src/store/ledger.ts";

const entry: LedgerEntry = {
  uuid: "t7",
  id: 7,
  at: 0,
  type: "ADD",
  status: "COMPLETED",
  points: 50,
  balanceAfter: 150,
  memberUuid: "m1",
  cardUuid: "c1",
  cardHash: "hash",
  refId: "ours",
  refNoHash: null,
};

test.each<[string | null, string | undefined]>([
  ["ours", "ours"],
  [null, undefined],
  ["", undefined],
  [" ", undefined],
])("a stored key of %j is read as %j", (refId, expected) => {
  expect(transactionOf({ ...entry, refId }).ref_id).toBe(expected);
});
