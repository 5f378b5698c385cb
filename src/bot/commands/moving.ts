/** Adding points to a card, or burning them. */
import type { Transaction } from "../../connect/contract.ts";
import { groupedNumber } from "../member-card.ts";
import { sinceOf, type Concerned, type WriteKind } from "./kind.ts";

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
  async perform(connect, { type, card, points, refNo, staffCode }, ref_id, signal) {
    const shared = {
      card_no: card,
      points,
      ref_id,
      staff_code: staffCode,
      ...(refNo !== null && { ref_no: refNo }),
    };
    const { id, balance_after } =
      type === "ADD"
        ? await connect.addPoint({ ...shared, method: 2, channel: "LINE" }, { signal })
        : await connect.burnPoint({ ...shared, channel: "LINE" }, { signal });
    return { id, balance: balance_after };
  },
  async find(connect, { type, card, points }, confirmation, signal) {
    const query = { card_no: card, from: sinceOf(confirmation), size: 100 };
    const { data, pagination } = await connect.getTransaction(query, { signal });
    const ours = data.find((row) => row.ref_id === confirmation.refId);
    if (ours) return { done: { id: ours.id, balance: ours.balance_after } };
    const alike = data.some(
      (row) => row.ref_id === undefined && row.type === type && row.points === points,
    );
    return alike || pagination.total > data.length ? "unclear" : "nothing";
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
