/** Contract of the operations on coupon sets and on the coupons given from them, with their shapes. */
import { z } from "zod";
import { flag, instant, listQuery, operation, type RefusalCode, text } from "./operation.ts";
import {
  ifPresent,
  isBlank,
  isRecord,
  maybe,
  orEmpty,
  pageOf,
  record,
  recordOrEmpty,
  time,
} from "./parts.ts";

// The shapes of coupon sets and of the coupons given from them, as the platform sends and takes them.

const kind = z.enum(["DISCOUNT_AMOUNT", "DISCOUNT_PERCENT", "FREE_ITEM", "OTHER"]);
const source = z.enum(["IMPORT", "GENERATE", "AUTO_GENERATE"]);
const setStatus = z.enum(["DRAFT", "ACTIVE", "PAUSED", "ENDED"]);
const couponStatus = z.enum(["PENDING", "GIVEN", "USED", "VOIDED", "EXPIRED"]);
const mode = z.enum(["FIXED", "DAYS_AFTER_GIVE"]);

/** Why a coupon can't be used. */
const reason = z.enum([
  "COUPON_VOIDED",
  "COUPON_USED",
  "COUPON_EXPIRED",
  "COUPON_NOT_STARTED",
  "COUPON_NOT_GIVEN",
  "COUPON_OTHER_MEMBER",
]);

export type CouponReason = z.output<typeof reason>;
export const couponReasons: readonly CouponReason[] = reason.options;

const intOrZero = orEmpty(z.int(), 0);

/** Without a mode it can't be read. None at all is one without an end. */
const setValidity = z.preprocess(
  (value) => (isBlank(value) ? { mode: "FIXED" } : isRecord(value) ? value : { end_on: value }),
  record({ mode: maybe(mode), start_at: maybe(time), end_on: maybe(time), days: maybe(z.int()) }),
);

const couponSet = record({
  uuid: z.string(),
  name: z.string(),
  description: orEmpty(z.string(), ""),
  image: maybe(z.string()),
  type: kind.catch("OTHER"),
  value: maybe(z.number()),
  source,
  points_cost: maybe(z.int()),
  status: setStatus,
  give_start_at: maybe(time),
  give_end_at: maybe(time),
  validity: setValidity,
  limit: recordOrEmpty({ total: maybe(z.int()), per_member: maybe(z.int()) }),
  count: recordOrEmpty({
    total: intOrZero,
    pending: intOrZero,
    given: intOrZero,
    used: intOrZero,
    voided: intOrZero,
  }),
  terms: maybe(z.string()),
  created_at: maybe(time),
});

const coupon = record({
  uuid: z.string(),
  code: z.string(),
  coupon_set_uuid: z.string(),
  coupon_set_name: orEmpty(z.string(), ""),
  status: couponStatus,
  source: maybe(source),
  member_uuid: ifPresent(z.string()),
  given_at: maybe(time),
  given_by: maybe(z.string()),
  given_ref_id: maybe(z.string()),
  starts_at: maybe(time),
  expires_at: maybe(time),
  used_at: maybe(time),
  used_by: maybe(z.string()),
  used_ref_id: maybe(z.string()),
  branch_code: maybe(z.string()),
  ref_no: maybe(z.string()),
  ref_id: maybe(z.string()),
  remark: maybe(z.string()),
  voided_at: maybe(time),
  void_reason: maybe(z.string()),
});

const couponCheck = record({
  usable: z.boolean(),
  reason: maybe(reason),
  coupon,
  coupon_set: maybe(couponSet),
  checked_at: time,
});

/**
 * A set that coupons are given from. `value` is an amount of money or a percentage, by `type`;
 * `end_on` is the last valid calendar day in the business's time zone; `count.given` counts coupons
 * given and not used, including expired ones.
 */
export type CouponSet = z.output<typeof couponSet>;

/** A coupon given to a member, or voided. `expires_at` is exclusive. */
export type Coupon = z.output<typeof coupon>;

/** Whether a coupon can be used at `checked_at`, and the reason if not. */
export type CouponCheck = z.output<typeof couponCheck>;

const day = z.iso.date();

const newCouponSet = z
  .object({
    name: text(200),
    description: z.string().max(2000).optional(),
    image: z.url().max(2000).optional(),
    type: kind,
    value: z.number().min(0).max(1e9).optional(),
    source,
    codes: z
      .array(text(50).regex(/[\p{L}\p{N}]/u, "needs a letter or a digit"))
      .min(1)
      .max(10_000)
      .optional(),
    quantity: z.int().min(1).max(10_000).optional(),
    points_cost: z.int().min(0).optional(),
    status: setStatus.optional(),
    give_start_at: instant.optional(),
    give_end_at: instant.optional(),
    validity: z
      .object({
        mode,
        start_at: instant.optional(),
        end_on: day.optional(),
        days: z.int().min(0).max(3650).optional(),
      })
      .refine((validity) => validity.mode === "FIXED" || validity.days !== undefined, {
        path: ["days"],
        error: "DAYS_AFTER_GIVE takes days",
      })
      .optional(),
    limit: z
      .object({ total: z.int().min(1).optional(), per_member: z.int().min(1).optional() })
      .optional(),
    terms: z.string().max(5000).optional(),
    ref_id: text(100).optional(),
  })
  .refine((body) => (body.source === "IMPORT") === (body.codes !== undefined), {
    path: ["codes"],
    error: "IMPORT brings codes, other sources don't",
  })
  .refine((body) => (body.source === "GENERATE") === (body.quantity !== undefined), {
    path: ["quantity"],
    error: "GENERATE takes a quantity, other sources don't",
  });

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
