/** Giving coupons to a member. */
import type { Coupon, Input } from "../../connect/contract.ts";
import { untilOf } from "../coupon.ts";
import { clip } from "../flex.ts";
import { sinceOf, type Concerned, type WriteKind } from "./kind.ts";

export interface Giving extends Concerned {
  input: Input<"giveCouponToMemberId">;
  set: string;
  quantity: number;
}

type Given = Pick<
  Coupon,
  "uuid" | "code" | "expires_at" | "coupon_set_name" | "coupon_set_uuid" | "status"
>;

interface Done {
  coupons: Given[];
}

const doneOf = (data: readonly Coupon[]): Done => ({
  coupons: data.map(({ uuid, code, expires_at, coupon_set_name, coupon_set_uuid, status }) => ({
    uuid,
    code,
    coupon_set_name,
    coupon_set_uuid,
    status,
    ...(expires_at !== undefined && { expires_at }),
  })),
});

export const giving: WriteKind<Giving, Done> = {
  what: ({ say }, { set, quantity, who }) =>
    say("staff.what.give", { count: quantity, set: clip(set, 100), who }),
  async perform(connect, { input }, ref_id, signal) {
    const { data } = await connect.giveCouponToMemberId({ ...input, ref_id }, { signal });
    return doneOf(data);
  },
  async find(connect, { input, quantity }, confirmation, signal) {
    const query = { member_uuid: input.memberUuid, from: sinceOf(confirmation), size: 100 };
    const { data, pagination } = await connect.getGiveCouponHistory(query, { signal });
    const { refId } = confirmation;
    const ours = data.filter((row) => row.given_ref_id === refId || row.ref_id === refId);
    if (ours.length >= quantity) return { done: doneOf(ours) };
    const alike = data.filter(
      (row) =>
        row.coupon_set_uuid === input.coupon_set_uuid &&
        row.given_ref_id === undefined &&
        row.ref_id === undefined,
    );
    return ours.length > 0 || alike.length > 0 || pagination.total > data.length
      ? "unclear"
      : "nothing";
  },
  ended: (look, { set, quantity, who }, { coupons }) => ({
    title: look.say("staff.done.give", { count: quantity, set: clip(set, 100), who }),
    facts: coupons.map((coupon) => `${coupon.code} · ${untilOf(look, coupon).words}`),
  }),
  concerns: (order) => order,
  notice: ({ set, quantity }, confirmation) => ({
    kind: "gift",
    name: set,
    quantity,
    confirmation,
  }),
  undo: ({ memberUuid, lineId, who, set }, { coupons }) => ({
    kind: "takingBack",
    order: {
      memberUuid,
      lineId,
      who,
      set,
      coupons: coupons.map(({ uuid, code }) => ({ uuid, code })),
    },
  }),
};
