/** Contract of the operations on coupon sets and on the coupons given from them. */
import { z } from "zod";
import {
  coupon,
  couponCheck,
  couponReasons,
  couponSet,
  couponStatus,
  newCouponSet,
  setStatus,
} from "./coupon-schemas.ts";
import type { RefusalCode } from "./refusals.ts";
import { flag, instant, listQuery, operation, text } from "./operation.ts";
import { orEmpty, pageOf, record } from "./parts.ts";

const message = orEmpty(z.string(), "");
const handling = {
  staff_code: text(50).optional(),
  ref_no: text(100).optional(),
  ref_id: text(100).optional(),
};

const shared = { group: "Coupons", origin: "assumed" } as const;

const unusable: RefusalCode[] = [...couponReasons];

export const coupons = {
  getCouponSet: operation({
    ...shared,
    name: "Get Coupon Set",
    method: "GET",
    path: "/api/v1/connect/coupon/set",
    input: {
      query: z.object({
        ...listQuery,
        status: setStatus.optional(),
        giveable: flag.optional(),
      }),
    },
    output: pageOf(couponSet),
    status: 200,
    idempotency: "safe",
  }),
  createCouponSet: operation({
    ...shared,
    name: "Create Coupon Set",
    method: "POST",
    path: "/api/v1/connect/coupon/set",
    input: { body: newCouponSet },
    output: couponSet,
    status: 201,
    errors: ["CODE_TAKEN"],
    idempotency: "by_ref_id",
  }),
  giveCouponToMemberId: operation({
    ...shared,
    name: "Give Coupon to Member ID",
    method: "POST",
    path: "/api/v1/connect/coupon/give/{memberUuid}",
    input: {
      path: z.object({ memberUuid: z.string().min(1) }),
      body: z.object({
        ...handling,
        coupon_set_uuid: text(100),
        quantity: z.int().min(1).max(10).optional(),
        remark: text(500).optional(),
      }),
    },
    output: record({ message, data: z.array(coupon) }),
    status: 201,
    errors: [
      "NOT_FOUND",
      "MEMBER_INACTIVE",
      "COUPON_SET_NOT_ACTIVE",
      "OUT_OF_STOCK",
      "MEMBER_LIMIT_REACHED",
    ],
    idempotency: "by_ref_id",
  }),
  getGiveCouponHistory: operation({
    ...shared,
    name: "Get Give Coupon History",
    method: "GET",
    path: "/api/v1/connect/coupon/give/history",
    input: {
      query: z.object({
        ...listQuery,
        member_uuid: z.string().optional(),
        coupon_set_uuid: z.string().optional(),
        status: couponStatus.exclude(["PENDING"]).optional(),
        usable: flag.optional(),
        staff_code: z.string().optional(),
        ref_id: z.string().trim().optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
    },
    output: pageOf(coupon),
    status: 200,
    idempotency: "safe",
  }),
  voidGiveCoupon: operation({
    ...shared,
    name: "Void Give Coupon",
    method: "DELETE",
    path: "/api/v1/connect/coupon/void/{couponUuid}",
    input: { path: z.object({ couponUuid: z.string().min(1) }) },
    output: coupon,
    status: 200,
    errors: ["NOT_FOUND", "COUPON_USED"],
    idempotency: "safe",
  }),
  checkCoupon: operation({
    ...shared,
    name: "Check Coupon",
    method: "GET",
    path: "/api/v1/connect/coupon/check/{code}",
    input: {
      path: z.object({ code: z.string().min(1) }),
      query: z.object({ member_uuid: z.string().optional() }),
    },
    output: couponCheck,
    status: 200,
    errors: ["NOT_FOUND"],
    idempotency: "safe",
  }),
  markUseCoupon: operation({
    ...shared,
    name: "Mark Use Coupon",
    method: "POST",
    path: "/api/v1/connect/coupon/use",
    input: {
      body: z
        .object({
          ...handling,
          code: text(100).optional(),
          coupon_uuid: text(100).optional(),
          member_uuid: text(100).optional(),
          branch_code: text(50).optional(),
        })
        .refine((body) => (body.code === undefined) !== (body.coupon_uuid === undefined), {
          path: ["code"],
          error: "give code or coupon_uuid",
        }),
    },
    output: record({ message, ...coupon.shape }),
    status: 201,
    errors: ["NOT_FOUND", ...unusable],
    idempotency: "by_ref_id",
  }),
};
