/** The brand's colour where it has to be read. */

/** The most light that a colour may give off to stand out 4.5 : 1 against white. */
const maxLuminance = 1.05 / 4.5 - 0.05;

/**
 * The same colour, darkened as far as it takes to be read on white, or under white words.
 * @param color `#RRGGBB`
 */
export function ensureContrast(color: string): string {
  let channels = channelsOf(color);
  while (luminance(channels) > maxLuminance) channels = channels.map((value) => value * 0.97);
  return hex(channels);
}

/**
 * A filled surface and what is written on it, 4.5 : 1 at least.
 * @param dark what dark words are written in.
 * @returns the colour itself where white or dark words can be read on it, else a darker one.
 */
export function surface(color: string, dark: string): { ground: string; words: string } {
  const ground = ensureContrast(color);
  if (ground === color.toLowerCase()) return { ground, words: "#ffffff" };
  const light = luminance(channelsOf(color)) + 0.05;
  return light / (luminance(channelsOf(dark)) + 0.05) >= 4.5
    ? { ground: color, words: dark }
    : { ground, words: "#ffffff" };
}

/** One colour with a share of another in it. @param share of the other, from 0 to 1. */
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

/** From 0, black, to 1, white. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
