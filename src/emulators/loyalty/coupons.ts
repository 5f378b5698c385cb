/** Reads coupons (given ones and codes not given yet) and determines whether they can be used. */
import type { Coupon, CouponCheck } from "../../loyalty/contract.ts";
import { codeKey } from "./coupon-codes.ts";
import { iso, type Context } from "./context.ts";
import { withoutNulls, type Condition } from "./listing.ts";
import { ApiError } from "./api-error.ts";

export interface GiveRow {
  id: number;
  uuid: string;
  code: string;
  code_key: string;
  status: "GIVEN" | "USED" | "VOIDED";
  coupon_set_uuid: string;
  coupon_set_name: string;
  source: NonNullable<Coupon["source"]>;
  member_uuid: string;
  given_at: number;
  given_by: string | null;
  given_ref_no: string | null;
  given_ref_id: string | null;
  remark: string | null;
  starts_at: number;
  expires_at: number | null;
  used_at: number | null;
  used_by: string | null;
  used_ref_no: string | null;
  used_ref_id: string | null;
  branch_code: string | null;
  voided_at: number | null;
  void_reason: string | null;
}

/** A code that isn't given, or whose give was voided. */
interface PendingRow {
  uuid: string;
  code: string;
  status: "PENDING";
  coupon_set_uuid: string;
  coupon_set_name: string;
  source: NonNullable<Coupon["source"]>;
}

export const giveColumns = `g.*, s.uuid AS coupon_set_uuid, s.name AS coupon_set_name, s.source,
  m.uuid AS member_uuid`;

export const giveTables =
  "give g JOIN coupon_set s ON s.id = g.set_id JOIN member m ON m.id = g.member_id";

export function toCoupon(row: GiveRow | PendingRow, now: number): Coupon {
  const { uuid, code, coupon_set_uuid, coupon_set_name, source } = row;
  const shared = { uuid, code, coupon_set_uuid, coupon_set_name, source };
  if (row.status === "PENDING") return { ...shared, status: row.status };
  return withoutNulls({
    ...shared,
    // Expiry is computed, never stored, so that it doesn't depend on a periodic job.
    status: isExpired(row, now) ? "EXPIRED" : row.status,
    member_uuid: row.member_uuid,
    given_at: iso(row.given_at),
    given_by: row.given_by,
    given_ref_id: row.given_ref_id,
    starts_at: iso(row.starts_at),
    expires_at: row.expires_at === null ? null : iso(row.expires_at),
    used_at: row.used_at === null ? null : iso(row.used_at),
    used_by: row.used_by,
    used_ref_id: row.used_ref_id,
    branch_code: row.branch_code,
    ref_no: row.used_ref_no ?? row.given_ref_no,
    ref_id: row.used_ref_id ?? row.given_ref_id,
    remark: row.remark,
    voided_at: row.voided_at === null ? null : iso(row.voided_at),
    void_reason: row.void_reason,
  });
}

function isExpired(row: GiveRow, now: number): boolean {
  return row.status === "GIVEN" && row.expires_at !== null && row.expires_at <= now;
}

/** Why a coupon can't be used now; undefined if it can. */
export function unusableReason(
  row: GiveRow | PendingRow,
  memberUuid: string | undefined,
  now: number,
): CouponCheck["reason"] {
  if (row.status === "PENDING") return "COUPON_NOT_GIVEN";
  if (row.status === "VOIDED") return "COUPON_VOIDED";
  if (row.status === "USED") return "COUPON_USED";
  if (isExpired(row, now)) return "COUPON_EXPIRED";
  if (row.starts_at > now) return "COUPON_NOT_STARTED";
  if (memberUuid !== undefined && memberUuid !== row.member_uuid) return "COUPON_OTHER_MEMBER";
  return undefined;
}

/** SQL condition for coupons that can be used now; must agree with `whyNot`. */
export function usable(now: number): Condition {
  return [
    "g.status = 'GIVEN' AND (g.expires_at IS NULL OR g.expires_at > ?) AND g.starts_at <= ?",
    now,
    now,
  ];
}

export function inStatus(status: Exclude<Coupon["status"], "PENDING">, now: number): Condition {
  if (status === "EXPIRED") return ["g.status = 'GIVEN' AND g.expires_at <= ?", now];
  if (status === "GIVEN")
    return ["g.status = 'GIVEN' AND (g.expires_at IS NULL OR g.expires_at > ?)", now];
  return ["g.status = ?", status];
}

/** The coupon of a code: its current give, the code itself if it isn't given, or its newest give if the code no longer exists. @throws {ApiError} */
export function couponByCode(context: Context, code: string): GiveRow | PendingRow {
  const { database, business } = context;
  const key = codeKey(code);
  const existing = database.get<PendingRow & { give_id: number | null }>(
    `SELECT k.uuid, k.code, k.state AS status, k.give_id, s.uuid AS coupon_set_uuid,
       s.name AS coupon_set_name, s.source
     FROM code k JOIN coupon_set s ON s.id = k.set_id WHERE k.business_id = ? AND k.code_key = ?`,
    business.id,
    key,
  );
  const [row] = existing
    ? existing.give_id === null
      ? [existing]
      : givesWhere(context, "g.id = ?", existing.give_id)
    : givesWhere(context, "g.code_key = ?", key);
  if (!row) throw new ApiError("NOT_FOUND", "no such coupon code");
  return row;
}

export function couponByUuid(context: Context, uuid: string): GiveRow {
  const [row] = givesWhere(context, "g.uuid = ?", uuid);
  if (!row) throw new ApiError("NOT_FOUND", "no such coupon");
  return row;
}

/** The business's gives that match, newest first. */
function givesWhere(
  { database, business }: Context,
  condition: string,
  value: string | number,
): GiveRow[] {
  return database.all<GiveRow>(
    `SELECT ${giveColumns} FROM ${giveTables}
     WHERE g.business_id = ? AND ${condition} ORDER BY g.id DESC`,
    business.id,
    value,
  );
}
