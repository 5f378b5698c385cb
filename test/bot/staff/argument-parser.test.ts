/** What stands behind a command, read as people write it. */
import { describe, expect, test } from "vitest";
import { commands } from "../../../src/bot/staff/commands/index.ts";
import { parseArguments, wholeNumber } from "../../../src/bot/staff/argument-parser.ts";

const read = (written: string) => {
  const [, name = "", rest = ""] = /^\/(\S+) ?(.*)$/.exec(written) ?? [];
  const command = commands.find((one) => one.name === name);
  return command ? parseArguments(command.parameters, rest) : undefined;
};

describe("arguments", () => {
  test.each<[string, Record<string, string> | null]>([
    ["/gift iced somchai 2", { set: "iced", who: "somchai", quantity: "2" }],
    ["/gift iced somchai", { set: "iced", who: "somchai" }],
    ["/gift #2 0800000001", { set: "#2", who: "0800000001" }],
    ["/gift iced 080 000 0001 2", { set: "iced", who: "080 000 0001", quantity: "2" }],
    ["/gift iced +66 80 000 0001", { set: "iced", who: "+66 80 000 0001" }],
    ["/gift iced +886 900 000 006 3", { set: "iced", who: "+886 900 000 006", quantity: "3" }],
    ["/gift iced 0066 80 000 0001 10", { set: "iced", who: "0066 80 000 0001", quantity: "10" }],
    ["/gift iced ๐๘๐ ๐๐๐ ๐๐๐๑ ๒", { set: "iced", who: "080 000 0001", quantity: "2" }],
    [
      "/gift iced （０８０）０００ー００１４ ２",
      { set: "iced", who: "(080)000-0014", quantity: "2" },
    ],
    [
      "/gift iced \u202A＋66 80 000‑0001\u202C 2",
      { set: "iced", who: "+66 80 000-0001", quantity: "2" },
    ],
    ["/gift iced ラー メン 2", { set: "iced", who: "ラー メン", quantity: "2" }],
    ["/gift iced olivia brown 2", { set: "iced", who: "olivia brown", quantity: "2" }],
    [
      '/gift "Free iced latte" "Olivia Brown" 2',
      {
        set: "Free iced latte",
        who: "Olivia Brown",
        quantity: "2",
      },
    ],
    ["/gift “Free iced” 「田中 陽菜」", { set: "Free iced", who: "田中 陽菜" }],
    ["/gift iced", { set: "iced" }],
    ["/gift", {}],
    ["/add 8800000001 100", { card: "8800000001", points: "100" }],
    ["/add 8800 0000 0001 1,000", { card: "8800 0000 0001", points: "1,000" }],
    ["/add 880000000001 100 R-7/1 #2", { card: "880000000001", points: "100", ref: "R-7/1 #2" }],
    ["/add 880000000001 𝟙𝟘𝟘", { card: "880000000001", points: "100" }],
    ["/add 880000000001", { card: "880000000001" }],
    ["/add 080 000 0001 1.000", { card: "080 000 0001", points: "1.000" }],
    ["/gift iced olivia brown 1,5", { set: "iced", who: "olivia brown", quantity: "1,5" }],
    ["/find Olivia Brown", { who: "Olivia Brown" }],
    ["/find 080 000 0001", { who: "080 000 0001" }],
    ["/find", {}],
    ["/gifts", {}],
    ["/sets now", null],
    ["/void ref:ใบ 7", { what: "ref:ใบ 7" }],
    ["/void ref:ใบเสร็จ-๑๒๓", { what: "ref:ใบเสร็จ-๑๒๓" }],
    ['/void "ref:ใบเสร็จ ๑๒๓"', { what: "ref:ใบเสร็จ ๑๒๓" }],
    ['/void ref:INV "7"', { what: 'ref:INV "7"' }],
    ["/void ref:A  12 ", { what: "ref:A  12" }],
    ["/void 「ref:A  12」", { what: "ref:A  12" }],
    ["/void “A” “B”", { what: "“A” “B”" }],
    ['/void ""', {}],
    ["/add 880000000001 ๑๐๐ ใบ ๑๒๓", { card: "880000000001", points: "100", ref: "ใบ ๑๒๓" }],
    ["/add 880000000001 1 000", { card: "880000000001", points: "1 000" }],
    ["/add 880000000001 1\u00A0000", { card: "880000000001", points: "1 000" }],
    ["/add 880000000001 1\u202F000 R-7", { card: "880000000001", points: "1 000", ref: "R-7" }],
    ["/add 880000000001 ๑ ๐๐๐", { card: "880000000001", points: "1 ๐๐๐" }],
    ["/add 880000000001 12 345 678", { card: "880000000001", points: "12 345 678" }],
    ["/add 880000000001 1 000.50", { card: "880000000001", points: "1 000.50" }],
    ["/add 880000000001 1000 000", { card: "880000000001", points: "1000 000" }],
    ["/add 081 234 5678 1 000", { card: "081 234 5678", points: "1 000" }],
    ['/add 880000000001 100 "007"', { card: "880000000001", points: "100", ref: "007" }],
    ["/add 880000000001 100 1234", { card: "880000000001", points: "100", ref: "1234" }],
    ["/add 880000000001 1000 007", { card: "880000000001", points: "1000", ref: "007" }],
    ['/gift iced "Olivia" 1 000', { set: "iced", who: "Olivia", quantity: "1 000" }],
    [
      "/gift „Free iced“ „Olivia Brown“ 2",
      { set: "Free iced", who: "Olivia Brown", quantity: "2" },
    ],
    ["/gift «Free iced» olivia", { set: "Free iced", who: "olivia" }],
    ["/gift คูปอง๕๐บาท ร้าน๗ ๒", { set: "คูปอง๕๐บาท", who: "ร้าน๗", quantity: "2" }],
  ])("%s", (written, expected) => {
    expect(read(written)).toEqual(expected);
  });
});

test.each<[string, number | null]>([
  ["100", 100],
  ["1,000", 1000],
  ["12,345,678", 12_345_678],
  ["๑๐๐", 100],
  ["１，０００", 1000],
  ["𝟙𝟘𝟘", 100],
  ["𝟏𝟐,𝟑𝟒𝟓", 12_345],
  ["007", 7],
  ["1,5", null],
  ["1,00", null],
  ["1000,000", null],
  [",100", null],
  ["1.000", null],
  ["1.5", null],
  ["1e3", null],
  ["0x10", null],
  ["1_000", null],
  ["1 000", null],
  ["1\u00A0000", null],
  ["1\u202F000", null],
  ["1'000", null],
  ["+5", null],
  ["-5", null],
  ["", null],
  ["Infinity", null],
])("the whole number %j", (written, expected) => {
  expect(wholeNumber(written)).toBe(expected);
});

test("text over several lines is one line", () => {
  const parameters = [{ name: "what", is: "rest" }] as const;
  expect(parseArguments(parameters, "INV 7 \r\n 8\n")).toEqual({ what: "INV 7 8" });
});
