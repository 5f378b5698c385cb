/** Adapts the brand's colours so that text has a contrast of at least 4.5 : 1 (WCAG 2). */

/** The highest relative luminance with a contrast of 4.5 : 1 against white. */
const maxLuminance = 1.05 / 4.5 - 0.05;

/**
 * The colour, darkened until it has a contrast of 4.5 : 1 against white.
 * @param color `#RRGGBB`
 * @returns `#rrggbb`
 */
export function ensureContrast(color: string): string {
  let channels = channelsOf(color);
  while (luminance(channels) > maxLuminance) channels = channels.map((value) => value * 0.97);
  return hex(channels);
}

/**
 * The fill colour of a surface and the colour of the text on it, with a contrast of at least 4.5 : 1.
 * @param dark the colour of dark text, `#RRGGBB`.
 * @returns the colour itself if white or dark text is readable on it, else a darker one with white text.
 */
export function surface(color: string, dark: string): { fill: string; text: string } {
  const darkened = ensureContrast(color);
  if (darkened === color.toLowerCase()) return { fill: darkened, text: "#ffffff" };
  const light = luminance(channelsOf(color)) + 0.05;
  return light / (luminance(channelsOf(dark)) + 0.05) >= 4.5
    ? { fill: color, text: dark }
    : { fill: darkened, text: "#ffffff" };
}

/** Mixes two colours. @param share of `other`, from 0 to 1. */
export function mixColors(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  return hex(
    channelsOf(color).map((value, index) => value * (1 - share) + (others[index] ?? 0) * share),
  );
}

const channelsOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const hex = (channels: readonly number[]) =>
  `#${channels.map((value) => Math.floor(value).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, from 0 (black) to 1 (white). */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
