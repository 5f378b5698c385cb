/**
 * Reads a response whose fields have another type than agreed: unambiguous values are converted (`"12"` is 12),
 * and rows of a page that still can't be read are set apart, so that one of them doesn't cost the others.
 */
import type { z } from "zod";
import type { OperationName } from "./contract.ts";
import { converted } from "./contract/parts.ts";
import { LoyaltyError } from "./errors.ts";

type Issues = readonly z.core.$ZodIssue[];

/** Rows that couldn't be read, as they came, and which of their fields are why. */
interface Unreadable {
  rows: readonly unknown[];
  fields: string;
}

const unreadable = new WeakMap<object, Unreadable>();

/** The rows of a page that couldn't be read, as they came. */
export const unreadableRows = (page: object): readonly unknown[] =>
  unreadable.get(page)?.rows ?? [];

/** The text in a field of a row that couldn't be read; null if there is none. */
export function textIn(row: unknown, field: string): string | null {
  const value = childOf(row, field);
  return typeof value === "string" ? value : null;
}

/** @returns the page. @throws {LoyaltyError} `UNEXPECTED_ANSWER` when one of its rows couldn't be read. */
export function requireReadable<Page extends object>(operation: OperationName, page: Page): Page {
  if (unreadableRows(page).length === 0) return page;
  throw unknownRows(operation, page);
}

/** @param page says which fields couldn't be read, never their values. @param rows that couldn't be read. */
export function unknownRows(
  operation: OperationName,
  page?: object,
  rows: readonly unknown[] = page ? unreadableRows(page) : [],
): LoyaltyError {
  const fields = page && unreadable.get(page)?.fields;
  const reason = "answered with rows in an unknown shape";
  return new LoyaltyError("UNEXPECTED_ANSWER", fields ? `${reason} (${fields})` : reason, {
    operation,
    unreadNames: namesOf(rows),
  });
}

/** The fields that rows are known by, the best first. */
const namingFields = ["card_no", "code", "name", "id", "uuid"];
const maxNames = 5;
const maxNameLength = 60;

/** What staff know rows by that can't be read: the numbers of a member's cards, a code, a name or an id. */
export function namesOf(rows: readonly unknown[]): string[] {
  const names = rows.flatMap((row) => {
    const cards = childOf(row, "cards");
    const numbers = Array.isArray(cards) ? cards.flatMap((card) => plain(card, "card_no")) : [];
    if (numbers.length > 0) return numbers;
    return namingFields.flatMap((field) => plain(row, field)).slice(0, 1);
  });
  return [...new Set(names)].slice(0, maxNames);
}

function plain(row: unknown, field: string): string[] {
  const value = childOf(row, field);
  const isPlain = (typeof value === "string" && value.trim() !== "") || typeof value === "number";
  return isPlain ? [String(value).trim().slice(0, maxNameLength)] : [];
}

/** The first fields that issues are about, such as `data.0.points`. */
export const fieldsOf = (issues: Issues): string =>
  [...new Set(issues.map(({ path }) => path.join(".") || "the whole"))].slice(0, 5).join(", ");

/** @returns what the schema says to the body, if need be converted and without unreadable rows. */
export function parseLeniently<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const strict = schema.safeParse(body);
  if (strict.success) return strict;
  const copy = structuredClone(body);
  for (const issue of strict.error.issues) convert(copy, issue);
  const lenient = schema.safeParse(copy);
  if (lenient.success || !isPage(body) || !isPage(copy)) return lenient;
  const lost = rowsOf(lenient.error.issues);
  if (lost === null) return lenient;
  const data = copy.data.filter((_, index) => !lost.has(index));
  const rest = schema.safeParse({ ...copy, data });
  if (rest.success) {
    const rows = body.data.filter((_, index) => lost.has(index));
    unreadable.set(rest.data as object, { rows, fields: fieldsOf(lenient.error.issues) });
  }
  return rest;
}

const isPage = (body: unknown): body is { pagination: unknown; data: unknown[] } =>
  typeof body === "object" &&
  body !== null &&
  "pagination" in body &&
  "data" in body &&
  Array.isArray(body.data);

/** The indexes of the rows with issues; null if anything else has one. */
function rowsOf(issues: Issues): Set<number> | null {
  const rows = new Set<number>();
  for (const { path } of issues) {
    const [field, index] = path;
    if (field !== "data" || typeof index !== "number") return null;
    rows.add(index);
  }
  return rows;
}

/** Converts the value that the issue is about, if only one value of the expected type can be meant. */
function convert(body: unknown, issue: Issues[number]): void {
  if (issue.code !== "invalid_type") return;
  const key = issue.path.at(-1);
  const parent = issue.path.slice(0, -1).reduce<unknown>(childOf, body);
  if (key === undefined || typeof parent !== "object" || parent === null) return;
  const value = converted(childOf(parent, key), issue.expected);
  if (value !== undefined) (parent as Record<PropertyKey, unknown>)[key] = value;
}

const childOf = (parent: unknown, key: PropertyKey): unknown =>
  typeof parent === "object" && parent !== null
    ? (parent as Record<PropertyKey, unknown>)[key]
    : undefined;
