/** Create Coupon Set: creates a set, with its codes if they are imported or generated in advance. */
import { codeKey, generateCodes, insertCode } from "../coupon-codes.ts";
import type { Handler } from "../context.ts";
import { setByUuid, toCouponSet } from "../coupon-sets.ts";
import { nameKey } from "../listing.ts";
import { ApiError } from "../api-error.ts";

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
