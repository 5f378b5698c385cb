/** Renders a rich menu as SVG in the brand's colours. Deterministic: the plan compares the text by its hash. */
import { join } from "node:path";
import type { Brand } from "../bot/context.ts";
import { ensureContrast, mixColors, surface } from "../bot/views/color-contrast.ts";
import * as ui from "../bot/views/flex-components.ts";
import type { Language } from "../config/environment-schema.ts";
import { icons, isStaffAudience, type Menu, type Tile } from "./menus.ts";

interface Colors {
  tile: string;
  icon: string;
  label: string;
}

// Sizes are in pixels of the image.
const gap = 18;
const corner = 44;
const iconSize = 250;
/** The share of a tile's width that its label may take. */
const labelShare = 0.88;
const maxLabelSize = 100;

/** @returns the SVG document, of the menu's size. */
export function renderMenuSvg(menu: Menu, brand: Pick<Brand, "color" | "accent">): string {
  const { width, height } = menu.size;
  const { ground, first, others } = colorsOf(menu, brand);
  const tiles = menu.tiles.map((tile, index) =>
    tileOf(tile, index === 0 ? first : others, menu.language),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" xml:lang="${menu.language}" font-family="${fontsOf(menu.language)}" font-weight="700" text-anchor="middle">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    ...tiles,
    "</svg>",
  ].join("\n");
}

/** The colours: the first button is highlighted; the staff's menu is dark, to distinguish it from a member's. */
function colorsOf(
  { audience }: Menu,
  { color, accent }: Pick<Brand, "color" | "accent">,
): { ground: string; first: Colors; others: Colors } {
  const { fill, text } = surface(color, ui.palette.strong);
  const first = { tile: fill, icon: text, label: text };
  if (isStaffAudience(audience)) {
    const others = {
      tile: mixColors(ui.palette.strong, ui.palette.paper, 0.1),
      icon: ui.palette.line,
      label: ui.palette.paper,
    };
    return { ground: ui.palette.strong, first, others };
  }
  return {
    ground: mixColors(color, ui.palette.paper, 0.84),
    first,
    others: { tile: ui.palette.paper, icon: ensureContrast(accent), label: ui.palette.strong },
  };
}

function tileOf({ bounds, icon, label }: Tile, colors: Colors, language: Language): string {
  const { x, y, width, height } = bounds;
  const centre = x + width / 2;
  const { lines, size } = fitLabel(label, {
    width: width * labelShare,
    maxSize: maxLabelSize,
    language,
  });
  const lineHeight = size * 1.4;
  const scale = iconSize / 24;
  const top = y + height * (lines.length > 1 ? 0.18 : 0.22);
  const baseline = top + iconSize + maxLabelSize * (lines.length > 1 ? 1.7 : 1.9);
  return [
    `<rect x="${x + gap}" y="${y + gap}" width="${width - 2 * gap}" height="${height - 2 * gap}" rx="${corner}" fill="${colors.tile}"/>`,
    `<path d="${icons[icon]}" transform="translate(${centre - iconSize / 2} ${top}) scale(${scale})" fill="none" stroke="${colors.icon}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
    ...lines.map(
      (line, index) =>
        `<text x="${centre}" y="${Math.round(baseline + index * lineHeight)}" font-size="${size}" fill="${colors.label}">${escaped(line)}</text>`,
    ),
  ].join("\n");
}

const escaped = (text: string) =>
  text
    .replace(/\p{Cc}/gu, "")
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");

// Chooses the font size and the line break of a label so that it fits its width.

/**
 * Fits a label into a width. `width` and `maxSize`, the maximum font size, are in pixels.
 * @returns one line, or two of similar length if that allows a larger font size; the size in pixels.
 */
export function fitLabel(
  label: string,
  { width, maxSize, language }: { width: number; maxSize: number; language: Language },
): { lines: string[]; size: number } {
  const sizeOf = (lines: readonly string[]) =>
    Math.floor(Math.min(maxSize, width / maxWidth(lines)));
  const one = [label];
  const size = sizeOf(one);
  if (size === maxSize) return { lines: one, size };
  const two = breakInTwo(label, language);
  // Two lines only if they allow a larger size; their maximum is 92 % of a single line's.
  const sizeOfTwo = Math.min(sizeOf(two), Math.floor(maxSize * 0.92));
  return sizeOfTwo > size ? { lines: two, size: sizeOfTwo } : { lines: one, size };
}

/** Breaks a label between words, by the language's word rules, so that the maxWidth half is as short as possible. */
function breakInTwo(label: string, language: Language): string[] {
  const text = label.trim();
  const upTo = widthsUpTo(text);
  const between = (from: number, to: number) => (upTo[to] ?? 0) - (upTo[from] ?? 0);
  let best = { width: Infinity, lines: [label] };
  for (const { index } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    const [first, second] = [text.slice(0, index).trimEnd(), text.slice(index).trimStart()];
    const end = text.length;
    const width = Math.max(between(0, first.length), between(end - second.length, end));
    if (first && second && width < best.width) best = { width, lines: [first, second] };
  }
  return best.lines;
}

/** The width of a text up to each of its characters, measured once: a label may have thousands. */
function widthsUpTo(text: string): number[] {
  const widths: number[] = [];
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    for (let index = 0; index < segment.length; index += 1) widths.push(width);
    // In whole hundredths, so that halves of the same width compare as equal.
    width += Math.round(letterWidth(segment) * 100);
  }
  return [...widths, width];
}

/** The width of the longest line. */
const maxWidth = (lines: readonly string[]) => Math.max(...lines.map(widthOf));

/** Estimated width in bold Noto Sans, in multiples of the font size; rather too wide than too narrow. */
function widthOf(text: string): number {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  if (/^[iljI.,:;'’!|() -]/.test(letter)) return 0.36;
  if (/^[rstfcz]/.test(letter)) return 0.5;
  if (/^[mwMW@%]/.test(letter)) return 1;
  if (/^[\p{Script=Latin}\d]/u.test(letter)) return /^\p{Lu}/u.test(letter) ? 0.74 : 0.64;
  if (/^\p{Script=Thai}/u.test(letter)) return letter.includes("ำ") ? 1.2 : 0.74;
  return 1.05;
}

// The fonts of the rich menu images: bold, and in files of our own, since the rendering library reads no others.

/** The fontconfig file, which lists the fonts beside it and no others. */
export const fontConfiguration = join(import.meta.dirname, "fonts/fonts.conf");

// The names are those of the default weight of the variable fonts that the files are made of.
const japanese = "Noto Sans JP Thin";
const chinese = "Noto Sans TC Thin";

/**
 * The font families for a language, as an SVG `font-family` list. Their order matters: Japanese and
 * Chinese share code points whose glyphs differ.
 */
function fontsOf(language: Language): string {
  const han = language === "zh-TW" ? [chinese, japanese] : [japanese, chinese];
  return ["Noto Sans", "Noto Sans Thai", ...han].join(", ");
}
