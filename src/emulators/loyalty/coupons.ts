/** Reads coupons (given ones and codes not given yet) and determines whether they can be used. */
import type { Coupon, CouponCheck, CouponSet } from "../../loyalty/contract.ts";
import { ApiError } from "./api-error.ts";
import { addDays, endOfDay, localDate } from "./calendar.ts";
import { type Business, type Context, iso } from "./context.ts";
import type { Database } from "./database.ts";
import { type Condition, withoutNulls } from "./listing.ts";
import { pictureUrl } from "./pictures.ts";
import type { RandomSource } from "./random.ts";

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

// Reads coupon sets, checks whether coupons can be given from them, and computes the validity of given coupons.

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

// Generates coupon codes and normalises them for comparison.

/** Without 0 O 1 I L, which are easily confused. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 10;

/** The form in which codes are compared: ignores case, width, spaces and hyphens. */
export function codeKey(code: string): string {
  return code
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–—]/g, "");
}

/** A random code with at least one digit, so that it isn't read as a word. */
function newCode(random: RandomSource): string {
  const code = Array.from({ length }, () => letters[random.below(letters.length)]).join("");
  return /\d/.test(code) ? code : newCode(random);
}

interface CodeScope {
  business_id: number;
  set_id: number;
}

/** Inserts a code into a set. @returns false if the business already has that code. */
export function insertCode(
  database: Database,
  { business_id, set_id }: CodeScope,
  code: string,
  uuid: string,
): boolean {
  const { changes } = database.run(
    `INSERT INTO code (business_id, set_id, uuid, code, code_key, state)
     VALUES (?, ?, ?, ?, ?, 'PENDING') ON CONFLICT (business_id, code_key) DO NOTHING`,
    business_id,
    set_id,
    uuid,
    code,
    codeKey(code),
  );
  return changes === 1;
}

/** Inserts `quantity` new random codes into a set. */
export function generateCodes(
  database: Database,
  scope: CodeScope,
  quantity: number,
  random: RandomSource,
): void {
  for (let inserted = 0; inserted < quantity;)
    if (insertCode(database, scope, newCode(random), random.uuid())) inserted += 1;
}
