/** Adding points to a card, or burning them. */
import type { Transaction } from "../../../loyalty/contract.ts";
import { groupedNumber } from "../../views/card-text.ts";
import { findMade } from "./find-written-rows.ts";
import type { Concerned, WriteKind } from "./write-operation.ts";

export interface Moving extends Concerned {
  type: Transaction["type"];
  card: string;
  points: number;
  refNo: string | null;
  staffCode: string;
}

interface Done {
  id: number;
  balance: number;
}

/** The balance that a movement leaves, from the one before it. */
export const balanceAfter = (before: number, { type, points }: Pick<Moving, "type" | "points">) =>
  type === "ADD" ? before + points : before - points;

export const moving: WriteKind<Moving, Done> = {
  what: ({ say }, { type, card, points, who }) => {
    const values = { points, card: groupedNumber(card), who };
    return type === "ADD" ? say("staff.what.add", values) : say("staff.what.burn", values);
  },
  async perform({ connect, options }, { type, card, points, refNo, staffCode }, ref_id) {
    const shared = {
      card_no: card,
      points,
      ref_id,
      staff_code: staffCode,
      ...(refNo !== null && { ref_no: refNo }),
    };
    const { id, balance_after } =
      type === "ADD"
        ? await connect.addPoint({ ...shared, method: 2, channel: "LINE" }, options)
        : await connect.burnPoint({ ...shared, channel: "LINE" }, options);
    return { done: { id, balance: balance_after } };
  },
  async find({ connect, refId, since, signal }, { type, card, points, memberUuid }) {
    const found = await findMade({
      list: (query) => connect.getTransaction(query, { signal }),
      refId,
      around: { card_no: card },
      since,
      keyOf: (row) => row.id,
      hasOurKey: (row) => row.ref_id === refId,
      hasNoKey: (row) => row.ref_id === undefined,
      isAlike: (row) =>
        row.card_no === card &&
        row.type === type &&
        row.points === points &&
        (!memberUuid || row.member_uuid === memberUuid),
      isIntact: (row) => row.status === "COMPLETED",
      timeOf: (row) => row.created_at,
      count: 1,
    });
    if (typeof found === "string") return found;
    const [row] = found;
    return row ? { done: { id: row.id, balance: row.balance_after } } : "nothing";
  },
  ended: (look, order, { id, balance }) => {
    const { say } = look;
    const before = 2 * balance - balanceAfter(balance, order);
    return {
      title: moving.what(look, order),
      facts: [
        say("staff.balance", { before, after: balance }),
        say("staff.transaction", { id: String(id) }),
      ],
    };
  },
  concerns: (order) => order,
  undo: ({ memberUuid, lineId, who, type, card, points }, { id }) => ({
    kind: "voiding",
    order: { memberUuid, lineId, who, movements: [{ id, type, card, points }] },
  }),
};
