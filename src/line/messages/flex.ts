/** Validation rules for Flex messages: the values of properties, components, boxes and bubbles, and the limits of their size in bytes. */
import type { messagingApi } from "@line/bot-sdk";
import { buttonAction, flexAction } from "./actions.ts";
import * as rules from "./rule-builders.ts";

// Validation rules for the values of Flex properties, and for the components that hold no others: text, image, icon, button, gradient.

// Validation rules for the values of Flex properties: sizes, colours, alignments, styles.

const pixels = String.raw`\d+(\.\d+)?px`;
const percent = String.raw`\d+(\.\d+)?%`;
const steps = "none|xs|sm|md|lg|xl|xxl";
/** A size in one of these forms, given as regular expressions. */
const sizeIn = (...forms: string[]): rules.Rule =>
  rules.pattern(new RegExp(`^(${forms.join("|")})$`), "not a size that LINE knows here");

const hexColor = rules.pattern(
  /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  "must be #RRGGBB or #RRGGBBAA",
);
const gap = sizeIn(steps, pixels);
const padding = sizeIn(steps, pixels, percent);
const length = sizeIn(pixels, percent);
const offset = sizeIn(steps, `-?${pixels}`, `-?${percent}`);
const fontSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl", pixels);
const imageSize = sizeIn("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl|full", pixels, percent);
const weight = rules.number(0, 1_000_000);
const lines = rules.integer(0, 1_000_000);
const aspectRatio: rules.Rule = (value, walk, at) => {
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
const placed = {
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

const text = rules.object<messagingApi.FlexText>(
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

const image = rules.object<messagingApi.FlexImage>(
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

const gradient = rules.object<messagingApi.FlexBoxLinearGradient>({
  type: rules.required(rules.oneOf("linearGradient")),
  angle: rules.required(rules.pattern(/^\d+(\.\d+)?deg$/, "must be an angle in deg")),
  startColor: rules.required(hexColor),
  endColor: rules.required(hexColor),
  centerColor: hexColor,
  centerPosition: sizeIn(percent),
});

const icon = rules.object<messagingApi.FlexIcon>({
  type: rules.required(rules.oneOf("icon")),
  url: rules.required(rules.fileUrl),
  size: fontSize,
  aspectRatio,
  scaling: rules.flag,
  ...placed,
});

const button = rules.object<messagingApi.FlexButton>({
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

// Validation rules for the Flex components that hold others: boxes and videos, and where each component may stand.

type Component = messagingApi.FlexComponent;

const video = rules.object<messagingApi.FlexVideo>({
  type: rules.required(rules.oneOf("video")),
  url: rules.required(rules.fileUrl),
  previewUrl: rules.required(rules.fileUrl),
  altContent: rules.required(rules.lazy(() => videoAlternative)),
  aspectRatio,
  action: flexAction,
});

const component = rules.byType<Component>({
  box: rules.lazy(() => box),
  button,
  image,
  text,
  icon,
  span: (_value, walk, at) => rules.addFault(walk, { parent: at, key: "type" }, "only in a text"),
  video: (_value, walk, at) => rules.addFault(walk, { parent: at, key: "type" }, "only as a hero"),
  separator: rules.object<messagingApi.FlexSeparator>({
    type: rules.required(rules.oneOf("separator")),
    margin: gap,
    color: hexColor,
  }),
  filler: rules.object<messagingApi.FlexFiller>({
    type: rules.required(rules.oneOf("filler")),
    flex: weight,
  }),
});

const baselineContents: ReadonlySet<unknown> = new Set(["icon", "text", "filler"]);

/** Baseline boxes hold icons, texts and fillers only; other boxes hold no icons. */
function checkBoxContents(value: messagingApi.FlexBox, walk: rules.Walk, at: rules.Position): void {
  if (!Array.isArray(value.contents)) return;
  const baseline = value.layout === "baseline";
  for (const [i, child] of value.contents.entries()) {
    const type: unknown = child?.type;
    if (baseline ? !baselineContents.has(type) : type === "icon") {
      const key = { parent: { parent: { parent: at, key: "contents" }, key: i }, key: "type" };
      rules.addFault(walk, key, `not allowed in a ${value.layout} box`);
    }
  }
}

const box: rules.Rule = rules.object<messagingApi.FlexBox>(
  {
    type: rules.required(rules.oneOf("box")),
    layout: rules.required(rules.oneOf("horizontal", "vertical", "baseline")),
    contents: rules.required(rules.list(component, 0, 1000)),
    flex: weight,
    spacing: gap,
    backgroundColor: hexColor,
    borderColor: hexColor,
    borderWidth: sizeIn("none|light|normal|medium|semi-bold|bold", pixels),
    cornerRadius: gap,
    width: length,
    maxWidth: length,
    height: length,
    maxHeight: length,
    paddingAll: padding,
    paddingTop: padding,
    paddingBottom: padding,
    paddingStart: padding,
    paddingEnd: padding,
    action: flexAction,
    justifyContent: rules.oneOf(
      "center",
      "flex-start",
      "flex-end",
      "space-between",
      "space-around",
      "space-evenly",
    ),
    alignItems: rules.oneOf("center", "flex-start", "flex-end"),
    background: rules.byType<{ type: "linearGradient" }>({ linearGradient: gradient }),
    ...placed,
  },
  checkBoxContents,
);

/** A block of a bubble: a box. */
const onlyBox = rules.byType<messagingApi.FlexBox>({ box });

const notHere: rules.Rule = (_value, walk, at) =>
  rules.addFault(walk, { parent: at, key: "type" }, "must be a box, an image or a video");

/** The hero of a bubble: a box, an image or a video. */
const hero = rules.byType<Component>({
  box,
  image,
  video,
  button: notHere,
  text: notHere,
  icon: notHere,
  span: notHere,
  separator: notHere,
  filler: notHere,
});

/** What is shown where a video can't be played. */
const videoAlternative = rules.byType<Component>({
  box,
  image,
  video: notHere,
  button: notHere,
  text: notHere,
  icon: notHere,
  span: notHere,
  separator: notHere,
  filler: notHere,
});

const blockStyle = rules.object<messagingApi.FlexBlockStyle>({
  backgroundColor: hexColor,
  separator: rules.flag,
  separatorColor: hexColor,
});

const videoBubbleSizes: ReadonlySet<unknown> = new Set([undefined, "kilo", "mega", "giga"]);

const bubble = rules.object<messagingApi.FlexBubble>(
  {
    type: rules.required(rules.oneOf("bubble")),
    size: rules.oneOf("nano", "micro", "deca", "hecto", "kilo", "mega", "giga"),
    direction: rules.oneOf("ltr", "rtl"),
    header: onlyBox,
    hero,
    body: onlyBox,
    footer: onlyBox,
    styles: rules.object<messagingApi.FlexBubbleStyles>({
      header: blockStyle,
      hero: blockStyle,
      body: blockStyle,
      footer: blockStyle,
    }),
    action: flexAction,
  },
  (value, walk, at) => {
    if (!(value.header ?? value.hero ?? value.body ?? value.footer)) {
      rules.addFault(walk, at, "must have a header, hero, body or footer");
    }
    if (value.hero?.type === "video" && !videoBubbleSizes.has(value.size)) {
      rules.addFault(
        walk,
        { parent: at, key: "hero" },
        "a video needs a bubble of kilo, mega or giga",
      );
    }
  },
);

const carousel = rules.object<messagingApi.FlexCarousel>(
  {
    type: rules.required(rules.oneOf("carousel")),
    contents: rules.required(rules.list(rules.byType<messagingApi.FlexBubble>({ bubble }), 1, 12)),
  },
  (value, walk, at) => {
    if (!Array.isArray(value.contents)) return;
    const contents = { parent: at, key: "contents" };
    const size = value.contents[0]?.size ?? "mega";
    for (const [i, item] of value.contents.entries()) {
      const place = { parent: contents, key: i };
      if ((item?.size ?? "mega") !== size) {
        rules.addFault(walk, { parent: place, key: "size" }, "all bubbles must have the same size");
      }
      if (item?.hero?.type === "video") {
        rules.addFault(walk, { parent: place, key: "hero" }, "no video in a carousel");
      }
    }
  },
);

/** The rule for a Flex message's `contents`. */
export const flexContainer: rules.Rule = rules.byType<messagingApi.FlexContainer>({
  bubble,
  carousel,
});

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

// LINE documents 30 KB and 50 KB without defining KB; 1000 bytes is the smaller reading.
export const bubbleBytes = 30_000;
export const carouselBytes = 50_000;

/** Checks the size in bytes of a message that passed the other rules. @param json the whole message, serialised. */
export function checkFlexSize(
  message: messagingApi.FlexMessage,
  json: string,
  walk: rules.Walk,
): void {
  // A UTF-16 unit takes at most 3 bytes in UTF-8: most messages need no further check.
  if (json.length * 3 <= bubbleBytes || Buffer.byteLength(json) <= bubbleBytes) return;
  const at = { parent: { parent: null, key: "" }, key: "contents" };
  const { contents } = message;
  if (contents.type === "bubble") {
    if (bytes(contents) > bubbleBytes) rules.addFault(walk, at, "a bubble must be at most 30 KB");
    return;
  }
  if (bytes(contents) > carouselBytes) rules.addFault(walk, at, "a carousel must be at most 50 KB");
  for (const [i, item] of contents.contents.entries()) {
    if (bytes(item) > bubbleBytes) {
      const place = { parent: { parent: at, key: "contents" }, key: i };
      rules.addFault(walk, place, "a bubble must be at most 30 KB");
    }
  }
}
