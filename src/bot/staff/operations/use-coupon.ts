/** Marking a coupon as used at the till. */
import { clip } from "../../views/flex-components.ts";
import type { Concerned, WriteKind } from "./write-operation.ts";

export interface Using extends Concerned {
  code: string;
  set: string;
  staffCode: string;
}

interface Done {
  uuid: string;
  code: string;
}

export const using: WriteKind<Using, Done> = {
  what: ({ say }, { code, set, who }) => say("staff.what.use", { code, set: clip(set, 100), who }),
  async perform({ connect, options }, { code, memberUuid, staffCode }, ref_id) {
    const used = await connect.markUseCoupon(
      { code, staff_code: staffCode, ref_id, ...(memberUuid && { member_uuid: memberUuid }) },
      options,
    );
    return { done: { uuid: used.uuid, code: used.code } };
  },
  async find({ connect, refId, signal }, { code, memberUuid }) {
    const { coupon } = await connect.checkCoupon({ code }, { signal });
    if (coupon.status !== "USED") return "nothing";
    const isTheirs = !memberUuid || !coupon.member_uuid || coupon.member_uuid === memberUuid;
    const isOurs = isTheirs && (coupon.used_ref_id ?? coupon.ref_id) === refId;
    return isOurs ? { done: { uuid: coupon.uuid, code: coupon.code } } : "unclear";
  },
  ended: ({ say }, { code, set, who }) => ({
    title: say("staff.done.use", { code, set: clip(set, 100) }),
    facts: [who],
  }),
  concerns: (order) => order,
};
