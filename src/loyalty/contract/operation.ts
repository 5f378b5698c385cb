/** What is said of every operation, and the small schemas that the areas share. */
import { z } from "zod";
import type { RefusalCode } from "./refusals.ts";

export type Group =
  | "Authentication"
  | "Extension Config"
  | "Campaigns"
  | "Member Profiles"
  | "Transactions"
  | "Coupons";

type Fields = z.ZodObject;
const nothing = z.object({});

/** One operation of the connect interface: enough to call it, to serve it and to describe it. */
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
  /** Joined literally to the base address; `{name}` stands for a field of `input.path`. */
  readonly path: string;
  /** Query fields are codecs: text on the wire, numbers and booleans in code. */
  readonly input: { readonly path: Path; readonly query: Query; readonly body: Body };
  /** What a success carries; unknown keys pass through. */
  readonly output: Output;
  /** The HTTP status of a success. */
  readonly status: 200 | 201;
  /** Refusals of its own, beside those that any operation can meet (see `refusalsOf`). */
  readonly errors: readonly RefusalCode[];
  /** Given by the specification, seen in the vendor's public reference, or assumed in their style. */
  readonly origin: "specified" | "public" | "assumed";
  /** The proof a caller shows: none, a connect token of either flow, one of the exchange flow, a management user's. */
  readonly auth: "none" | "token" | "exchange" | "management";
  /** Whether the same call may be sent again: always, when it carries a `ref_id`, or never. */
  readonly idempotency: "safe" | "by ref_id" | "never";
}

/** Completes a record: what isn't said takes no input and needs a connect token. */
export function operation<
  Output extends z.ZodType,
  Path extends Fields = typeof nothing,
  Query extends Fields = typeof nothing,
  Body extends Fields = typeof nothing,
>(
  said: Omit<Operation<Path, Query, Body, Output>, "input" | "errors" | "auth"> &
    Partial<Pick<Operation, "errors" | "auth">> & {
      input?: Partial<Operation<Path, Query, Body>["input"]>;
    },
): Operation<Path, Query, Body, Output> {
  const { path = nothing, query = nothing, body = nothing } = said.input ?? {};
  return {
    errors: [],
    auth: "token",
    ...said,
    input: { path, query, body } as Operation<Path, Query, Body>["input"],
  };
}

/** Every refusal that an operation may answer with, those common to all included. */
export function refusalsOf({ errors, auth, idempotency }: Operation): RefusalCode[] {
  const codes: RefusalCode[] = ["BAD_REQUEST", "RATE_LIMITED", "BUSY", ...errors];
  if (auth !== "none") codes.push("UNAUTHORIZED");
  if (idempotency === "by ref_id") codes.push("REF_REUSED");
  return [...new Set(codes)];
}

/** An object in an answer: typed by its known fields, and whatever else it holds is kept. */
export function record<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}

/** A field of an answer that may be missing or null; both read as absent. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional());
}

/** A field of an answer that always has a value in our code: `empty` where it is missing or null. */
export function orEmpty<Schema extends z.ZodType>(schema: Schema, empty: z.input<Schema>) {
  return z.preprocess((value) => value ?? empty, schema);
}

/** A time in an answer: ISO 8601, UTC. */
export const time = z.string();

/** A whole number from 1 in a path or a query. */
export const count = z.codec(
  z.string().regex(/^\d{1,15}$/, "not a whole number"),
  z.int().min(1, "less than 1"),
  { decode: Number, encode: String },
);

/** `true` or `false` in a query. */
export const flag = z.stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" });

/** A time with its zone in a query. */
export const instant = z.iso.datetime({ offset: true });

/** Text that a person or a till hands in. */
export const text = (max: number) => z.string().trim().min(1).max(max);

/** What every list takes. `page` from 1; `size` above 100 counts as 100; `sort` is `field` or `-field`. */
export const listQuery = {
  page: count.optional(),
  size: count.optional(),
  sort: z.string().optional(),
  search: z.string().max(200).optional(),
};

/** Page numbers count from 1; `size` is the one in effect; `total` counts rows, not pages. */
const pagination = record({
  total: z.int().min(0),
  page: z.int().min(1),
  size: z.int().min(1),
});

/** One page of a list. */
export function pageOf<Schema extends z.ZodType>(row: Schema) {
  return record({ pagination, data: orEmpty(z.array(row), []) });
}
