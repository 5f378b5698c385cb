/** Reads a coupon set that is written in one line, or field by field. Pure. */
import type { Input } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import { daysBetween, noonOf } from "../views/dates.ts";
import * as ui from "../views/flex-components.ts";
import { asciiDigits } from "../../text/digits.ts";
import { plainName } from "../../text/folded-name.ts";
import { leadingQuote, unquoted, wholeNumber } from "./argument-parser.ts";

export const draftFields = ["type", "value", "quantity", "validity"] as const;
export type DraftField = (typeof draftFields)[number];
export const isDraftField = (name: string | undefined): name is DraftField =>
  draftFields.some((field) => field === name);

/** The fields as they are written: `percent`, `20`, `x100` or `unlimited`, `30d`, a date or `endless`. */
export type SetDraft = { name: string } & Partial<Record<DraftField, string>>;

export const setTypes = {
  item: "FREE_ITEM",
  amount: "DISCOUNT_AMOUNT",
  percent: "DISCOUNT_PERCENT",
  other: "OTHER",
} as const;
export const isSetType = (word: string | undefined): word is keyof typeof setTypes =>
  word !== undefined && Object.hasOwn(setTypes, word);

export const setBounds = {
  minPercent: 1,
  maxPercent: 100,
  maxAmount: 1_000_000,
  maxCodes: 10_000,
  maxDays: 3650,
} as const;
const maxNameLength = 200;

/** What is wrong with a written field; `unexpected` = the type takes no such field. */
export type DraftFault = "type" | "percent" | "amount" | "quantity" | "validity" | "unexpected";

/** What a written day is compared with. */
type Today = Pick<RenderContext, "now" | "timeZone">;

export interface FieldFault {
  field: DraftField;
  fault: DraftFault;
  written: string;
}

/** The first field that the set still needs; undefined when it is complete. */
export const missingField = (draft: SetDraft): DraftField | undefined =>
  draftFields.find((field) => draft[field] === undefined && isNeeded(field, draft));

const isNeeded = (field: DraftField, { type }: Pick<SetDraft, "type">) =>
  field !== "value" || type === "amount" || type === "percent";

/** The draft with another field. A value is of its type: 200 may be an amount, and is no percentage. */
export function withField(draft: SetDraft, field: DraftField, read: string): SetDraft {
  const { value: _value, ...others } = draft;
  const isOtherType = field === "type" && read !== draft.type;
  return { ...(isOtherType ? others : draft), [field]: read };
}

/**
 * Parses a line: a name, then a type, and behind it the other fields in any order. A line without a type is a
 * name, but for what stands behind a name in quotes: those are fields. A faulty field is left out of the draft.
 */
export function parseSetLine(
  line: string,
  today: Today,
): { draft: SetDraft; faulty: FieldFault | null } | null {
  const { name: written, fields } = splitLine(line);
  const name = ui.clip(wordsOf(written).join(" "), maxNameLength);
  if (!name) return null;
  const draft: SetDraft = { name };
  let faulty: FieldFault | null = null;
  for (const word of fields) {
    const field = fieldOf(word, draft);
    const read = readField(draft, field, word, today);
    if (draft[field] !== undefined) faulty ??= { field, fault: "unexpected", written: word };
    else if ("fault" in read) faulty ??= read;
    else draft[field] = read.value;
  }
  return { draft, faulty };
}

