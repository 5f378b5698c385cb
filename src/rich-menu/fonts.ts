/** The fonts of the rich menu images: bold, and in files of our own, since the rendering library reads no others. */
import { join } from "node:path";
import type { Language } from "../config/environment-schema.ts";

/** The fontconfig file, which lists the fonts beside it and no others. */
export const fontConfiguration = join(import.meta.dirname, "fonts/fonts.conf");

// The names are those of the default weight of the variable fonts that the files are made of.
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
