/** Validation rules for the values of Flex properties: sizes, colours, alignments, styles. */
import { addFault, integer, number, oneOf, pattern, type Rule } from "./rule-builders.ts";

export const pixels = String.raw`\d+(\.\d+)?px`;
export const percent = String.raw`\d+(\.\d+)?%`;
const steps = "none|xs|sm|md|lg|xl|xxl";
/** A size in one of these forms, given as regular expressions. */
export const sizeIn = (...forms: string[]): Rule =>
  pattern(new RegExp(`^(${forms.join("|")})$`), "not a size that LINE knows here");

export const hexColor = pattern(
  /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  "must be #RRGGBB or #RRGGBBAA",
);
export const gap = sizeIn(steps, pixels);
export const padding = sizeIn(steps, pixels, percent);
export const length = sizeIn(pixels, percent);
export const offset = sizeIn(steps, `-?${pixels}`, `-?${percent}`);
export const fontSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl", pixels);
export const imageSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl|full", pixels, percent);
export const weight = number(0, 1_000_000);
export const lines = integer(0, 1_000_000);
export const aspectRatio: Rule = (value, walk, at) => {
  const parts = typeof value === "string" && /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value);
  const [width, height] = parts ? [Number(parts[1]), Number(parts[2])] : [0, 0];
  if (width <= 0 || height <= 0 || width > 100_000 || height > 100_000) {
    addFault(walk, at, "must be {width}:{height}");
  } else if (height > width * 3) addFault(walk, at, "height must be at most three times the width");
};

export const position = oneOf("relative", "absolute");
export const align = oneOf("start", "end", "center");
export const gravity = oneOf("top", "bottom", "center");
export const decoration = oneOf("none", "underline", "line-through");
export const fontStyle = oneOf("normal", "italic");
export const fontWeight = oneOf("regular", "bold");
export const shrink = oneOf("shrink-to-fit");
