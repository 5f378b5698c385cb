/** Parses a coupon set that is written in one line or put together by buttons. Pure. */
import type { Input } from "../../loyalty/contract.ts";
import { parseInstant } from "../views/dates.ts";
import { asciiDigits } from "./argument-parser.ts";

const draftFields = ["type", "value", "quantity", "validity"] as const;
export type DraftField = (typeof draftFields)[number];
export type SetDraft = { name: string } & Partial<Record<DraftField, string>>;

export const setTypes = {
  item: "FREE_ITEM",
  amount: "DISCOUNT_AMOUNT",
  percent: "DISCOUNT_PERCENT",
  other: "OTHER",
} as const;
export const isSetType = (word: string): word is keyof typeof setTypes =>
  Object.hasOwn(setTypes, word);

/** How each field is written after the name. */
const patterns: Readonly<Record<DraftField, RegExp>> = {
  type: /^(item|amount|percent|other)$/,
  value: /^\d{1,9}(\.\d{1,2})?$/,
  quantity: /^(x[1-9]\d{0,4}|unlimited)$/,
  validity: /^([1-9]\d{0,3}d|\d{4}-\d{2}-\d{2}|endless)$/,
};

const maxNameLength = 200;
const maxCodes = 10_000;

/** The first field that the set still needs; undefined when it is complete. */
export const missingField = (draft: SetDraft): DraftField | undefined =>
  draftFields.find((field) => draft[field] === undefined && isNeeded(field, draft));

const isNeeded = (field: DraftField, { type }: SetDraft) =>
  field !== "value" || type === "amount" || type === "percent";

/** Parses fields from the end of the line; the words before them are the name. */
export function parseSetLine(line: string): SetDraft | null {
  const words = line.split(" ").filter(Boolean);
  const draft: Partial<Record<DraftField, string>> = {};
  for (;;) {
    const last = asciiDigits(words.at(-1) ?? "").toLowerCase();
    const field = draftFields.find((one) => draft[one] === undefined && patterns[one].test(last));
    // A name may end in a number, too: fields only count when the line has a type before them.
    if (!field || words.length < 2) break;
    draft[field] = last;
    words.pop();
    if (field === "type") break;
  }
  const hasType = draft.type !== undefined;
  const name = (hasType ? words.join(" ") : line).trim().slice(0, maxNameLength);
  return name ? { name, ...(hasType && draft) } : null;
}

/** The draft with the field that a button sets; null when the draft is gone or the button is invalid. */
export function withTappedField(
  draft: SetDraft | undefined,
  args: Readonly<Record<string, string>>,
): SetDraft | null {
  const field = draftFields.find((one) => one === args["field"]);
  const to = args["to"] ?? "";
  return draft && field && patterns[field].test(to) ? { ...draft, [field]: to } : null;
}

/** The platform's input for a draft; null when its type, quantity or date is invalid. */
export function setInput(draft: SetDraft, now: number): Input<"createCouponSet"> | null {
  const { name, type, value, quantity, validity } = draft;
  if (!type || !isSetType(type)) return null;
  const count = quantity === "unlimited" ? null : Number(quantity?.slice(1));
  if (count !== null && !(count >= 1 && count <= maxCodes)) return null;
  const days = /^(\d+)d$/.exec(validity ?? "")?.[1];
  const date = days || validity === "endless" ? null : (validity ?? null);
  // The day has to be over in every time zone before it counts as past.
  if (date !== null && (parseInstant(`${date}T23:59:59-12:00`) ?? 0) < now) return null;
  return {
    name,
    type: setTypes[type],
    ...(isNeeded("value", { name, type }) && { value: Number(value) }),
    ...(count === null
      ? { source: "AUTO_GENERATE" as const }
      : { source: "GENERATE" as const, quantity: count }),
    ...(days && { validity: { mode: "DAYS_AFTER_GIVE" as const, days: Number(days) } }),
    ...(date !== null && { validity: { mode: "FIXED" as const, end_on: date } }),
  };
}
