/** The operation that marks a coupon as used. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { clip } from "../../views/flex-components.ts";
import { requireOrdered, type AffectedMember, type WriteOperation } from "./write-operation.ts";

export interface UseCoupon extends AffectedMember {
  code: string;
  set: string;
  staffCode: string;
}

interface Done {
  uuid: string;
  code: string;
}

/** Whether a coupon may be the member's; an empty `memberUuid` is anybody. */
const isTheirs = (coupon: Pick<Coupon, "member_uuid">, memberUuid: string): boolean =>
  !memberUuid || !coupon.member_uuid || coupon.member_uuid === memberUuid;

export const useCoupon: WriteOperation<UseCoupon, Done> = {
  describe: ({ t }, { code, set, who }) => t("staff.what.use", { code, set: clip(set, 100), who }),
  async perform({ loyalty, options }, { code, memberUuid, staffCode }, ref_id) {
    const used = await loyalty.markUseCoupon(
      { code, staff_code: staffCode, ref_id, ...(memberUuid && { member_uuid: memberUuid }) },
      options,
    );
    const isOrdered = used.status === "USED" && used.code === code && isTheirs(used, memberUuid);
    requireOrdered("markUseCoupon", isOrdered);
    return { done: { uuid: used.uuid, code: used.code } };
  },
  async lookAgain({ loyalty, signal }, { code, memberUuid }) {
    const { usable, reason, coupon } = await loyalty.checkCoupon({ code }, { signal });
    const { member_uuid = "", used_at, used_by, branch_code, starts_at, expires_at } = coupon;
    if (!usable) {
      const detail = { used_at, used_by, branch_code, starts_at, expires_at };
      return { refused: reason ?? "CONFLICT", detail };
    }
    return member_uuid === memberUuid ? null : { refused: "COUPON_OTHER_MEMBER", detail: null };
  },
  async find({ loyalty, refId, signal }, { code, memberUuid }) {
    const { coupon } = await loyalty.checkCoupon({ code }, { signal });
    if (coupon.status !== "USED") return "nothing";
    const isOurs = isTheirs(coupon, memberUuid) && (coupon.used_ref_id ?? coupon.ref_id) === refId;
    return isOurs ? { done: { uuid: coupon.uuid, code: coupon.code } } : "unclear";
  },
  resultView: ({ t }, { code, set, who }) => ({
    title: t("staff.done.use", { code, set: clip(set, 100) }),
    facts: [who],
  }),
};
