/** Get Transaction: lists the ledger, newest first. */
import { transactionSizes } from "../../../loyalty/contract.ts";
import type { Handler } from "../context.ts";
import { movementColumns, movementTables, toTransaction, type MovementRow } from "../ledger.ts";
import { activeConditions, queryPage } from "../listing.ts";

export const getTransaction: Handler<"getTransaction"> = (input, { database, business }) => {
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: movementColumns,
    from: movementTables,
    where: activeConditions(
      ["t.business_id = ?", business.id],
      input.card_no !== undefined && [
        "t.card_id = (SELECT id FROM card WHERE business_id = ? AND card_no = ?)",
        business.id,
        input.card_no,
      ],
      input.member_uuid !== undefined && [
        `t.card_id IN (SELECT id FROM card WHERE member_id =
           (SELECT id FROM member WHERE business_id = ? AND uuid = ?))`,
        business.id,
        input.member_uuid,
      ],
      input.type !== undefined && ["t.type = ?", input.type],
      input.status !== undefined && ["t.status = ?", input.status],
      input.ref_no !== undefined && ["t.ref_no = ?", input.ref_no],
      input.ref_id !== undefined && ["t.ref_id = ?", input.ref_id],
      input.from !== undefined && ["t.created_at >= ?", Date.parse(input.from)],
      input.to !== undefined && ["t.created_at < ?", Date.parse(input.to)],
      search && [`? IN (t.uuid, c.card_no, t.ref_no, t.ref_id, t.staff_code, m.uuid)`, search],
    ),
    sorts: { created_at: "t.created_at", points: "t.points" },
    sort: "-created_at",
    key: "t.id",
    toEntry: (row: MovementRow) => toTransaction(row),
    sizes: transactionSizes,
  });
};
