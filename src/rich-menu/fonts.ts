/** Provides the fonts of the rich menu images, as files that the rendering library can read. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Language } from "../config/environment-schema.ts";

const require = createRequire(import.meta.url);

const files = [
  "noto-sans/files/noto-sans-latin-700-normal.woff",
  "noto-sans/files/noto-sans-latin-ext-700-normal.woff",
  "noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff",
  "noto-sans-jp/files/noto-sans-jp-japanese-700-normal.woff",
  "noto-sans-tc/files/noto-sans-tc-chinese-traditional-700-normal.woff",
];

// The files are bold; the family name is that of the variable font's default weight.
const japanese = "Noto Sans JP Thin";
const chinese = "Noto Sans TC Thin";

/**
 * The font families for a language, as an SVG `font-family` list. Their order matters: Japanese and
 * Chinese share code points whose glyphs differ.
 */
export function fontsOf(language: Language): string {
  const han = language === "zh-TW" ? [chinese, japanese] : [japanese, chinese];
  return ["Noto Sans", "Noto Sans Thai", ...han].join(", ");
}

/** The path of the fontconfig file in a folder prepared by `layOut`. */
export const configurationIn = (folder: string): string => join(folder, "fonts.conf");

/** Writes the fonts and a fontconfig file that lists no other fonts into a folder. */
export function layOut(folder: string): void {
  const fonts = join(folder, "fonts");
  mkdirSync(fonts);
  for (const [index, file] of files.entries()) {
    writeFileSync(
      join(fonts, `${index}.ttf`),
      woffToTrueType(readFileSync(require.resolve(`@fontsource/${file}`))),
    );
  }
  writeFileSync(
    configurationIn(folder),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${join(folder, "cache")}</cachedir></fontconfig>`,
  );
}

/** Converts a WOFF font to TrueType: the rendering library ignores WOFF. */
function woffToTrueType(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF font");
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const tables: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const start = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(start, start + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    const table = packed.length < length ? inflateSync(packed) : packed;
    const record = 12 + index * 16;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(tables);
}
