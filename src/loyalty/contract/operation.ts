/** The record that describes an operation of the contract, and schemas of requests that the areas share. */
import { z } from "zod";

type Group =
  | "Authentication"
  | "Extension Config"
  | "Campaigns"
  | "Member Profiles"
  | "Transactions"
  | "Coupons";

export type Origin = "specified" | "public" | "assumed";

type Fields = z.ZodObject;
const noFields = z.object({});

/** One operation of the connect interface; the client, the emulator and the OpenAPI document are built from it. */
export interface Operation<
  Path extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Output extends z.ZodType = z.ZodType,
> {
  readonly group: Group;
  /** The name as published. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Appended literally to the base URL; `{name}` stands for a field of `input.path`. */
  readonly path: string;
  /** Query fields are codecs: text in the URL, numbers and booleans in code. */
  readonly input: { readonly path: Path; readonly query: Query; readonly body: Body };
  /** The body of a success; unknown keys are kept. */
  readonly output: Output;
  /** The HTTP status of a success. */
  readonly status: 200 | 201;
  /** Refusals specific to the operation; `refusalsOf` adds the common ones. */
  readonly errors: readonly RefusalCode[];
  /** Source: the specification, the vendor's public reference, or assumed in the same style. */
  readonly origin: Origin;
  /** Query fields that are assumed though the operation isn't; the client never relies on their effect. */
  readonly assumedFields: readonly string[];
  /** The token needed: none, one of either flow, one of the exchange flow, or a management user's. */
  readonly auth: "none" | "token" | "exchange" | "management";
  /** Whether the same call may be repeated: always, with a `ref_id`, or never. */
  readonly idempotency: "safe" | "by_ref_id" | "never";
}

/** Completes an operation's record; the defaults are no input, no refusals of its own, nothing else assumed and `auth` "token". */
export function operation<
  Output extends z.ZodType,
  Path extends Fields = typeof noFields,
  Query extends Fields = typeof noFields,
  Body extends Fields = typeof noFields,
>(
  fields: Omit<
    Operation<Path, Query, Body, Output>,
    "input" | "errors" | "assumedFields" | "auth"
  > &
    Partial<Pick<Operation, "errors" | "assumedFields" | "auth">> & {
      input?: Partial<Operation<Path, Query, Body>["input"]>;
    },
): Operation<Path, Query, Body, Output> {
  const { path = noFields, query = noFields, body = noFields } = fields.input ?? {};
  return {
    errors: [],
    assumedFields: [],
    auth: "token",
    ...fields,
    input: { path, query, body } as Operation<Path, Query, Body>["input"],
  };
}

/** All refusals of an operation, including the common ones. */
export function refusalsOf({ errors, auth, idempotency }: Operation): RefusalCode[] {
  const codes: RefusalCode[] = ["BAD_REQUEST", "RATE_LIMITED", "BUSY", ...errors];
  if (auth !== "none") codes.push("UNAUTHORIZED");
  if (idempotency === "by_ref_id") codes.push("REF_REUSED");
  return [...new Set(codes)];
}

const digits = z.string().regex(/^\d{1,15}$/, "not a whole number");
const natural = z.int().min(1, "less than 1");
const asText = { decode: Number, encode: String };

/** A whole number of at least 1 in a path or a query. */
const count = z.codec(digits, natural, asText);

/** An id that the platform has given, in a path: any whole number that a response can have. */
export const givenId = z.codec(
  z.string().regex(/^-?\d{1,16}$/, "not a whole number"),
  z.int(),
  asText,
);

/** Whether a text is a whole number that can't be held exactly: a row with such an id can't be read. */
export const isTooLargeId = (written: string): boolean =>
  /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written));

/** A page size in a query; more than `max` is refused. */
export const sizeUpTo = (max: number, usual: number) =>
  z.codec(digits, natural.max(max, `more than ${max}`).meta({ default: usual }), asText);

/** `true` or `false` in a query. */
export const flag = z.stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" });

/** A time with a UTC offset in a query: ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

/** A time in UTC in a query: ISO 8601 with a final `Z`; an offset is refused. */
export const utcInstant = z.iso.datetime({ offset: false });

/** Text in a request: trimmed, 1 to `max` characters. */
export const text = (max: number) => z.string().trim().min(1).max(max);

/** Query fields of every list. `page` starts at 1; a `size` above 100 counts as 100; `sort` is `field` or `-field` (descending). */
export const listQuery = {
  page: count.optional(),
  size: count.optional(),
  sort: z.string().optional(),
  search: z.string().max(200).optional(),
};

/** The platform's refusal codes and their HTTP statuses. */
export const refusals = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  CARD_AMBIGUOUS: 409,
  CARD_MISMATCH: 409,
  INSUFFICIENT_POINTS: 409,
  POINTS_ALREADY_SPENT: 409,
  REF_NO_TAKEN: 409,
  REF_ID_AMBIGUOUS: 409,
  MEMBER_INACTIVE: 409,
  COUPON_SET_NOT_ACTIVE: 409,
  OUT_OF_STOCK: 409,
  MEMBER_LIMIT_REACHED: 409,
  CODE_TAKEN: 409,
  COUPON_VOIDED: 409,
  COUPON_USED: 409,
  COUPON_EXPIRED: 409,
  COUPON_NOT_STARTED: 409,
  COUPON_NOT_GIVEN: 409,
  COUPON_OTHER_MEMBER: 409,
  REF_REUSED: 422,
  RATE_LIMITED: 429,
  BUSY: 503,
} as const;

export type RefusalCode = keyof typeof refusals;

// The two published groups of the interface, which differ in the addresses of their connect operations.

export const apiVersions = ["v1", "v2"] as const;

/** `v1`: "Open API (Deprecated)", with the specified addresses; `v2`: "Open API (V2)". */
export type ApiVersion = (typeof apiVersions)[number];

/** An operation's path in a group, from its path in the contract; tokens are issued at the same address in both. */
export const pathIn = (version: ApiVersion, path: string): string =>
  version === "v1" ? path : path.replace(/^\/api\/v1\/connect\//, "/v2/connect/");

/** Addresses of the second group that are in the vendor's public reference; the others follow their example. */
const publicInV2: ReadonlySet<string> = new Set([
  "/api/v1/connect/transactions",
  "/api/v1/connect/burn/points",
]);

/** The source of an operation's address in a group. */
export function addressOrigin(
  version: ApiVersion,
  { path, origin }: { path: string; origin: Origin },
): Origin {
  if (version === "v1" || pathIn(version, path) === path) return origin;
  return publicInV2.has(path) ? "public" : "assumed";
}
