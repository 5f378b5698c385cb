/** Phone numbers of several countries, in the writings of people and of platforms. */
import { describe, expect, test } from "vitest";
import {
  callingCodeIn,
  isSamePhone,
  maskedNumber,
  phoneWritings,
  storedPhone,
  typedPhone,
} from "../../src/text/phone-number.ts";
import { assert, constantFrom, nat, property, string } from "../support/properties.ts";

/** Calling code and national number; none begins with its own code. */
const numbers: readonly (readonly [code: string, national: string])[] = [
  ["66", "812345678"],
  ["66", "21234567"],
  ["81", "9012345678"],
  ["81", "312345678"],
  ["886", "912345678"],
  ["886", "223456789"],
  ["852", "91234567"],
  ["65", "91234567"],
  ["82", "1012345678"],
  ["84", "912345678"],
  ["62", "81234567890"],
  ["86", "13800138000"],
  ["1", "2025550101"],
  ["44", "7400123456"],
  ["49", "15123456789"],
  ["673", "7123456"],
];

const typed = (code: string, national: string): string[] => [
  `0${national}`,
  national,
  `+${code}${national}`,
  `00${code} ${national}`,
  `+${code} (0)${national}`,
  `+${code}-${national.slice(0, 2)}-${national.slice(2)}`,
  `tel:+${code}${national}`,
  ...(code.length + national.length >= 10 ? [code + national] : []),
];

const stored = (code: string, national: string) => [
  { phoneCode: code, phoneNumber: national },
  { phoneCode: code, phoneNumber: `0${national}` },
  { phoneCode: `+${code}`, phoneNumber: `+${code}${national}` },
  { phoneCode: code, phoneNumber: `+${code} 0${national}` },
  { phoneCode: "", phoneNumber: `+${code} ${national}` },
  { phoneCode: "", phoneNumber: `00${code}${national}` },
  { phoneCode: code, phoneNumber: `${national.slice(0, 3)}-${national.slice(3)}` },
  ...(code.length + national.length >= 10
    ? [
        { phoneCode: code, phoneNumber: code + national },
        { phoneCode: "", phoneNumber: code + national },
      ]
    : []),
];

describe.each(numbers)("+%s %s", (code, national) => {
  test("is the same number in every writing", () => {
    for (const text of typed(code, national)) {
      for (const profile of stored(code, national)) {
        const isFound = isSamePhone(typedPhone(text), storedPhone(profile, code));
        expect(isFound, `${text} for ${JSON.stringify(profile)}`).toBe(true);
      }
    }
  });

  test("isn't the number beside it", () => {
    const [last = ""] = national.slice(-1);
    const other = national.slice(0, -1) + ((Number(last) + 1) % 10);
    for (const text of typed(code, other)) {
      for (const profile of stored(code, national))
        expect(isSamePhone(typedPhone(text), storedPhone(profile, code)), `for ${text}`).toBe(
          false,
        );
    }
  });

  test("is searched for in each writing that a platform stores", () => {
    const writings = [national, `0${national}`, code + national, `+${code}${national}`];
    for (const text of typed(code, national).filter((one) => one !== national))
      expect(phoneWritings(text, code), `for ${text}`).toEqual(expect.arrayContaining(writings));
  });
});

test("a number with another country's plus is another number", () => {
  const thai = storedPhone({ phoneCode: "66", phoneNumber: "812345678" }, "66");
  expect(isSamePhone(typedPhone("+81812345678"), thai)).toBe(false);
  const unnamed = storedPhone({ phoneCode: "", phoneNumber: "0812345678" }, "66");
  expect(isSamePhone(typedPhone("+81812345678"), unnamed)).toBe(false);
  expect(isSamePhone(typedPhone("+66812345678"), unnamed)).toBe(true);
});

test.each(["", "Olivia", "12", "ร้าน7", "AB12345", "1234567890123456789", "+", "00", "0000"])(
  "%j is no phone number",
  (text) => {
    expect(typedPhone(text)).toEqual([]);
    expect(phoneWritings(text, "66")).toEqual([]);
  },
);

test("an extension isn't part of the number", () => {
  const office = storedPhone({ phoneCode: "886", phoneNumber: "02-2345-6789#123" }, "886");
  expect(isSamePhone(typedPhone("02 2345 6789 分機 5"), office)).toBe(true);
  expect(maskedNumber("02-2345-6789#123")).toBe("•••6789");
});

test.each([
  ["0812345678", "•••5678"],
  ["๐๘๑๒๓๔๕๖๗๘", "•••5678"],
  ["０８１２３４５６７８", "•••5678"],
  ["12345", "•••"],
  ["", "•••"],
])("%s is masked", (phone, masked) => {
  expect(maskedNumber(phone)).toBe(masked);
});

test.each([
  ["Asia/Bangkok", "66"],
  ["Asia/Tokyo", "81"],
  ["Asia/Taipei", "886"],
  ["Asia/Ho_Chi_Minh", "84"],
  ["America/New_York", "1"],
  ["Europe/London", "44"],
  ["UTC", null],
])("numbers in %s begin with %s", (zone, code) => {
  expect(callingCodeIn(zone)).toBe(code);
});

test("separators and invisible marks don't make another number", () => {
  assert(
    property(
      constantFrom(...numbers),
      string({
        unit: constantFrom(" ", "(", ")", ".", "/", "·", "-", "\u200B", "\u202A"),
        maxLength: 4,
      }),
      nat(),
      ([code, national], separator, at) => {
        const place = at % national.length;
        const text = `0${national.slice(0, place)}${separator}${national.slice(place)}`;
        const profile = { phoneCode: code, phoneNumber: national };
        expect(isSamePhone(typedPhone(text), storedPhone(profile, null))).toBe(true);
      },
    ),
  );
});
