/** Validation rules for the Flex components that hold no others: text, image, icon, button, gradient. */
import type { messagingApi } from "@line/bot-sdk";
import { buttonAction, flexAction } from "./actions.ts";
import {
  align,
  aspectRatio,
  decoration,
  fontSize,
  fontStyle,
  fontWeight,
  gap,
  gravity,
  hexColor,
  imageSize,
  lines,
  offset,
  percent,
  pixels,
  position,
  shrink,
  sizeIn,
  weight,
} from "./flex-values.ts";
import {
  addFault,
  fileUrl,
  nonEmptyText,
  flag,
  list,
  required,
  object,
  oneOf,
  pattern,
} from "./rule-builders.ts";

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
