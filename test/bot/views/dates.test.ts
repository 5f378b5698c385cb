/** Ends of validity are shown as the last day, in the business's time zone, with a time where they end within a day. */
import { describe, expect, test } from "vitest";
import {
  isSameDay,
  lastInstantBefore,
  noonOf,
  startOfDay,
  endOfDay,
  endTimeOfDay,
} from "../../../src/bot/views/dates.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";

const bangkok = "Asia/Bangkok";
const at = (time: string) => Date.parse(time);
const translations = createMessages(builtInCatalogues, bangkok);

describe("the last day of validity", () => {
  test.each([
    // The end of the 30th in Bangkok.
    ["2026-11-30T17:00:00Z", "30 Nov 2026"],
    ["2026-12-01T00:00:00+07:00", "30 Nov 2026"],
    ["2026-11-30T16:59:59.999Z", "30 Nov 2026"],
    ["2026-11-30T17:00:00.001Z", "1 Dec 2026"],
    ["2026-12-31T17:00:00Z", "31 Dec 2026"],
  ])("for an expiry at %s is %s", (expiresAt, day) => {
    const last = lastInstantBefore(at(expiresAt));
    expect(translations.in("en")("coupon.until", { last })).toBe(`Use by ${day}`);
  });

  test("is formatted for each language, in Thai in the Buddhist era", () => {
    const last = lastInstantBefore(at("2026-11-30T17:00:00Z"));
    expect(translations.in("th")("coupon.until", { last })).toBe("ใช้ได้ถึง 30 พ.ย. 2569");
    expect(translations.in("ja")("coupon.until", { last })).toBe("2026年11月30日まで");
    expect(translations.in("zh-TW")("coupon.until", { last })).toBe("使用期限至 2026年11月30日");
  });
});

describe("the time of day of an end", () => {
  test.each([
    ["2026-11-30T14:00:00+07:00", "2026-11-30T14:00:00+07:00"],
    ["2026-11-30T00:00:01+07:00", "2026-11-30T00:00:01+07:00"],
    ["2026-11-30T23:58:59+07:00", "2026-11-30T23:58:59+07:00"],
    ["2026-12-01T00:00:00+07:00", null],
    ["2026-11-30T23:59:59.999+07:00", null],
    ["2026-11-30T23:59:00+07:00", null],
  ])("%s is %s", (expiresAt, expected) => {
    expect(endTimeOfDay(at(expiresAt), bangkok)).toBe(expected && at(expected));
  });
});

describe("isSameDay", () => {
  test("changes at midnight in the business's time zone", () => {
    const noon = at("2026-11-23T05:00:00Z");
    expect(isSameDay(noon, at("2026-11-22T17:00:00Z"), bangkok)).toBe(true);
    expect(isSameDay(noon, at("2026-11-22T16:59:59.999Z"), bangkok)).toBe(false);
    expect(isSameDay(noon, at("2026-11-23T16:59:59.999Z"), bangkok)).toBe(true);
    expect(isSameDay(noon, at("2026-11-23T17:00:00Z"), bangkok)).toBe(false);
    expect(isSameDay(noon, at("2026-11-23T17:00:00Z"), "Europe/London")).toBe(true);
    expect(isSameDay(noon, at("2025-11-23T05:00:00Z"), bangkok)).toBe(false);
  });
});

describe("startOfDay", () => {
  test.each<[zone: string, at: string, start: string]>([
    ["Asia/Bangkok", "2026-11-23T05:00:00.123Z", "2026-11-22T17:00:00Z"],
    ["Asia/Bangkok", "2026-11-22T16:59:59.999Z", "2026-11-21T17:00:00Z"],
    ["Asia/Bangkok", "2026-11-22T17:00:00Z", "2026-11-22T17:00:00Z"],
    ["UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
    // The clocks were changed between midnight and then.
    ["America/New_York", "2026-03-08T16:00:00Z", "2026-03-08T05:00:00Z"],
    ["America/New_York", "2026-11-01T16:00:00Z", "2026-11-01T04:00:00Z"],
    // There was no midnight: the day began at one.
    ["America/Santiago", "2026-09-06T15:00:00Z", "2026-09-06T04:00:00Z"],
    ["Asia/Kathmandu", "2026-11-23T12:00:00Z", "2026-11-22T18:15:00Z"],
    // Midnight comes twice: the clocks go back from one o'clock to it. The day has 25 hours.
    ["America/Havana", "2026-11-01T04:00:00Z", "2026-11-01T04:00:00Z"],
    ["America/Havana", "2026-11-01T05:30:00Z", "2026-11-01T04:00:00Z"],
    ["America/Havana", "2026-11-02T04:59:59.999Z", "2026-11-01T04:00:00Z"],
    // The clocks go back from midnight into the day before.
    ["Asia/Beirut", "2026-10-24T21:30:00Z", "2026-10-23T21:00:00Z"],
    ["Asia/Beirut", "2026-10-24T22:00:00Z", "2026-10-24T22:00:00Z"],
  ])("in %s at %s", (zone, moment, start) => {
    expect(startOfDay(at(moment), zone)).toBe(at(start));
    const end = endOfDay(at(moment), zone);
    expect(startOfDay(end, zone)).toBe(end);
    expect(startOfDay(end - 1, zone)).toBe(at(start));
  });
});

test.each([
  undefined,
  "",
  "soon",
  "2026-02-30",
  "2027-02-29",
  "2026-13-01",
  "2026-12",
  "2026-12-31T00:00:00Z",
])("the day %j has no noon", (day) => {
  expect(noonOf(day, bangkok)).toBeNull();
});

test("noon of the leap day is on it", () => {
  expect(noonOf("2028-02-29", bangkok)).toBe(at("2028-02-29T05:00:00Z"));
});
