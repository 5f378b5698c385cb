/** The page's fonts: small subsets of what it shows first, and whole fonts for characters beyond those. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cutFont } from "./cut-fonts.ts";

/** What the page shows; the fonts of Chinese and Japanese are cut down to it. */
export interface FontTexts {
  /** Names and notes in the list of people. */
  names: string;
  japanese: string;
  chinese: string;
}

export interface Fonts {
  /** The `@font-face` rules, with addresses relative to the stylesheet. */
  styles: string;
  /** The font at an address: a small one, made at the first call, or where a whole one is on the disk; null = none. */
  file(address: string): Promise<Buffer | { path: string } | null>;
}

type Weight = "400" | "700";

interface FontFile {
  /** Its path on the disk. */
  path: string;
  /** Absent for the whole font. */
  characters?: string;
}

const weights: readonly Weight[] = ["400", "700"];
const require = createRequire(import.meta.url);

/** Code points of scripts that need thousands of glyphs, and of their punctuation. */
const eastAsianBlocks = [
  [0x2e80, 0x9fff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x2fa1f],
] as const;

function eastAsianOf(text: string): Set<number> {
  const points = Array.from(text.normalize("NFC"), (character) => character.codePointAt(0) ?? 0);
  return new Set(
    points.filter(
      (point) =>
        signs.includes(String.fromCodePoint(point)) ||
        eastAsianBlocks.some(([first, last]) => first <= point && point <= last),
    ),
  );
}

const charactersIn = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** What texts are filled with: kana of names, full-width letters and signs, parts of dates. */
const kana = charactersIn(0x3041, 0x3096) + charactersIn(0x30a1, 0x30fc);
const fullWidthMarks = charactersIn(0x3000, 0x3015);
const fullWidthLetters = charactersIn(0xff01, 0xff5e);
/** Signs of replies that neither the Latin font nor the largest part of any other has. */
const signs = "✓→↓";
const dateParts = "年月日時分秒午前後上下曜火水木金土週一二三四五六";

const hex = (point: number) => point.toString(16).toUpperCase();

/** @returns a CSS `unicode-range`. */
const rangeOf = (points: Iterable<number>) =>
  Array.from(points, (one) => `U+${hex(one)}`).join(",");

/** @returns the CSS `unicode-range` of all East Asian code points but these. */
function rangeWithout(points: ReadonlySet<number>): string {
  const sorted = [...points].toSorted((a, b) => a - b);
  const ranges = eastAsianBlocks.flatMap(([first, last]) => {
    const inside = sorted.filter((point) => first <= point && point <= last);
    const starts = [first, ...inside.map((point) => point + 1)];
    const ends = [...inside.map((point) => point - 1), last];
    return starts.map((start, index) => [start, ends[index] ?? last] as const);
  });
  return ranges
    .filter(([start, end]) => start <= end)
    .map(([start, end]) => (start === end ? `U+${hex(start)}` : `U+${hex(start)}-${hex(end)}`))
    .join(",");
}

const faceRule = (family: string, weight: Weight, address: string, range: string) =>
  `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; ` +
  `src: url(${address}) format("woff2"); unicode-range: ${range}; }`;

/** Different content has a different address. */
function addressOf({ path, characters = "" }: FontFile): string {
  const hash = createHash("sha256").update(`${path}\n${characters}`).digest("hex").slice(0, 16);
  return `fonts/${hash}.woff2`;
}

/** The rules and files of a family that its package has in small parts, as it describes them itself. */
function latinFaces(family: string, weight: Weight) {
  const stylesheet = require.resolve(`@fontsource/${family}/${weight}.css`);
  const files: FontFile[] = [];
  const rules = readFileSync(stylesheet, "utf8")
    .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, "")
    .replaceAll(/url\(\.\/(files\/[\w-]+\.woff2)\)/g, (_url, name: string) => {
      const file = { path: join(dirname(stylesheet), name) };
      files.push(file);
      return `url(${addressOf(file)})`;
    });
  return { rules: [rules], files };
}

/** A font with thousands of glyphs, of which a page downloads those that it shows. */
interface EastAsianFont {
  family: string;
  /** Of the package, and of the part that holds almost all its glyphs. */
  source: [family: string, part: string];
  /** Disjoint: a browser downloads each when it shows one of its characters. */
  subsets: readonly ReadonlySet<number>[];
  /** Whose glyphs are only in the package's small parts, such as full-width commas in Chinese. */
  elsewhere: ReadonlySet<number>;
}

