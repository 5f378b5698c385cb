/** Finds point transactions by id, reference number or idempotency key. */
import { transactionSizes, type Input, type Transaction } from "../../loyalty/contract.ts";
import { readList, type List } from "../../loyalty/read-list.ts";
import { readMatching } from "../../loyalty/read-matching.ts";
import { plainNumber, withoutFraming } from "../../text/digits.ts";
import type { CommandContext } from "./command.ts";

/** Pages of transactions that are read to find one of them. */
const maxPages = 10;

/**
 * Finds transactions by platform id or uuid, by reference number (`ref:`) or by idempotency key (`key:`);
 * only exact matches count. `unreadable`: rows of this id or uuid.
 * @throws {LoyaltyError}
 */
export async function transactionsBy(
  { loyalty, staffContext, signal }: Pick<CommandContext, "loyalty" | "staffContext" | "signal">,
  written: string,
): Promise<List<Transaction>> {
  const [, field = "", value = ""] = /^(ref|key)\s*[:：]\s*(.+)$/is.exec(written) ?? [];
  const readBy = async (name: "ref_no" | "ref_id") => {
    const filters: Input<"getTransaction"> = { [name]: value };
    const { rows, isComplete } = await readMatching(loyalty.getTransaction, filters, {
      operation: "getTransaction",
      owner: [name, value],
      isWanted: (row) => row[name] === value,
      unfilteredSize: transactionSizes.max,
      maxPages,
      signal,
    });
    return { rows, isComplete };
  };
  switch (field.toLowerCase()) {
    case "ref":
      return readBy("ref_no");
    case "key":
      return readBy("ref_id");
    default: {
      const id = plainNumber(withoutFraming(written)).replace(/^#/, "");
      const mirrored = await staffContext.transactions?.byIds([id], signal);
      if (mirrored) return { rows: mirrored, isComplete: true };
      // The platform has no request for one transaction by id: the newest pages are searched.
      const isMeant = (row: object) =>
        ("id" in row && String(row.id) === id) || ("uuid" in row && row.uuid === id);
      const list = await readList(
        loyalty.getTransaction,
        {},
        { signal, maxPages, enough: (all) => all.some(isMeant) },
      );
      const rows = list.rows.filter(isMeant);
      const unreadable = (list.unreadable ?? []).filter(
        (row) => typeof row === "object" && row !== null && isMeant(row),
      );
      const isFound = rows.length + unreadable.length > 0;
      return { rows, unreadable, isComplete: list.isComplete || isFound };
    }
  }
}
