/** Names that look alike are one name, and every writing of one is searched for. */
import { expect, test } from "vitest";
import { foldedName, nameWritings, withoutInnerBlanks } from "../../src/text/folded-name.ts";
import { assert, property, string } from "../support/properties.ts";

test.each<[string, readonly string[]]>([
  [
    "D'Angelo",
    ["D’Angelo", "D‘Angelo", "D´Angelo", "D`Angelo", "D＇Angelo", "D′Angelo", "d'ANGELO"],
  ],
  ['The "Best" Bar', ["The “Best” Bar", "The „Best‟ Bar", "The ＂Best＂ Bar", "The «Best» Bar"]],
  [
    "Anne-Marie",
    ["Anne–Marie", "Anne—Marie", "Anne‑Marie", "Anne−Marie", "Anne－Marie", "ANNE-MARIE"],
  ],
  [
    "Olivia Brown",
    [
      "  olivia\u00A0brown",
      "Ｏｌｉｖｉａ　Ｂｒｏｗｎ",
      "Olivia\n\tBrown",
      "Oliv\u200Bia Brown\u202C",
      "Oli\u00ADvia Brown",
    ],
  ],
  ["José", ["Jose\u0301", "JOSE\u0301"]],
  ["ラテ", ["ﾗﾃ"]],
  ["が", ["か\u3099"]],
  ["限定「抹茶」", ["限定『抹茶』"]],
  ["50〜100", ["50～100", "50~100"]],
  ["น้ำ", ["นํ้า", "น้ํา", "นำ้", "นํา้"]],
  ["กิ่ง", ["ก่ิง", "กิิ่ง"]],
  ["ผู้ใหญ่", ["ผู้ใหญ่"]],
  ["สิทธิ์", ["สิทธ์ิ"]],
  ["แม่", ["เเม่"]],
  ["ร้าน๗", ["ร้าน7", "ร้าน７"]],
  ["葛󠄀城", ["葛城"]],
  ["❤️ Fan", ["❤ Fan"]],
])("%s, however it is written", (name, others) => {
  for (const other of others) expect(foldedName(other), `for ${other}`).toBe(foldedName(name));
});

test.each([
  ["น้ำ", "น่ำ"],
  ["แม่", "เม่"],
  ["กา", "ก้า"],
  ["Olivia", "Oliver"],
  ["O'Neil", "ONeil"],
  ["ラーメン", "ラメン"],
  ["Tea 1", "Tea 2"],
])("%s and %s stay two names", (one, other) => {
  expect(foldedName(one)).not.toBe(foldedName(other));
});

test.each([
  ["田中 陽菜", "田中陽菜"],
  ["สมชาย ใจดี", "สมชายใจดี"],
  ["Olivia Brown", "olivia brown"],
])("%s without the blanks that its script doesn't need", (name, unspaced) => {
  expect(withoutInnerBlanks(foldedName(name))).toBe(unspaced);
});

test.each<[string, readonly string[]]>([
  ["D'Angelo", ["D'Angelo", "D’Angelo"]],
  ["D’Angelo", ["D'Angelo", "D’Angelo"]],
  ["Anne—Marie", ["Anne-Marie", "Anne–Marie", "Anne—Marie"]],
  ["O’Neil–Smith", ["O'Neil-Smith", "O’Neil–Smith"]],
  ['"Best"', ["“Best”"]],
  ["น้ำ", ["น้ำ", "นํ้า", "น้ํา"]],
  ["นํ้า", ["น้ำ", "นํ้า"]],
  ["เเม่", ["แม่", "เเม่"]],
  ["แม่", ["แม่", "เเม่"]],
  ["Ｏｌｉｖｉａ", ["Ｏｌｉｖｉａ", "Olivia"]],
  ["ร้าน๗", ["ร้าน๗", "ร้าน7"]],
])("%s is searched for in other writings, too", (written, writings) => {
  expect(nameWritings(written)).toEqual(expect.arrayContaining([...writings]));
});

test("an ordinary name is searched for once", () => {
  expect(nameWritings("Olivia Brown")).toEqual(["Olivia Brown"]);
  expect(nameWritings("田中陽菜")).toEqual(["田中陽菜"]);
});

test("a folded name stays as it is, and so does each writing's", () => {
  assert(
    property(string({ unit: "binary", maxLength: 20 }), (text) => {
      const folded = foldedName(text);
      expect(foldedName(folded)).toBe(folded);
      expect(folded.isWellFormed()).toBe(true);
    }),
  );
});

test("what a name is searched for under means the name", () => {
  const unit = string({ minLength: 1, maxLength: 1, unit: "grapheme" });
  assert(
    property(string({ unit, maxLength: 12 }), (text) => {
      for (const one of nameWritings(text)) expect(foldedName(one)).toBe(foldedName(text));
    }),
  );
});
