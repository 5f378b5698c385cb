/** Files that people wrote: UTF-8 is read, and every other encoding is a fault that names where. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { decodeText, EncodingError, readTextFile } from "../../src/text/text-file.ts";
import { assert, property, string, uint8Array } from "../support/properties.ts";

const faultOf = (bytes: Buffer): string => {
  try {
    decodeText(bytes, "th.json");
    return "";
  } catch (error) {
    if (error instanceof EncodingError) return error.message;
    throw error;
  }
};

test.each<[string, readonly number[]]>([
  ["Thai in TIS-620 or CP874", [0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5]],
  ["Chinese in Big5", [0xa7, 0xda, 0xaa, 0xba]],
  ["Japanese in Shift JIS", [0x83, 0x7c, 0x83, 0x43]],
  ["Japanese in EUC-JP", [0xa5, 0xdd, 0xa5, 0xa4]],
  ["é in Latin-1", [0xe9, 0x22]],
  ["half a surrogate pair", [0xed, 0xa0, 0xbd]],
  ["a character that is cut off", [0xe0, 0xb8]],
])("%s is a fault at its line and byte", (_name, bytes) => {
  const file = Buffer.concat([Buffer.from('{\n  "a": "ก', "utf8"), Buffer.from(bytes)]);
  expect(faultOf(file)).toBe("th.json isn't text in UTF-8 (line 2, byte 14): save it as UTF-8");
});

test.each<[string, Buffer]>([
  ["UTF-16 with its mark", Buffer.from("\uFEFF{}", "utf16le")],
  ["UTF-16 without it", Buffer.from("{}", "utf16le")],
  ["UTF-16 in the other order", Buffer.from("\uFEFF{}", "utf16le").swap16()],
])("%s is named", (_name, bytes) => {
  expect(faultOf(bytes)).toMatch(/^th\.json isn't text in UTF-8, but perhaps in UTF-16/);
});

test("text in UTF-8 is read as it is, without the mark at its beginning", () => {
  const dir = mkdtempSync(join(tmpdir(), "text-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "th.txt"), "\uFEFFสวัสดี\r\n👋\uFEFF");
  expect(readTextFile(join(dir, "th.txt"))).toBe("สวัสดี\r\n👋\uFEFF");
  expect(() => readTextFile(join(dir, "none"))).toThrow(/ENOENT/);
});

test("what isn't a fault is the same text in bytes", () => {
  assert(
    property(uint8Array({ maxLength: 40 }), (bytes) => {
      const file = Buffer.from(bytes);
      if (faultOf(file) === "") {
        const text = decodeText(file, "");
        expect([text, `\uFEFF${text}`].map((one) => Buffer.from(one))).toContainEqual(file);
      }
    }),
  );
  assert(
    property(string({ unit: "grapheme" }), (text) => {
      if (/^\uFEFF|\0/.test(text)) return;
      expect(decodeText(Buffer.from(text), "")).toBe(text);
    }),
  );
});
