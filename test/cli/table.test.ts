/** Tables of commands: columns that stay, whatever the script, and no column without content. */
import { expect, test } from "vitest";
import { localTime, tableOf, widthOf } from "../../src/cli/output.ts";
import { counted } from "../../src/observability/counted.ts";

test.each([
  ["Olivia", 6],
  ["田中 陽菜", 9],
  ["สุพรรษา ศรีสุวรรณ์", 14],
  ["น้ำ", 2],
  ["🌸ฝน🌸", 6],
  ["é", 1],
  ["👩‍👩‍👧", 2],
  ["ｱ．", 3],
])("%s is %i columns wide", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test("cells are as wide as the widest of their column, and an empty column is left out", () => {
  const rows = [
    ["田中", "", "1"],
    ["Olivia", "", ""],
  ];
  expect(tableOf(["who", "note", "count"], rows)).toBe("who     count\n田中    1\nOlivia");
});

test("a time has the zone of the business, also where that changes in the year", () => {
  expect(localTime(Date.parse("2026-11-25T02:01:05.999Z"), "Asia/Bangkok")).toBe(
    "2026-11-25 09:01:05 +07:00",
  );
  expect(localTime(Date.parse("2026-07-01T00:00:00Z"), "Europe/Berlin")).toBe(
    "2026-07-01 02:00:00 +02:00",
  );
});

test("one has no plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "story", "stories"))).toEqual([
    "0 stories",
    "1 story",
    "2 stories",
  ]);
});
