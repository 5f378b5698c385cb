/** What a platform tells of a card beyond the contract: the file that names it, and how its values are read. */
import { describe, expect, test } from "vitest";
import type { CardFact } from "../../../src/bot/context.ts";
import { cardFactsSchema, factText } from "../../../src/bot/views/card.ts";
import { languages, type Language } from "../../../src/config/environment-schema.ts";
import { renderContextIn } from "../../support/render-context.ts";

type Kind = CardFact["kind"];
const read = (kind: Kind, value: unknown, language: Language = "en") =>
  factText(renderContextIn(language), { kind, currency: "THB" }, value)?.replaceAll(
    "\u00A0",
    " ",
  ) ?? null;

test.each<[Kind, unknown, string]>([
  ["points", 1250, "1,250 points"],
  ["points", " 1 ", "1 point"],
  ["points", "12,500", "12,500 points"],
  ["points", 0, "0 points"],
  ["number", "2.5", "2.5"],
  ["money", 120, "THB 120"],
  ["money", "99.5", "THB 99.50"],
  ["date", "2026-12-31", "31 Dec 2026"],
  ["date", "2026-12-31T17:00:00Z", "1 Jan 2027"],
  ["date", "2026-12-31T23:59:59+07:00", "31 Dec 2026"],
  ["expiry", "2026-12-31", "31 Dec 2026"],
  ["expiry", "2026-12-31T17:00:00Z", "31 Dec 2026"],
  ["expiry", "2026-12-31T16:59:59.999Z", "31 Dec 2026"],
  ["expiry", "2026-12-31T05:00:00Z", "31 Dec 2026, 12:00"],
  ["text", "  Sakura \n Gold ", "Sakura Gold"],
  ["text", 7, "7"],
  ["text", "ก".repeat(99), `${"ก".repeat(39)}…`],
])("a value of kind %s: %j is shown as %s", (kind, value, shown) => {
  expect(read(kind, value)).toBe(shown);
});

const shown = (kind: Kind, value: unknown) => languages.map((one) => read(kind, value, one));

test("numbers, money and days are written as the language does", () => {
  expect(shown("points", 1250)).toEqual(["1,250 แต้ม", "1,250 points", "1,250ポイント", "1,250 點"]);
  expect(shown("money", 1200)).toEqual(["฿1,200", "THB 1,200", "THB 1,200", "THB 1,200"]);
  expect(shown("date", "2026-12-31")).toEqual([
    "31 ธ.ค. 2569",
    "31 Dec 2026",
    "2026年12月31日",
    "2026年12月31日",
  ]);
});

test.each<[Kind, readonly unknown[]]>([
  ["points", [1.5, "1.5", "many", "1.250,5", "12,34", "", true, null, undefined, {}, [5], 2 ** 60]],
  ["number", [NaN, Infinity, "0x10", "1e5", "٣"]],
  ["money", ["THB 5", "5 baht", []]],
  [
    "date",
    ["soon", "31/12/2026", "2026-02-30", "2026-12-31 23:59", "2026-12-31T23:59:59", 1798736399],
  ],
  ["date", ["0001-01-01T00:00:00Z", "9999-12-31", "1899-12-31", "2026-13-01T00:00:00Z"]],
  ["expiry", ["2026-02-30T00:00:00Z", "", null]],
  ["text", ["", "  ", true, {}, [], null, undefined, NaN]],
])("a value that isn't of kind %s isn't shown: %j", (kind, values) => {
  for (const value of values) expect(read(kind, value)).toBeNull();
});

describe("the file", () => {
  const label = {
    en: "Soon to expire",
    th: "แต้มใกล้หมดอายุ",
    ja: "まもなく失効",
    "zh-TW": "即將到期",
  };
  const look = { label, kind: "points", place: "face" };
  const schema = cardFactsSchema(languages);
  const faultOf = (content: unknown): string =>
    schema
      .safeParse(content)
      .error?.issues.map(({ path, message }) => `${path.join("/")}: ${message}`)
      .join("\n") ?? "";

  test("names fields, fields in fields and keys, in the order in which they are shown", () => {
    const facts = schema.parse({
      "otherData.next.tier": { ...look, kind: "text" },
      "card.tier.missing": look,
      "profile.member_since": { ...look, kind: "date", place: "staff" },
    });
    expect(facts.map(({ owner, path }) => [owner, path])).toEqual([
      ["otherData", ["next.tier"]],
      ["card", ["tier", "missing"]],
      ["profile", ["member_since"]],
    ]);
  });

  test("needs labels of the languages that are offered, and takes those of others", () => {
    const english = { "card.a": { ...look, label: { en: "A" } } };
    expect(cardFactsSchema(["en"]).safeParse(english).success).toBe(true);
    expect(faultOf(english)).toContain("card.a/label/th");
  });

  const one = (changes: object) => ({ "card.a": { ...look, ...changes } });
  test.each<[string, object, RegExp]>([
    ["no owner", { expiring: look }, /expiring: must begin with card\., profile\. or otherData\./],
    ["no name", { "card.": look }, /must begin with/],
    ["a card's own field", { "card.point": look }, /card\.point: is a field of the contract/],
    ["a member's own field", { "profile.lineId": look }, /is a field of the contract/],
    ["an unknown kind", one({ kind: "Points" }), /card\.a\/kind/],
    ["an unknown place", one({ place: "top" }), /card\.a\/place/],
    ["an unknown key", one({ colour: "red" }), /colour/],
    ["an unknown language", one({ label: { ...label, fr: "x" } }), /fr/],
    ["a long label", one({ label: { ...label, en: "x".repeat(31) } }), /card\.a\/label\/en/],
    ["money without a currency", one({ kind: "money" }), /card\.a\/currency/],
    ["an unknown currency", one({ kind: "money", currency: "BAHT" }), /ISO 4217/],
    ["points with a currency", one({ currency: "THB" }), /currency/],
    [
      "nine facts",
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`card.x${at}`, look])),
      /at most 8/,
    ],
    ["a list", [look], /expected record/i],
  ])("with %s is refused", (_fault, content, expected) => {
    expect(faultOf(content)).toMatch(expected);
  });
});
