/** Reads coupon sets, checks whether coupons can be given from them, and computes the validity of given coupons. */
import type { CouponSet } from "../../loyalty/contract.ts";
import { addDays, endOfDay, localDate } from "./calendar.ts";
import { iso, type Business, type Context } from "./context.ts";
import { withoutNulls, type Condition } from "./listing.ts";
import { ApiError } from "./api-error.ts";
import { pictureUrl } from "./pictures.ts";

export interface SetRow {
  id: number;
  uuid: string;
  name: string;
  description: string;
  image: string | null;
  type: CouponSet["type"];
  value: number | null;
  source: CouponSet["source"];
  points_cost: number | null;
  status: CouponSet["status"];
  give_start_at: number | null;
  give_end_at: number | null;
  validity_mode: CouponSet["validity"]["mode"];
  validity_start_at: number | null;
  validity_end_on: string | null;
  validity_days: number | null;
  limit_total: number | null;
  limit_per_member: number | null;
  terms: string | null;
  created_at: number;
  pending: number;
  given: number;
  used: number;
  voided: number;
}

const gives = (status: string) =>
  `(SELECT count(*) FROM give WHERE set_id = s.id AND status = '${status}')`;

export const setColumns = `s.*, ${gives("GIVEN")} AS given, ${gives("USED")} AS used,
  ${gives("VOIDED")} AS voided,
  (SELECT count(*) FROM code WHERE set_id = s.id AND state = 'PENDING') AS pending`;

export function toCouponSet(row: SetRow, { origin }: Context): CouponSet {
  return {
    ...withoutNulls({
      uuid: row.uuid,
      name: row.name,
      description: row.description,
      image: pictureUrl(row.image, origin),
      type: row.type,
      value: row.value,
      source: row.source,
      points_cost: row.points_cost,
      status: row.status,
      give_start_at: isoOrNull(row.give_start_at),
      give_end_at: isoOrNull(row.give_end_at),
      terms: row.terms,
      created_at: iso(row.created_at),
    }),
    validity: withoutNulls({
      mode: row.validity_mode,
      start_at: isoOrNull(row.validity_start_at),
      end_on: row.validity_end_on,
      days: row.validity_days,
    }),
    limit: withoutNulls({ total: row.limit_total, per_member: row.limit_per_member }),
    count: {
      total: row.pending + row.given + row.used,
      pending: row.pending,
      given: row.given,
      used: row.used,
      voided: row.voided,
    },
  };
}

const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

export function setByUuid({ database, business }: Context, uuid: string): SetRow {
  const row = database.get<SetRow>(
    `SELECT ${setColumns} FROM coupon_set s WHERE s.business_id = ? AND s.uuid = ?`,
    business.id,
    uuid,
  );
  if (!row) throw new ApiError("NOT_FOUND", "no such coupon set");
  return row;
}

/** SQL condition for sets that coupons can be given from now; must agree with `expectGiveable`. */
export function giveable({ business, now }: Context): Condition {
  return [
    `s.status = 'ACTIVE' AND coalesce(s.give_start_at, 0) <= ? AND coalesce(s.give_end_at, ?) > ?
     AND coalesce(s.validity_end_on, '9999') >= ?
     AND (s.source = 'AUTO_GENERATE'
       OR EXISTS (SELECT 1 FROM code WHERE set_id = s.id AND state = 'PENDING'))
     AND (s.limit_total IS NULL OR s.limit_total > ${gives("GIVEN")} + ${gives("USED")})`,
    now,
    now + 1,
    now,
    localDate(now, business.timezone),
  ];
}

/** Checks the set's status, dates and total limit, but not its codes. @throws {ApiError} if `quantity` more coupons can't be given. */
export function assertGiveable(set: SetRow, { business, now }: Context, quantity: number): void {
  const open =
    set.status === "ACTIVE" &&
    (set.give_start_at ?? 0) <= now &&
    (set.give_end_at ?? now + 1) > now &&
    (set.validity_end_on ?? "9999") >= localDate(now, business.timezone);
  if (!open) throw new ApiError("COUPON_SET_NOT_ACTIVE", "the coupon set isn't given out now");
  if (set.limit_total !== null && set.given + set.used + quantity > set.limit_total)
    throw new ApiError("OUT_OF_STOCK", "the coupon set's limit is reached");
}

/** The validity of a coupon given now; `expires_at` is exclusive, null means unlimited. */
export function validityFrom(
  set: Pick<SetRow, "validity_mode" | "validity_start_at" | "validity_end_on" | "validity_days">,
  { timezone }: Pick<Business, "timezone">,
  now: number,
): { starts_at: number; expires_at: number | null } {
  if (set.validity_mode === "DAYS_AFTER_GIVE") {
    const last = addDays(localDate(now, timezone), set.validity_days ?? 0);
    return { starts_at: now, expires_at: endOfDay(last, timezone) };
  }
  return {
    starts_at: set.validity_start_at ?? now,
    expires_at: set.validity_end_on === null ? null : endOfDay(set.validity_end_on, timezone),
  };
}
