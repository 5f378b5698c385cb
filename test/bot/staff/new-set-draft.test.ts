/** Coupon sets that are written in a line, or field by field: what is read, and which fault is named. */
import { expect, test } from "vitest";
import {
  missingField,
  parseSetLine,
  readField,
  setInput,
} from "../../../src/bot/staff/new-set-draft.ts";

const now = Date.parse("2026-11-23T05:00:00Z");
const today = { now, timeZone: "Asia/Bangkok" };

test.each([
  ["Autumn tea item x100 30d", { name: "Autumn tea", type: "item" }],
  ["Any other item unlimited endless", { name: "Any other", type: "item", quantity: "unlimited" }],
  ["Tea percent 12.5% x๒๐ 7d", { type: "percent", value: "12.5", quantity: "x20" }],
  ["Tea Amount 1,500 x5 2026-12-31", { type: "amount", value: "1500", validity: "2026-12-31" }],
  ["Buy an item 2 get one", { name: "Buy an item 2 get one" }],
  ["item", { name: "item" }],
  ["คูปอง ๑๐๐ บาท item x๒๐ ๓๐d", { name: "คูปอง ๑๐๐ บาท", quantity: "x20", validity: "30d" }],
  ['"Autumn tea" item x5 30d', { name: "Autumn tea", quantity: "x5" }],
  ['Tea "Gold"  item x5 30d', { name: 'Tea "Gold"', quantity: "x5" }],
  ["Autumn\ntea\nitem x5\n30d", { name: "Autumn tea", quantity: "x5", validity: "30d" }],
  ["“Iced Tea” item x10 2027–01–31", { name: "Iced Tea", type: "item", validity: "2027-01-31" }],
  ["「アイスティー」 ＩＴＥＭ ×１０ 30d", { name: "アイスティー", type: "item", quantity: "x10" }],
  ['"Any item" other x5 endless', { name: "Any item", type: "other" }],
  ['"Iced Tea" x5 30d', { name: "Iced Tea", quantity: "x5", validity: "30d" }],
  ['"Iced Tea"', { name: "Iced Tea" }],
  ['"Iced  Tea" item', { name: "Iced Tea", type: "item" }],
  ["One other day", { name: "One other day" }],
])("%s", (line, draft) => {
  const read = parseSetLine(line, today);
  expect(read).toMatchObject({ draft, faulty: null });
  expect(Object.keys(read?.draft ?? {}).length).toBeGreaterThanOrEqual(Object.keys(draft).length);
});

test.each([
  ["Tea percent 150 x20 30d", "percent", "150"],
  ["Tea percent 0 x20 30d", "percent", "0"],
  ["Tea percent 100.5 x20 30d", "percent", "100.5"],
  ["Tea percent -5 x20 30d", "percent", "-5"],
  ["Tea amount 0 x20 30d", "amount", "0"],
  ["Tea amount 1000001 x20 30d", "amount", "1000001"],
  ["Tea amount 1.234 x20 30d", "amount", "1.234"],
  ["Tea item x0 30d", "quantity", "x0"],
  ["Tea item x10001 30d", "quantity", "x10001"],
  ["Tea item x5 0d", "validity", "0d"],
  ["Tea item x5 3651d", "validity", "3651d"],
  ["Tea item x5 2026-11-22", "validity", "2026-11-22"],
  ["Tea item x5 2027-02-30", "validity", "2027-02-30"],
  ["Tea item x5 2999-01-01", "validity", "2999-01-01"],
  ["Tea item 50 x5 30d", "unexpected", "50"],
  ["Tea item x5 x6 30d", "unexpected", "x6"],
  ["Tea item x10 31/01/2027", "validity", "31/01/2027"],
  ["Tea item 31.01.2027", "validity", "31.01.2027"],
  ["Tea item x10 2027-1-31", "validity", "2027-1-31"],
  ["Tea item x10 tomorrow", "unexpected", "tomorrow"],
  ["Tea percent 20 soon", "unexpected", "soon"],
  ["Tea percent 20,5% x5", "percent", "20,5%"],
  ["Tea amount 1 000 x5 30d", "unexpected", "000"],
  ["Tea amount 1.000 x5 30d", "amount", "1.000"],
  ["Tea item x1 000 30d", "unexpected", "000"],
  ["Tea item x1.000 30d", "quantity", "x1.000"],
  ['"Tea" item x10 31/01/2027', "validity", "31/01/2027"],
  ['"Tea" item x10 31 Jan 2027', "unexpected", "31"],
  ['"Tea" gratis x10 30d', "type", "gratis"],
  ['"Tea" x10 30d gratis', "type", "gratis"],
  ['"Tea" item x10 30d item', "unexpected", "item"],
])("%s: %s", (line, fault, written) => {
  const read = parseSetLine(line, today);
  expect(read?.faulty).toMatchObject({ fault, written });
  expect(read?.draft.name).toBe("Tea");
});

test("a faulty field is missing, and its right value completes the set", () => {
  const { draft } = parseSetLine("Tea percent 150 x20 30d", today) ?? {};
  if (!draft) throw new Error("nothing was read");
  expect(missingField(draft)).toBe("value");
  const read = readField(draft, "value", "15 %", today);
  if ("fault" in read) throw new Error(read.fault);
  expect(setInput({ ...draft, value: read.value }, today)).toEqual({
    name: "Tea",
    type: "DISCOUNT_PERCENT",
    value: 15,
    source: "GENERATE",
    quantity: 20,
    validity: { mode: "DAYS_AFTER_GIVE", days: 30 },
  });
});

test("a day that has passed since it was written makes no set", () => {
  const { draft } = parseSetLine("Tea item x5 2026-11-23", today) ?? {};
  if (!draft) throw new Error("nothing was read");
  expect(setInput(draft, today)).not.toBeNull();
  expect(setInput(draft, { ...today, now: now + 86_400_000 })).toBeNull();
});

test.each([
  ["Asia/Bangkok", "2026-11-23T17:30:00Z", "2026-11-24"],
  ["Pacific/Honolulu", "2026-11-24T09:30:00Z", "2026-11-23"],
])("in %s at %s, the first last day is %s", (timeZone, at, day) => {
  const yesterday = new Date(Date.parse(day) - 86_400_000).toJSON().slice(0, 10);
  const lastDay = new Date(Date.parse(day) + 3650 * 86_400_000).toJSON().slice(0, 10);
  const read = (written: string) =>
    readField({ type: "item" }, "validity", written, { now: Date.parse(at), timeZone });
  expect(read(day)).toEqual({ value: day });
  expect(read(lastDay)).toEqual({ value: lastDay });
  expect(read(yesterday)).toMatchObject({ fault: "validity" });
});

test.each([
  ["a".repeat(199) + "😀😀", "a".repeat(199) + "…"],
  ["a".repeat(190) + "👨‍👩‍👧‍👦 tea", "a".repeat(190) + "…"],
  ["a".repeat(198) + "😀", "a".repeat(198) + "😀"],
])("a name that is too long is cut between letters: %s", (name, cut) => {
  for (const line of [name, `${name} item x10 30d`])
    expect(parseSetLine(line, today)?.draft.name).toBe(cut);
});
