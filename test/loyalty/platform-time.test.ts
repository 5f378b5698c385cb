/** The platform's times are none, read or unreadable: real days in ISO 8601, and nothing is guessed. */
import { describe, expect, test } from "vitest";
import {
  exactMomentOf,
  latestMomentOf,
  momentOf,
  readEnd,
  readHttpDate,
  readStart,
  readWindow,
  standing,
} from "../../src/loyalty/platform-time.ts";
import * as fc from "../support/properties.ts";

const bangkok = "Asia/Bangkok";
const at = (time: string) => Date.parse(time);
const readAt = (time: string) => ({ kind: "read", at: at(time) });

test.each([
  ["2027-06-05T10:30:00Z", "2027-06-05T10:30:00Z"],
  ["2027-06-05T10:30:00.123456Z", "2027-06-05T10:30:00.123Z"],
  ["2027-06-05t10:30:00z", "2027-06-05T10:30:00Z"],
  ["2027-06-05T10:30:00+07:00", "2027-06-05T03:30:00Z"],
  ["2027-06-05 10:30:00+0700", "2027-06-05T03:30:00Z"],
  ["2027-06-05T10:30:00-05", "2027-06-05T15:30:00Z"],
  // Without an offset it is in UTC.
  ["2027-06-05T10:30:00", "2027-06-05T10:30:00Z"],
  ["2027-06-05 10:30", "2027-06-05T10:30:00Z"],
  ["  2027-06-05T10:30:00Z ", "2027-06-05T10:30:00Z"],
  ["2027-06-05T24:00:00Z", "2027-06-06T00:00:00Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"],
])("%j is read", (written, expected) => {
  expect(readStart(written, bangkok)).toEqual(readAt(expected));
  expect(readEnd(written, bangkok)).toEqual(readAt(expected));
  expect(exactMomentOf(written)).toBe(at(expected));
});

test.each([
  "05/06/2027",
  "5.6.2027",
  "2027-6-5",
  "20270605",
  "2027-02-30",
  "2027-02-30T00:00:00Z",
  "2027-02-29",
  "2027-13-01",
  "0000-00-00",
  "2027-06-05T25:00:00Z",
  "2027-06-05T24:00:01Z",
  "2027-06-05T10:60:00Z",
  "2027-06-05T10:30:00+24:00",
  "2027-06-05T10:30:00+07:60",
  "2027-06-05T10:30:00 ICT",
  "Sat, 05 Jun 2027 10:30:00 GMT",
  "June 5, 2027",
  "1811845800000",
  "+012027-06-05",
  "tomorrow",
  "null",
])("%j can't be read, which is told with what was written", (written) => {
  const unreadable = { kind: "unreadable", written };
  expect(readStart(written, bangkok)).toEqual(unreadable);
  expect(readEnd(written, bangkok)).toEqual(unreadable);
  for (const moment of [
    momentOf(written, bangkok),
    exactMomentOf(written),
    latestMomentOf(written),
  ])
    expect(moment).toBeNull();
});

test.each([undefined, "", "  "])("%j is none", (written) => {
  expect(readStart(written, bangkok)).toEqual({ kind: "none" });
  expect(readEnd(written, bangkok)).toEqual({ kind: "none" });
});

test.each(["9999-12-31", "9999-12-31T23:59:59Z", "9999-01-01 00:00:00"])("%j is no end", (end) => {
  expect(readEnd(end, bangkok)).toEqual({ kind: "none" });
  expect(readStart(end, bangkok).kind).toBe("read");
});

describe("a day without a time", () => {
  test("is a day of the business: it begins and ends there", () => {
    expect(readStart("2027-06-05", bangkok)).toEqual(readAt("2027-06-04T17:00:00Z"));
    expect(readEnd("2027-06-05", bangkok)).toEqual(readAt("2027-06-05T17:00:00Z"));
    // That day the clocks go forward, and it has 23 hours.
    const newYork = "America/New_York";
    expect(readStart("2027-03-14", newYork)).toEqual(readAt("2027-03-14T05:00:00Z"));
    expect(readEnd("2027-03-14", newYork)).toEqual(readAt("2027-03-15T04:00:00Z"));
  });

  test("is no moment, and at the latest ends where days end last", () => {
    expect(exactMomentOf("2027-06-05")).toBeNull();
    expect(latestMomentOf("2027-06-05")).toBe(at("2027-06-06T12:00:00Z"));
  });
});

test.each<[string, Parameters<typeof readWindow>[0], ReturnType<typeof standing>]>([
  ["without times", {}, "within"],
  ["that begins now", { start: "2027-06-05T10:00:00Z" }, "within"],
  ["that begins in a millisecond", { start: "2027-06-05T10:00:00.001Z" }, "before"],
  ["that ends now", { end: "2027-06-05T10:00:00Z" }, "after"],
  ["that ends in a millisecond", { end: "2027-06-05T10:00:00.001Z" }, "within"],
  ["that ends today", { end: "2027-06-05" }, "within"],
  ["that ended yesterday", { end: "2027-06-04" }, "after"],
  ["that never ends", { end: "9999-12-31" }, "within"],
  ["whose end can't be read", { end: "31/12/2027" }, "unknown"],
  ["whose beginning can't be read", { start: "31/12/2027" }, "unknown"],
  ["that ended, whenever it began", { start: "?", end: "2027-06-04" }, "after"],
  ["that is to begin, whenever it ends", { start: "2027-06-06", end: "?" }, "before"],
])("how now lies to a window %s", (_, window, expected) => {
  expect(standing(readWindow(window, bangkok), at("2027-06-05T10:00:00Z"))).toBe(expected);
});

const two = (number: number) => String(number).padStart(2, "0");

const moments = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9998-12-30T00:00:00Z"),
  noInvalidDate: true,
});

test("every moment is read as it is, with whatever offset it is written", () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, minutes) => {
      fc.pre(moment.getTime() + minutes * 60_000 >= at("0001-01-01T00:00:00Z"));
      const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const offset = `${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
      expect(exactMomentOf(`${local}${offset}`)).toBe(moment.getTime());
      expect(readEnd(moment.toISOString(), bangkok)).toEqual({
        kind: "read",
        at: moment.getTime(),
      });
    }),
  );
});

test("whatever is written: it is none only if it is blank, and read only if it is a real day of ISO 8601", () => {
  const parts = fc.integer({ min: 0, max: 99 }).map(two);
  const nearlyDates = fc
    .tuple(fc.integer({ min: 0, max: 9998 }), parts, parts, fc.constantFrom("-", "/", "."))
    .map(([year, month, day, mark]) => [String(year).padStart(4, "0"), month, day].join(mark));
  fc.assert(
    fc.property(fc.oneof(nearlyDates, fc.string(), fc.json()), (written) => {
      const { kind } = readEnd(written, "UTC");
      expect(kind === "none").toBe(written.trim() === "" || written.trim().startsWith("9999-"));
      if (kind !== "read") return;
      const day = written.trim().slice(0, 10);
      expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    }),
  );
});

test("an HTTP header's time is read in its one form, of real days", () => {
  expect(readHttpDate("Wed, 25 Nov 2026 01:59:18 GMT")).toBe(at("2026-11-25T01:59:18Z"));
  for (const other of [
    null,
    "",
    "Mon, 30 Feb 2026 01:59:18 GMT",
    "05/06/2027",
    "2026-11-25T01:59:18Z",
  ])
    expect(readHttpDate(other)).toBeNull();
});
