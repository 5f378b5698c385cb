/** Responses whose fields have another type: what only one value can be meant by is read, and what can't be read is set apart. */
import { expect, test } from "vitest";
import { z } from "zod";
import { pageOf, record } from "../../src/loyalty/contract/operation.ts";
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
  const answer = { status: 200, requestId: null, retryAfter: null, date: null, text };
  expect(parseSuccess("voidGiveCoupon", answer, true)).toMatchObject({
    uuid: "u",
    code: "ABC",
    coupon_set_name: written,
  });
});

test("a page without its totals isn't read", () => {
  expect(parse([], {}).success).toBe(false);
});
