/** Whose birthday it is: from the day itself until seven days after, in the business's time zone. */
import { expect, test } from "vitest";
import { createBirthdays } from "../../../../src/bot/staff/rules/gift-rules.ts";

const bangkok = (time: string) => Date.parse(`${time}+07:00`);

test.each([
  ["the day before", "1990-11-24", "2026-11-23T23:59:59.999", null],
  ["the day itself, from its first moment", "1990-11-24", "2026-11-24T00:00", 2026],
  ["the seventh day after, to its last moment", "1990-11-24", "2026-12-01T23:59:59.999", 2026],
  ["the eighth day after", "1990-11-24", "2026-12-02T00:00", null],
  ["over the end of a year, of which it was", "1990-12-28", "2027-01-04T12:00", 2026],
  ["on New Year's Day, of the new one", "1990-01-01", "2027-01-01T12:00", 2027],
  ["on 29 February of a leap year", "2000-02-29", "2028-02-29T12:00", 2028],
  ["on the day before in a leap year", "2000-02-29", "2028-02-28T12:00", null],
  ["on 28 February of another year", "2000-02-29", "2027-02-28T12:00", null],
  ["on 1 March of another year", "2000-02-29", "2027-03-01T12:00", 2027],
  ["seven days after that", "2000-02-29", "2027-03-08T12:00", 2027],
  ["eight days after that", "2000-02-29", "2027-03-09T12:00", null],
  ["on 1 March of a leap year, a day after", "2000-02-29", "2028-03-01T12:00", 2028],
  ["born on 1 March", "2001-03-01", "2027-03-01T12:00", 2027],
  ["on the day of birth", "2026-11-24", "2026-11-24T12:00", null],
  ["born in the future", "2030-11-24", "2026-11-24T12:00", null],
  ["a date that never was", "1999-02-29", "2027-03-01T12:00", null],
  ["no date", "", "2026-11-24T12:00", null],
  ["another way to write it", "24.11.1990", "2026-11-24T12:00", null],
  ["with a time", "1990-11-24T00:00", "2026-11-24T12:00", null],
  ["words in front", "born 1990-11-24", "2026-11-24T12:00", null],
])("%s", (_what, birthdate, now, year) => {
  const birthday = createBirthdays("Asia/Bangkok")(birthdate, bangkok(now));
  expect(birthday?.year ?? null).toBe(year);
});

test("the days go on while the bot runs, and back with its clock", () => {
  const birthday = createBirthdays("Asia/Bangkok");
  const on = (time: string) => birthday("1990-11-24", bangkok(time))?.year ?? null;
  expect([on("2026-11-23T12:00"), on("2026-11-24T12:00"), on("2026-11-23T12:00")]).toEqual([
    null,
    2026,
    null,
  ]);
});