const pathOf = ({ source: [family, part] }: EastAsianFont, weight: Weight) =>
  require.resolve(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff2`);

function subsetFaces(font: EastAsianFont, weight: Weight) {
  const path = pathOf(font, weight);
  const faces = font.subsets
    .filter(({ size }) => size > 0)
    .map((points) => {
      const file: FontFile = { path, characters: String.fromCodePoint(...points) };
      return { file, rule: faceRule(font.family, weight, addressOf(file), rangeOf(points)) };
    });
  return { rules: faces.map(({ rule }) => rule), files: faces.map(({ file }) => file) };
}

/** @returns the first and the last code points of a CSS `unicode-range`'s parts. */
const boundsOf = (range: string) =>
  range
    .replaceAll(/U\+/gi, "")
    .split(",")
    .map((one) => one.split("-").map((bound) => parseInt(bound, 16)));

/** The characters that the largest part lacks, cut out of the small parts that have them. */
function smallPartFaces({ family, source: [source], elsewhere }: EastAsianFont, weight: Weight) {
  const stylesheet = require.resolve(`@fontsource/${source}/${weight}.css`);
  const parts = [
    ...readFileSync(stylesheet, "utf8").matchAll(
      /url\(\.\/(files\/[\w-]+\.woff2)\)[^}]*unicode-range: ([^;]*)/g,
    ),
  ];
  const faces = parts.flatMap(([, name = "", range = ""]) => {
    // Once per part: for each point, it would hold up the bot for a second.
    const bounds = boundsOf(range);
    const points = [...elsewhere].filter((point) =>
      bounds.some(([first = 0, last = first]) => first <= point && point <= last),
    );
    if (points.length === 0) return [];
    const path = join(dirname(stylesheet), name);
    const file: FontFile = { path, characters: String.fromCodePoint(...points) };
    return { file, rule: faceRule(family, weight, addressOf(file), rangeOf(points)) };
  });
  return { rules: faces.map(({ rule }) => rule), files: faces.map(({ file }) => file) };
}

/**
 * The whole font, for characters that no subset has. Those that one has are left out: while a
 * subset is loading, browsers look for its characters in the fonts behind it.
 */
function wholeFace(
  family: string,
  font: EastAsianFont,
  covered: readonly ReadonlySet<number>[],
  weight: Weight,
) {
  const file: FontFile = { path: pathOf(font, weight) };
  const points = covered.reduce<Set<number>>((all, one) => all.union(one), new Set());
  return {
    rules: [faceRule(family, weight, addressOf(file), rangeWithout(points))],
    files: [file],
  };
}

const coveredBy = ({ subsets, elsewhere }: EastAsianFont) => [...subsets, elsewhere];

function allFaces({ names, japanese, chinese }: FontTexts, weight: Weight) {
  const inNames = eastAsianOf(names);
  const fontFor = (text: string, lacking: string) => {
    const elsewhere = eastAsianOf(lacking);
    const wanted = eastAsianOf(text + fullWidthMarks + fullWidthLetters + dateParts);
    const subsets = [inNames, wanted.difference(inNames)].map((one) => one.difference(elsewhere));
    return { subsets, elsewhere };
  };
  const jp: EastAsianFont = {
    family: "Noto Sans JP",
    source: ["noto-sans-jp", "japanese"],
    ...fontFor(japanese + kana, `～${signs}`),
  };
  const tc: EastAsianFont = {
    family: "Noto Sans TC",
    source: ["noto-sans-tc", "chinese-traditional"],
    ...fontFor(chinese, `${fullWidthLetters}〜${signs}`),
  };
  return [
    latinFaces("noto-sans", weight),
    latinFaces("noto-sans-thai", weight),
    subsetFaces(jp, weight),
    smallPartFaces(jp, weight),
    subsetFaces(tc, weight),
    smallPartFaces(tc, weight),
    wholeFace("Noto Sans JP Whole", jp, coveredBy(jp), weight),
    wholeFace("Noto Sans TC Whole", tc, coveredBy(tc), weight),
    wholeFace("Noto Sans Other", tc, [...coveredBy(jp), ...coveredBy(tc)], weight),
  ];
}

/** Cut fonts by address, which names the content: cut once per process, for every studio in it. */
const loading = new Map<string, Promise<Buffer>>();

export function createFonts(texts: FontTexts): Fonts {
  const faces = weights.flatMap((weight) => allFaces(texts, weight));
  const files = new Map(faces.flatMap((face) => face.files).map((file) => [addressOf(file), file]));
  return {
    styles: faces.flatMap(({ rules }) => rules).join("\n"),
    async file(address) {
      const file = files.get(address);
      if (!file) return null;
      const { path, characters } = file;
      // A whole font has megabytes, and is on the disk as it is served.
      if (characters === undefined) return { path };
      const font = loading.get(address) ?? cutFont({ file: path, characters });
      loading.set(address, font);
      font.catch(() => loading.delete(address));
      return font;
    },
  };
}
