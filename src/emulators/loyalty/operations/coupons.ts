/** The operations on coupon sets and on the coupons given from them. */
import { ApiError } from "../api-error.ts";
import { type Context, type Handler, iso } from "../context.ts";
import {
  assertGiveable,
  codeKey,
  couponByCode,
  couponByUuid,
  generateCodes,
  giveable,
  giveColumns,
  type GiveRow,
  giveTables,
  insertCode,
  inStatus,
  setByUuid,
  setColumns,
  type SetRow,
  toCoupon,
  toCouponSet,
  unusableReason,
  usable,
  validityFrom,
} from "../coupons.ts";
import { activeConditions, nameKey, negate, queryPage } from "../listing.ts";

/** Create Coupon Set: creates a set, with its codes if they are imported or generated in advance. */
export const createCouponSet: Handler<"createCouponSet"> = (input, context) => {
  const { database, random, business, now } = context;
  const { validity = { mode: "FIXED" }, limit = {} } = input;
  const uuid = random.uuid();
  const { id } = database.run(
    `INSERT INTO coupon_set (business_id, uuid, name, name_key, description, image, type, value,
       source, points_cost, status, give_start_at, give_end_at, validity_mode, validity_start_at,
       validity_end_on, validity_days, limit_total, limit_per_member, terms, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    business.id,
    uuid,
    input.name,
    nameKey(input.name),
    input.description ?? "",
    input.image ?? null,
    input.type,
    input.value ?? null,
    input.source,
    input.points_cost ?? null,
    input.status ?? "ACTIVE",
    milliseconds(input.give_start_at),
    milliseconds(input.give_end_at),
    validity.mode,
    milliseconds(validity.start_at),
    validity.end_on ?? null,
    validity.days ?? null,
    limit.total ?? null,
    limit.per_member ?? null,
    input.terms ?? null,
    now,
  );
  const scope = { business_id: business.id, set_id: id };
  const duplicates = (input.codes ?? []).filter(
    (code) => !insertCode(database, scope, code, random.uuid()),
  );
  if (duplicates.length > 0)
    throw new ApiError("CODE_TAKEN", "codes that exist already, or twice in the list", {
      detail: {
        codes: [...new Set(duplicates.map(codeKey))].slice(0, 10),
        count: duplicates.length,
      },
    });
  generateCodes(database, scope, input.quantity ?? 0, random);
  return toCouponSet(setByUuid(context, uuid), context);
};

const milliseconds = (time: string | undefined) => (time === undefined ? null : Date.parse(time));

/** Get Coupon Set: lists coupon sets, newest first. */
export const getCouponSet: Handler<"getCouponSet"> = (input, context) => {
  const { database, business } = context;
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: setColumns,
    from: "coupon_set s",
    where: activeConditions(
      ["s.business_id = ?", business.id],
      search && ["s.uuid = ? OR instr(s.name_key, ?) > 0", search, nameKey(search)],
      input.status && ["s.status = ?", input.status],
      input.giveable === true && giveable(context),
      input.giveable === false && negate(giveable(context)),
    ),
    sorts: { created_at: "s.created_at", name: "s.name_key", points_cost: "s.points_cost" },
    sort: "-created_at",
    key: "s.id",
    toEntry: (row: SetRow) => toCouponSet(row, context),
  });
};

/** Give Coupon to Member ID: one or several coupons of a set to one member, all or nothing. */
export const giveCouponToMemberId: Handler<"giveCouponToMemberId"> = (input, context) => {
  const { database, random, business, now } = context;
  const { quantity = 1 } = input;
  const member = database.get<{ id: number; active: number }>(
    "SELECT id, active FROM member WHERE business_id = ? AND uuid = ?",
    business.id,
    input.memberUuid,
  );
  if (!member) throw new ApiError("NOT_FOUND", "no such member");
  const set = setByUuid(context, input.coupon_set_uuid);
  if (!member.active) throw new ApiError("MEMBER_INACTIVE", "the member isn't active");
  assertGiveable(set, context, quantity);
  const codes = takeCodes(context, set, quantity);
  const held = database.get<{ gives: number }>(
    "SELECT count(*) AS gives FROM give WHERE member_id = ? AND set_id = ? AND status <> 'VOIDED'",
    member.id,
    set.id,
  )!;
  if (set.limit_per_member !== null && held.gives + quantity > set.limit_per_member)
    throw new ApiError("MEMBER_LIMIT_REACHED", "the member has as many as the set allows");
  const { starts_at, expires_at } = validityFrom(set, business, now);
  const data = codes.map(({ id: codeId, code, code_key }) => {
    const uuid = random.uuid();
    const { id } = database.run(
      `INSERT INTO give (business_id, set_id, member_id, uuid, code, code_key, status, given_at,
         given_by, given_ref_no, given_ref_id, remark, starts_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, 'GIVEN', ?, ?, ?, ?, ?, ?, ?)`,
      business.id,
      set.id,
      member.id,
      uuid,
      code,
      code_key,
      now,
      input.staff_code ?? null,
      input.ref_no ?? null,
      input.ref_id ?? null,
      input.remark ?? null,
      starts_at,
      expires_at,
    );
    database.run("UPDATE code SET give_id = ? WHERE id = ?", id, codeId);
    return toCoupon(couponByUuid(context, uuid), now);
  });
  return { message: `coupons given: ${data.length}`, data };
};

interface CodeRow {
  id: number;
  code: string;
  code_key: string;
}

/** Picks and marks codes in one statement; an error afterwards rolls it back with the transaction. */
function takeCodes(
  { database, random, business }: Context,
  set: SetRow,
  quantity: number,
): CodeRow[] {
  if (set.source === "AUTO_GENERATE")
    generateCodes(database, { business_id: business.id, set_id: set.id }, quantity, random);
  const codes = database.all<CodeRow>(
    `UPDATE code SET state = 'GIVEN' WHERE id IN (
       SELECT id FROM code WHERE set_id = ? AND state = 'PENDING' ORDER BY id LIMIT ?)
     RETURNING id, code, code_key`,
    set.id,
    quantity,
  );
  if (codes.length < quantity)
    throw new ApiError("OUT_OF_STOCK", "the coupon set has too few codes left", {
      detail: { left: codes.length, requested: quantity },
    });
  return codes;
}

/** Get Give Coupon History: lists all given coupons, including voided ones, newest first. */
export const getGiveCouponHistory: Handler<"getGiveCouponHistory"> = (input, context) => {
  const { database, business, now } = context;
  const search = input.search?.trim();
  return queryPage(database, input, {
    select: giveColumns,
    from: giveTables,
    where: activeConditions(
      ["g.business_id = ?", business.id],
      input.member_uuid !== undefined && ["m.uuid = ?", input.member_uuid],
      input.coupon_set_uuid !== undefined && ["s.uuid = ?", input.coupon_set_uuid],
      input.status && inStatus(input.status, now),
      input.usable === true && usable(now),
      input.usable === false && negate(usable(now)),
      input.staff_code !== undefined && ["? IN (g.given_by, g.used_by)", input.staff_code],
      input.ref_id !== undefined && [
        "g.given_ref_id = ? OR g.used_ref_id = ?",
        input.ref_id,
        input.ref_id,
      ],
      input.from !== undefined && ["g.given_at >= ?", Date.parse(input.from)],
      input.to !== undefined && ["g.given_at < ?", Date.parse(input.to)],
      search && [
        "g.uuid = ? OR g.code_key = ? OR instr(s.name_key, ?) > 0",
        search,
        codeKey(search),
        nameKey(search),
      ],
    ),
    sorts: {
      given_at: "g.given_at",
      // Coupons without an expiry come last.
      expires_at: "coalesce(g.expires_at, 9e15)",
      used_at: "g.used_at",
    },
    sort: "-given_at",
    key: "g.id",
    toEntry: (row: GiveRow) => toCoupon(row, now),
  });
};

/** Check Coupon: whether a code can be used now, and the reason if not. Read-only. */
export const checkCoupon: Handler<"checkCoupon"> = (input, context) => {
  const { now } = context;
  const row = couponByCode(context, input.code);
  const reason = unusableReason(row, input.member_uuid, now);
  return {
    usable: reason === undefined,
    reason,
    coupon: toCoupon(row, now),
    coupon_set: toCouponSet(setByUuid(context, row.coupon_set_uuid), context),
    checked_at: iso(now),
  };
};

/** Mark Use Coupon: redeems a coupon, once. */
export const markUseCoupon: Handler<"markUseCoupon"> = (input, context) => {
  const { database, business, now } = context;
  const row =
    input.coupon_uuid === undefined
      ? couponByCode(context, input.code ?? "")
      : couponByUuid(context, input.coupon_uuid);
  const reason = unusableReason(row, input.member_uuid, now);
  if (row.status === "PENDING" || reason !== undefined) {
    const { used_at, used_by, branch_code } = toCoupon(row, now);
    const detail = { used_at, used_by, branch_code };
    throw new ApiError(reason ?? "COUPON_NOT_GIVEN", "the coupon can't be used", {
      ...(reason === "COUPON_USED" && { detail }),
    });
  }
  database.run(
    `UPDATE give SET status = 'USED', used_at = ?, used_by = ?, branch_code = ?, used_ref_no = ?,
       used_ref_id = ? WHERE id = ?`,
    now,
    input.staff_code ?? null,
    input.branch_code ?? null,
    input.ref_no ?? null,
    input.ref_id ?? null,
    row.id,
  );
  database.run(
    "UPDATE code SET state = 'USED' WHERE business_id = ? AND code_key = ?",
    business.id,
    row.code_key,
  );
  return { message: "coupon used", ...toCoupon(couponByUuid(context, row.uuid), now) };
};

/** Void Give Coupon: voids a given coupon; its code returns to the set, or is deleted if it was generated on giving. */
export const voidGiveCoupon: Handler<"voidGiveCoupon"> = ({ couponUuid }, context) => {
  const { database, business, now } = context;
  const row = couponByUuid(context, couponUuid);
  if (row.status === "VOIDED") return toCoupon(row, now);
  if (row.status === "USED") throw new ApiError("COUPON_USED", "the coupon is used");
  database.run(
    row.source === "AUTO_GENERATE"
      ? "DELETE FROM code WHERE business_id = ? AND code_key = ?"
      : `UPDATE code SET state = 'PENDING', give_id = NULL
         WHERE business_id = ? AND code_key = ?`,
    business.id,
    row.code_key,
  );
  database.run(
    "UPDATE give SET status = 'VOIDED', voided_at = ?, void_reason = ? WHERE id = ?",
    now,
    "voided by request",
    row.id,
  );
  return toCoupon(couponByUuid(context, couponUuid), now);
};
