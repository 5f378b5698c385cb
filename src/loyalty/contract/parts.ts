/**
 * Schemas of the parts of a response. A part that no answer needs, and that can't be read, is dropped, so that what it is
 * a part of stays; a part that is needed has a plain schema, and what it is a part of can't be read without it.
 */
import { z } from "zod";

/** An object in a response; unknown fields are kept. */
export function record<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape);
}

/** An object in a response whose fields may all be missing; read as one without fields when it is no object. */
export const recordOrEmpty = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess((value) => (isRecord(value) ? value : {}), record(shape));

export const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A part that may be missing, null, a blank text or unreadable; all read as undefined. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(orUndefined, readable(schema.optional(), undefined));

/** A part that reads as `empty` when it is missing, null or unreadable. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema, empty: z.output<Schema>) =>
  z.preprocess((value) => value ?? empty, readable(schema, empty));

/**
 * A part that may be missing, null or a blank text, but must be readable if it is there: it says whose something is,
 * and one that can't be read is something else than none.
 */
export const ifPresent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(orUndefined, schema.optional());

/** A part that is null when it is missing or unreadable. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  readable(schema.nullable(), null);

/** A list without the elements that can't be read; empty when it is none. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((one) => schema.safeParse(one).success) : []),
    z.array(schema),
  );

/**
 * A time as the platform writes it; empty = none. `readStart` and `readEnd` read it: what they can't read isn't dropped
 * here, since no end is something else than an end that can't be read.
 */
export const time = z.preprocess(
  (value) => (typeof value === "string" ? value : isBlank(value) ? "" : JSON.stringify(value)),
  z.string(),
);

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const orUndefined = (value: unknown): unknown => (isBlank(value) ? undefined : value);

/** The schema's reading, if need be of the converted value; `fallback` when there is none. */
function readable<Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) {
  // Without an argument, it is asked for the default in a description of the schema.
  const drop = (failed?: { input: unknown; error: { issues: readonly z.core.$ZodIssue[] } }) => {
    const [issue] = failed?.error.issues ?? [];
    if (issue?.code !== "invalid_type" || issue.path.length > 0) return fallback;
    const retried = schema.safeParse(converted(failed?.input, issue.expected));
    return retried.success ? retried.data : fallback;
  };
  return schema.catch(drop as (failed: z.core.$ZodCatchCtx) => z.output<Schema>);
}

/**
 * `page` starts at 1; `size` is the size in effect; `total` counts rows, not pages. The specification bounds neither:
 * of no rows a platform may state page 0, or size 0.
 */
const natural = z.int().min(0);
const pagination = record({
  total: natural,
  page: orEmpty(natural, 0),
  size: orEmpty(natural, 0),
});

/** One page of a list. */
export function pageOf<Schema extends z.ZodType>(row: Schema) {
  return record({ pagination, data: z.preprocess((value) => value ?? [], z.array(row)) });
}

// Converts a value of another type than agreed, if only one value of the agreed type can be meant: `"12"` is 12.

/** @param expected the type's name in zod's issues. @returns undefined when nothing, or more than one thing, can be meant. */
export function converted(value: unknown, expected: string): unknown {
  const isNumeral =
    typeof value === "string" &&
    (/^-?\d{1,15}(\.\d{1,9})?$/.test(value) ||
      (/^-?\d{16}$/.test(value) && Number.isSafeInteger(Number(value))));
  if (["number", "int"].includes(expected) && isNumeral) return Number(value);
  if (expected === "string" && typeof value === "number") return String(value);
  if (expected === "boolean") {
    if (value === "true" || value === 1) return true;
    if (value === "false" || value === 0) return false;
  }
  return undefined;
}
