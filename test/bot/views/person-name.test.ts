/** Names by culture: the order of their parts, how people are addressed in each language, and the masks for the till. */
import { describe, expect, test } from "vitest";
import { addressedName, fullName, maskedName } from "../../../src/bot/views/person-name.ts";

const person = (name: string, lastName: string) => ({ name, lastName });

test.each([
  ["สมชาย", "ใจดี", "สมชาย ใจดี"],
  ["Olivia", "Brown", "Olivia Brown"],
  ["Somchai", "ใจดี", "Somchai ใจดี"],
  ["陽菜", "田中", "田中陽菜"],
  ["はるか", "佐々木", "佐々木はるか"],
  ["はるか", "すずき", "すずき はるか"],
  ["オリビア", "ブラウン", "ブラウン オリビア"],
  ["怡君", "林", "林怡君"],
  ["민준", "김", "김민준"],
  ["陽菜", "Tanaka", "Tanaka 陽菜"],
  ["Nok", "", "Nok"],
  ["", "田中", "田中"],
  [" ", "", ""],
])("%s, family name %s, is in full %s", (name, lastName, full) => {
  expect(fullName(person(name, lastName))).toBe(full);
});

describe.each([
  ["สมชาย", "ใจดี", { th: "สมชาย", en: "สมชาย", ja: "สมชาย", "zh-TW": "สมชาย" }],
  ["Olivia", "Brown", { th: "Olivia", en: "Olivia", ja: "Olivia Brown", "zh-TW": "Olivia" }],
  ["陽菜", "田中", { th: "田中陽菜", en: "田中陽菜", ja: "田中", "zh-TW": "田中陽菜" }],
  ["怡君", "林", { th: "林怡君", en: "林怡君", ja: "林", "zh-TW": "林怡君" }],
  ["小明", "王", { th: "王小明", en: "王小明", ja: "王小明", "zh-TW": "王小明" }],
  ["オリビア", "ブラウン", { en: "ブラウン オリビア", ja: "ブラウン" }],
  ["민준", "김", { en: "김민준", ja: "김", "zh-TW": "김민준" }],
  ["陽菜", "", { en: "陽菜", ja: "陽菜", "zh-TW": "陽菜" }],
  ["", "田中", { en: "田中", ja: "田中", "zh-TW": "田中" }],
  ["Nok", "", { th: "Nok", en: "Nok", ja: "Nok", "zh-TW": "Nok" }],
  ["", "Brown", { th: "Brown", en: "Brown", ja: "Brown" }],
  ["", " ", { th: "", en: "", ja: "", "zh-TW": "" }],
] as const)("%s, family name %s", (name, lastName, addressed) => {
  test.each(Object.entries(addressed))("is addressed in %s as %s", (language, expected) => {
    const to = language as keyof typeof addressed;
    expect(addressedName(person(name, lastName), to)).toBe(expected);
  });
});

test.each([
  ["สมชาย", "ใจดี", "สมชาย จ."],
  ["สุดา", "เกตุแก้ว", "สุดา ก."],
  ["มานี", "แสงทอง", "มานี ส."],
  ["ปิติ", "โพธิ์ศรี", "ปิติ พ."],
  ["ชูใจ", "ไทยแท้", "ชูใจ ท."],
  ["วีระ", "ศรีสุวรรณ์", "วีระ ศ."],
  ["🌸ฝน🌸", "ดี", "🌸ฝน🌸 ด."],
  ["Somchai", "ใจดี", "Somchai จ."],
  ["Olivia", "Brown", "Olivia B."],
  ["José", "Éluard", "José É."],
  ["Ann", "“Bo” Lee", "Ann B."],
  ["Nok", "", "Nok"],
  ["", "Brown", "B."],
  ["陽菜", "田中", "田中陽○"],
  ["健", "佐藤", "佐藤○"],
  ["はるか", "すずき", "すずき は○"],
  ["怡君", "林", "林怡○"],
  ["민준", "김", "김민○"],
  ["", "", ""],
])("%s, family name %s, is masked as %s", (name, lastName, masked) => {
  expect(maskedName(person(name, lastName))).toBe(masked);
});

test("a name of any length is cut between letters", () => {
  const long = "กิ์".repeat(60);
  for (const text of [
    fullName(person(long, long)),
    maskedName(person(long, long)),
    addressedName(person(long, long), "th"),
  ]) {
    expect(text.length).toBeLessThanOrEqual(60);
    expect(text).toMatch(/กิ์…$/);
  }
});
