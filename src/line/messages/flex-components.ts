/** Validation rules for the values of Flex properties, and for the components that hold no others: text, image, icon, button, gradient. */
import type { messagingApi } from "@line/bot-sdk";
import { buttonAction, flexAction } from "./actions.ts";
import * as rules from "./rule-builders.ts";

// Validation rules for the values of Flex properties: sizes, colours, alignments, styles.

export const pixels = String.raw`\d+(\.\d+)?px`;
const percent = String.raw`\d+(\.\d+)?%`;
const steps = "none|xs|sm|md|lg|xl|xxl";
/** A size in one of these forms, given as regular expressions. */
export const sizeIn = (...forms: string[]): rules.Rule =>
  rules.pattern(new RegExp(`^(${forms.join("|")})$`), "not a size that LINE knows here");

export const hexColor = rules.pattern(
  /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  "must be #RRGGBB or #RRGGBBAA",
);
export const gap = sizeIn(steps, pixels);
export const padding = sizeIn(steps, pixels, percent);
export const length = sizeIn(pixels, percent);
const offset = sizeIn(steps, `-?${pixels}`, `-?${percent}`);
const fontSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl", pixels);
const imageSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl|full", pixels, percent);
export const weight = rules.number(0, 1_000_000);
const lines = rules.integer(0, 1_000_000);
export const aspectRatio: rules.Rule = (value, walk, at) => {
  const parts = typeof value === "string" && /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value);
  const [width, height] = parts ? [Number(parts[1]), Number(parts[2])] : [0, 0];
  if (width <= 0 || height <= 0 || width > 100_000 || height > 100_000) {
    rules.addFault(walk, at, "must be {width}:{height}");
  } else if (height > width * 3)
    rules.addFault(walk, at, "height must be at most three times the width");
};

const position = rules.oneOf("relative", "absolute");
const align = rules.oneOf("start", "end", "center");
const gravity = rules.oneOf("top", "bottom", "center");
const decoration = rules.oneOf("none", "underline", "line-through");
const fontStyle = rules.oneOf("normal", "italic");
const fontWeight = rules.oneOf("regular", "bold");
const shrink = rules.oneOf("shrink-to-fit");

/** Margin and position, which most components have. */
export const placed = {
  margin: gap,
  position,
  offsetTop: offset,
  offsetBottom: offset,
  offsetStart: offset,
  offsetEnd: offset,
};

const span = rules.object<messagingApi.FlexSpan>({
  type: rules.required(rules.oneOf("span")),
  text: rules.required(rules.nonEmptyText(5000)),
  size: fontSize,
  color: hexColor,
  weight: fontWeight,
  style: fontStyle,
  decoration,
});

export const text = rules.object<messagingApi.FlexText>(
  {
    type: rules.required(rules.oneOf("text")),
    text: rules.nonEmptyText(5000),
    contents: rules.list(span, 0, 1000),
    flex: weight,
    size: fontSize,
    align,
    gravity,
    color: hexColor,
    weight: fontWeight,
    style: fontStyle,
    decoration,
    wrap: rules.flag,
    lineSpacing: sizeIn(pixels),
    action: flexAction,
    maxLines: lines,
    adjustMode: shrink,
    scaling: rules.flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.text === undefined && !value.contents?.length) {
      rules.addFault(walk, { parent: at, key: "text" }, "must be non-empty text");
    }
  },
);

export const image = rules.object<messagingApi.FlexImage>(
  {
    type: rules.required(rules.oneOf("image")),
    url: rules.required(rules.fileUrl),
    flex: weight,
    align,
    gravity,
    size: imageSize,
    aspectRatio,
    aspectMode: rules.oneOf("fit", "cover"),
    backgroundColor: hexColor,
    action: flexAction,
    animated: rules.flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.animated !== true) return;
    walk.animatedImages += 1;
    if (walk.animatedImages > 10) {
      rules.addFault(
        walk,
        { parent: at, key: "animated" },
        "at most 10 animated images in a message",
      );
    }
  },
);

export const gradient = rules.object<messagingApi.FlexBoxLinearGradient>({
  type: rules.required(rules.oneOf("linearGradient")),
  angle: rules.required(rules.pattern(/^\d+(\.\d+)?deg$/, "must be an angle in deg")),
  startColor: rules.required(hexColor),
  endColor: rules.required(hexColor),
  centerColor: hexColor,
  centerPosition: sizeIn(percent),
});

export const icon = rules.object<messagingApi.FlexIcon>({
  type: rules.required(rules.oneOf("icon")),
  url: rules.required(rules.fileUrl),
  size: fontSize,
  aspectRatio,
  scaling: rules.flag,
  ...placed,
});

export const button = rules.object<messagingApi.FlexButton>({
  type: rules.required(rules.oneOf("button")),
  action: rules.required(buttonAction),
  flex: weight,
  color: hexColor,
  style: rules.oneOf("primary", "secondary", "link"),
  gravity,
  height: rules.oneOf("sm", "md"),
  adjustMode: shrink,
  scaling: rules.flag,
  ...placed,
});
