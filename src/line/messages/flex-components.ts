/** Validation rules for the values of Flex properties, and for the components that hold no others: text, image, icon, button, gradient. */
import type { messagingApi } from "@line/bot-sdk";
import { buttonAction, flexAction } from "./actions.ts";
import {
  addFault,
  fileUrl,
  flag,
  integer,
  list,
  nonEmptyText,
  number,
  object,
  oneOf,
  pattern,
  required,
  type Rule,
} from "./rule-builders.ts";

// Validation rules for the values of Flex properties: sizes, colours, alignments, styles.

export const pixels = String.raw`\d+(\.\d+)?px`;
const percent = String.raw`\d+(\.\d+)?%`;
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
const offset = sizeIn(steps, `-?${pixels}`, `-?${percent}`);
const fontSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl", pixels);
const imageSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl|full", pixels, percent);
export const weight = number(0, 1_000_000);
const lines = integer(0, 1_000_000);
export const aspectRatio: Rule = (value, walk, at) => {
  const parts = typeof value === "string" && /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value);
  const [width, height] = parts ? [Number(parts[1]), Number(parts[2])] : [0, 0];
  if (width <= 0 || height <= 0 || width > 100_000 || height > 100_000) {
    addFault(walk, at, "must be {width}:{height}");
  } else if (height > width * 3) addFault(walk, at, "height must be at most three times the width");
};

const position = oneOf("relative", "absolute");
const align = oneOf("start", "end", "center");
const gravity = oneOf("top", "bottom", "center");
const decoration = oneOf("none", "underline", "line-through");
const fontStyle = oneOf("normal", "italic");
const fontWeight = oneOf("regular", "bold");
const shrink = oneOf("shrink-to-fit");

/** Margin and position, which most components have. */
export const placed = {
  margin: gap,
  position,
  offsetTop: offset,
  offsetBottom: offset,
  offsetStart: offset,
  offsetEnd: offset,
};

const span = object<messagingApi.FlexSpan>({
  type: required(oneOf("span")),
  text: required(nonEmptyText(5000)),
  size: fontSize,
  color: hexColor,
  weight: fontWeight,
  style: fontStyle,
  decoration,
});

export const text = object<messagingApi.FlexText>(
  {
    type: required(oneOf("text")),
    text: nonEmptyText(5000),
    contents: list(span, 0, 1000),
    flex: weight,
    size: fontSize,
    align,
    gravity,
    color: hexColor,
    weight: fontWeight,
    style: fontStyle,
    decoration,
    wrap: flag,
    lineSpacing: sizeIn(pixels),
    action: flexAction,
    maxLines: lines,
    adjustMode: shrink,
    scaling: flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.text === undefined && !value.contents?.length) {
      addFault(walk, { parent: at, key: "text" }, "must be non-empty text");
    }
  },
);

export const image = object<messagingApi.FlexImage>(
  {
    type: required(oneOf("image")),
    url: required(fileUrl),
    flex: weight,
    align,
    gravity,
    size: imageSize,
    aspectRatio,
    aspectMode: oneOf("fit", "cover"),
    backgroundColor: hexColor,
    action: flexAction,
    animated: flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.animated !== true) return;
    walk.animatedImages += 1;
    if (walk.animatedImages > 10) {
      addFault(walk, { parent: at, key: "animated" }, "at most 10 animated images in a message");
    }
  },
);

export const gradient = object<messagingApi.FlexBoxLinearGradient>({
  type: required(oneOf("linearGradient")),
  angle: required(pattern(/^\d+(\.\d+)?deg$/, "must be an angle in deg")),
  startColor: required(hexColor),
  endColor: required(hexColor),
  centerColor: hexColor,
  centerPosition: sizeIn(percent),
});

export const icon = object<messagingApi.FlexIcon>({
  type: required(oneOf("icon")),
  url: required(fileUrl),
  size: fontSize,
  aspectRatio,
  scaling: flag,
  ...placed,
});

export const button = object<messagingApi.FlexButton>({
  type: required(oneOf("button")),
  action: required(buttonAction),
  flex: weight,
  color: hexColor,
  style: oneOf("primary", "secondary", "link"),
  gravity,
  height: oneOf("sm", "md"),
  adjustMode: shrink,
  scaling: flag,
  ...placed,
});
