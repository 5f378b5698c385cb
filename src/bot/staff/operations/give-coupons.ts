/** The operation that gives coupons to a member. */
import type { Coupon, Input } from "../../../loyalty/contract.ts";
import type { RenderContext } from "../../context.ts";
import { validUntilForStaff } from "../../views/coupon-text.ts";
import { clip } from "../../views/flex-components.ts";
import { findWrittenRows } from "./find-written-rows.ts";
import { memberNow, setChange } from "./check-before-send.ts";
import { requireOrdered, type AffectedMember, type WriteOperation } from "./write-operation.ts";

export interface GiveCoupons extends AffectedMember {
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

/** Whether no field of a coupon contradicts the gift. */
const isAlike = (
  { coupon_set_uuid, member_uuid }: Coupon,
  { memberUuid, coupon_set_uuid: setUuid }: GiveCoupons["input"],
): boolean => coupon_set_uuid === setUuid && (member_uuid ?? memberUuid) === memberUuid;

/** Whether the member has it: a pending coupon is in the stock. */
const isGiven = ({ status }: Coupon): boolean => status !== "VOIDED" && status !== "PENDING";

export const giveCoupons: WriteOperation<GiveCoupons, Done> = {
  describe: ({ t }, { set, quantity, who }) =>
    t("staff.what.give", { count: quantity, set: clip(set, 100), who }),
  async perform({ loyalty, options }, { input, quantity }, ref_id) {
    const { data } = await loyalty.giveCouponToMemberId({ ...input, ref_id }, options);
    const alike = data.filter((one) => isAlike(one, input) && isGiven(one));
    const given = new Set(alike.map(({ uuid }) => uuid));
    requireOrdered("giveCouponToMemberId", given.size === quantity && data.length === quantity);
    return { done: doneOf(data) };
  },
  async lookAgain(ctx, { input, set, quantity, ...holder }) {
    const member = await memberNow(ctx, holder, []);
    if (member === "gone") return { refused: "NOT_FOUND", detail: null };
    // One who can't be found is still the one whose uuid is sent.
    if (member !== "unknown" && !member.active) return { refused: "MEMBER_INACTIVE", detail: null };
    return setChange(ctx, { uuid: input.coupon_set_uuid, name: set }, quantity);
  },
  async find({ loyalty, refId, isOtherOrder, since, signal }, { input, quantity }) {
    const { memberUuid, coupon_set_uuid } = input;
    const found = await findWrittenRows({
      list: (query) => loyalty.getGiveCouponHistory(query, { signal }),
      refId,
      around: { member_uuid: memberUuid },
      since,
      keyOf: (row) => row.uuid,
      // A use has its own key, which may replace the gift's key in `ref_id`.
      hasOurKey: (row) => row.given_ref_id === refId || row.ref_id === refId,
      refIdOf: (row) => row.given_ref_id ?? (row.status === "USED" ? undefined : row.ref_id),
      isOtherOrder,
      isAlike: (row) => isAlike(row, input),
      isProven: (row) => row.coupon_set_uuid === coupon_set_uuid && row.member_uuid === memberUuid,
      isIntact: isGiven,
      timeOf: (row) => row.given_at,
      count: quantity,
    });
    return typeof found === "string" ? found : { done: doneOf(found) };
  },
  resultView: (ctx, { set, quantity, who }, { coupons }) => ({
    title: ctx.t("staff.done.give", { count: quantity, set: clip(set, 100), who }),
    facts: couponFacts(ctx, coupons),
  }),
  notice: ({ set, quantity }, confirmation) => ({
    kind: "gift",
    name: set,
    quantity,
    confirmation,
  }),
  undo: ({ memberUuid, lineId, who, set }, { coupons }) => ({
    operation: "void_coupons",
    order: {
      memberUuid,
      lineId,
      who,
      set,
      coupons: coupons.map(({ uuid, code }) => ({ uuid, code })),
    },
  }),
};

/** The codes, and until when they can be used: said once where it is the same for all. */
function couponFacts(ctx: RenderContext, coupons: readonly Given[]): string[] {
  const [end = "", ...others] = new Set(coupons.map((coupon) => validUntilForStaff(ctx, coupon)));
  return others.length === 0
    ? [...coupons.map(({ code }) => code), end]
    : coupons.map((coupon) => `${coupon.code} · ${validUntilForStaff(ctx, coupon)}`);
}