/** The name, and the words of the fields behind it. */
function splitLine(line: string): { name: string; fields: string[] } {
  const quoted = leadingQuote(line);
  if (quoted && /^(?:\s|$)/.test(quoted.rest)) {
    return { name: quoted.inner, fields: wordsOf(quoted.rest).map(normalized) };
  }
  const words = wordsOf(line);
  const at = words.findLastIndex((word) => isSetType(normalized(word)));
  const fields = words.slice(at).map(normalized);
  return at > 0 && areFields(fields)
    ? { name: unquoted(words.slice(0, at).join(" ")), fields }
    : { name: words.join(" "), fields: [] };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/**
 * Whether the words from a type on are fields. A name may have the word of a type in it, too, as in *Buy an item 2 get
 * one*: one that none of the fields follows, but for a lone number.
 */
function areFields([type = "", ...words]: readonly string[]): boolean {
  const [first = ""] = words;
  const takesValue = isNeeded("value", { type });
  return (
    words.every((word) => /^[+-]?\d[\d.,]*$/.test(word)) ||
    (takesValue && /^[+-]?\d/.test(first)) ||
    words.some((word) => certainField.test(word))
  );
}

/** A quantity, a validity or a percentage, well-formed or not: what names seldom have behind the word of a type. */
const certainField =
  /^(?:[x×]\d.*|unlimited|endless|[+-]?\d[\d.,]*%|\d+(?:d|days?|วัน|日間?|天)|\d{1,4}(?:[-/.]\d{1,4}){2}\S*)$/;

const normalized = (text: string) => plainName(asciiDigits(text)).toLowerCase().trim();

/** The field that a word is meant for. */
function fieldOf(word: string, draft: Pick<SetDraft, "type">): DraftField {
  if (isSetType(word) || (draft.type === undefined && !/\d|^(?:unlimited|endless)$/.test(word))) {
    return "type";
  }
  if (word === "unlimited" || /^[x×]/.test(word)) return "quantity";
  const isValidity =
    word === "endless" || /^\d+(?:d|days?|วัน|日間?|天)$|^\d{1,4}([-/.]\d{1,4}){2}/.test(word);
  return isValidity ? "validity" : "value";
}

/** Reads what was written for one field of the draft. @returns the value as the draft keeps it, or the fault. */
export function readField(
  { type }: Pick<SetDraft, "type">,
  field: DraftField,
  written: string,
  today: Today,
): { value: string } | FieldFault {
  const text = normalized(written);
  const [value, fault] = {
    type: () => [isSetType(text) ? text : null, "type"] as const,
    value: () => readValue(type, text),
    quantity: () => [readQuantity(text), "quantity"] as const,
    validity: () => [readValidity(text, today), "validity"] as const,
  }[field]();
  return value === null ? { field, fault, written: written.trim() } : { value };
}

function readValue(type: string | undefined, text: string): readonly [string | null, DraftFault] {
  const { minPercent, maxPercent, maxAmount } = setBounds;
  const isPercent = type === "percent";
  if (!isPercent && type !== "amount") return [null, "unexpected"];
  const digits = isPercent ? text.replace(/(?<!\s)\s*%$/, "") : text;
  const isNumber = /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(digits);
  const number = isNumber ? Number(digits.replaceAll(",", "")) : NaN;
  const fits = isPercent
    ? number >= minPercent && number <= maxPercent
    : number > 0 && number <= maxAmount;
  return [fits ? String(number) : null, isPercent ? "percent" : "amount"];
}

function readQuantity(text: string): string | null {
  if (text === "unlimited") return text;
  const count = wholeNumber(text.replace(/^[x×]\s*/, "")) ?? 0;
  return count >= 1 && count <= setBounds.maxCodes ? `x${count}` : null;
}

/** Days from the gift, a day of the business's calendar that isn't over, or endless. */
function readValidity(text: string, { now, timeZone }: Today): string | null {
  if (text === "endless") return text;
  const days = wholeNumber(text.replace(/(?<!\s)\s*(d|days?|วัน|日間?|天)$/, ""));
  if (days !== null) {
    return days >= 1 && days <= setBounds.maxDays ? `${days}d` : null;
  }
  const date = /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0];
  const isDay = date && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  const noon = isDay ? noonOf(date, timeZone) : null;
  const left = noon === null ? -1 : daysBetween(now, noon, timeZone);
  return date && left >= 0 && left <= setBounds.maxDays ? date : null;
}

/** The platform's input for a complete draft; null when its type is missing, or its day has passed since. */
export function setInput(draft: SetDraft, today: Today): Input<"createCouponSet"> | null {
  const { name, type, value, quantity, validity = "" } = draft;
  if (!isSetType(type) || readValidity(validity, today) === null) return null;
  const count = quantity === "unlimited" ? null : Number(quantity?.slice(1));
  const days = /^(\d+)d$/.exec(validity)?.[1];
  const date = days || validity === "endless" ? null : validity;
  return {
    name,
    type: setTypes[type],
    ...(isNeeded("value", { type }) && { value: Number(value) }),
    ...(count === null
      ? { source: "AUTO_GENERATE" as const }
      : { source: "GENERATE" as const, quantity: count }),
    ...(days && { validity: { mode: "DAYS_AFTER_GIVE" as const, days: Number(days) } }),
    ...(date !== null && { validity: { mode: "FIXED" as const, end_on: date } }),
  };
}
