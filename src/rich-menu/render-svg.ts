/** Renders a rich menu as SVG in the brand's colours. Deterministic: the plan compares the text by its hash. */
import type { Brand } from "../bot/context.ts";
import { ensureContrast, mixColors, surface } from "../bot/views/color-contrast.ts";
import { palette } from "../bot/views/flex-components.ts";
import type { Language } from "../config/environment-schema.ts";
import { fontsOf } from "./fonts.ts";
import { icons } from "./icons.ts";
import { fitLabel } from "./fit-label.ts";
import { isStaffAudience, type Menu, type Tile } from "./menus.ts";

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
  const { fill, text } = surface(color, palette.strong);
  const first = { tile: fill, icon: text, label: text };
  if (isStaffAudience(audience)) {
    const others = {
      tile: mixColors(palette.strong, palette.paper, 0.1),
      icon: palette.line,
      label: palette.paper,
    };
    return { ground: palette.strong, first, others };
  }
  return {
    ground: mixColors(color, palette.paper, 0.84),
    first,
    others: { tile: palette.paper, icon: ensureContrast(accent), label: palette.strong },
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
