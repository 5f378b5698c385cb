/** Responses whose fields have another type: what only one value can be meant by is read, and what can't be read is set apart. */
import { expect, test } from "vitest";
import { z } from "zod";
import { pageOf, record } from "../../src/loyalty/contract/parts.ts";
import {
  parseLeniently,
  requireReadable,
  unreadableRows,
} from "../../src/loyalty/lenient-parse.ts";
import { parseSuccess } from "../../src/loyalty/parse-response.ts";

const row = record({ uuid: z.string(), points: z.int(), active: z.boolean() });
const page = pageOf(row);
const pagination = { total: 2, page: 1, size: 100 };
const parse = (data: unknown, totals: object = pagination) =>
  parseLeniently(page, { pagination: totals, data });

test.each([
  ["numbers as text", { uuid: "a", points: "-12", active: true }],
  ["texts as numbers", { uuid: 17, points: 12, active: true }],
  ["truth as text or number", { uuid: "a", points: 12, active: "true" }],
  ["truth as a number", { uuid: "a", points: 12, active: 1 }],
])("%s are read", (_, given) => {
  const parsed = parse([given], { ...pagination, total: "2" });
  expect(parsed.data?.data).toEqual([
    { uuid: String(given.uuid), points: Number(given.points), active: true },
  ]);
  expect(parsed.data?.pagination.total).toBe(2);
});

test.each([
  ["missing", {}],
  ["null", { points: null }],
  ["an object", { points: { amount: 1 } }],
  ["a number that people write", { points: "1,250" }],
  ["a fraction", { points: "1.5" }],
])("a row with a field that is %s is set apart, and the others are read", (_, change) => {
  const good = { uuid: "good", points: 1, active: true };
  const bad = { uuid: "bad", active: true, ...change };
  const parsed = parse([bad, good]);
  expect(parsed.data?.data).toEqual([good]);
  expect(unreadableRows(parsed.data!)).toEqual([bad]);
  expect(() => requireReadable("getTransaction", parsed.data!)).toThrow(
    "unknown shape (data.0.points)",
  );
});

test("NUL characters, which Postgres refuses, are left out of texts", () => {
  const written = String.raw`the six characters \u0000`;
  const sent = { uuid: "u\0", code: "\0AB\0C", coupon_set_uuid: "s", status: "GIVEN" };
  const text = JSON.stringify({ ...sent, coupon_set_name: written });
  expect(text).toContain(String.raw`"u\u0000"`);
  expect(parseSuccess("voidGiveCoupon", answered(text), true)).toMatchObject({
    uuid: "u",
    code: "ABC",
    coupon_set_name: written,
  });
});

test("half a surrogate pair, which LINE refuses, becomes a replacement character", () => {
  const sent = { uuid: "u", code: "AB", coupon_set_uuid: "s", status: "GIVEN" };
  for (const [written, read] of [
    ["Tea \uD83D", "Tea \uFFFD"],
    ["\uDE00 Tea", "\uFFFD Tea"],
    ["Tea \uD83D\uDE00", "Tea 😀"],
  ]) {
    const text = JSON.stringify({ ...sent, coupon_set_name: written });
    expect(parseSuccess("voidGiveCoupon", answered(text), true)).toMatchObject({
      coupon_set_name: read,
    });
  }
});

const answered = (text: string) => ({
  status: 200,
  requestId: null,
  retryAfter: null,
  date: null,
  text,
});

test.each(["8800001000010001234", "9007199254740993", "1234567890123456", "17"])(
  "a card number that is sent as the number %s keeps its digits",
  (number) => {
    const profile = `{"uuid":"u","active":true,"cards":[{"uuid":"c","card_no": ${number},"point":5}]}`;
    const text = `{"pagination":{"total":1,"page":1,"size":1},"data":[${profile}]}`;
    const { data } = parseSuccess("getProfile", answered(text), false);
    expect(data[0]?.cards[0]).toMatchObject({ card_no: number, point: 5 });
  },
);

test("points of more digits than a number holds can't be read, and their card stays", () => {
  const profile = `{"uuid":"u","active":true,"cards":[{"uuid":"c","card_no":"1","point":9007199254740993}]}`;
  const text = `{"pagination":{"total":1,"page":1,"size":1},"data":[${profile}]}`;
  const { data } = parseSuccess("getProfile", answered(text), false);
  expect(data[0]?.cards[0]).toMatchObject({ card_no: "1", point: null });
});

test.each([
  { page: 1, size: 0 },
  { page: 0, size: 20 },
])("a list of no rows is read with %o", (stated) => {
  const text = JSON.stringify({ pagination: { total: 0, ...stated }, data: [] });
  expect(parseSuccess("getProfile", answered(text), false).data).toEqual([]);
});

test.each([
  ["a text of any form", "31/12/2026", "31/12/2026"],
  ["a number", 1796054400000, "1796054400000"],
  ["an object", { at: 1 }, '{"at":1}'],
  ["a list", [2026, 12, 31], "[2026,12,31]"],
])("a time that is %s is kept as it is written: it isn't the same as none", (_, sent, kept) => {
  const coupon = { uuid: "u", code: "A1", coupon_set_uuid: "s", status: "GIVEN" };
  const text = JSON.stringify({ ...coupon, expires_at: sent });
  expect(parseSuccess("voidGiveCoupon", answered(text), true).expires_at).toBe(kept);
});

test("a page without its totals isn't read", () => {
  expect(parse([], {}).success).toBe(false);
});
