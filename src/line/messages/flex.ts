/** Validation rules for Flex messages: bubbles, carousels and their components; and the limits of their size in bytes. */
import type { messagingApi } from "@line/bot-sdk";
import { buttonAction, flexAction } from "./actions.ts";
import {
  byType,
  fault,
  fileUrl,
  filled,
  flag,
  integer,
  later,
  list,
  needed,
  number,
  object,
  oneOf,
  pattern,
  type Place,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

type Component = messagingApi.FlexComponent;

const pixels = String.raw`\d+(\.\d+)?px`;
const share = String.raw`\d+(\.\d+)?%`;
const steps = "none|xs|sm|md|lg|xl|xxl";
const measure = (...forms: string[]): Rule =>
  pattern(new RegExp(`^(${forms.join("|")})$`), "not a size that LINE knows here");

const colour = pattern(/^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, "must be #RRGGBB or #RRGGBBAA");
const gap = measure(steps, pixels);
const padding = measure(steps, pixels, share);
const length = measure(pixels, share);
const offset = measure(steps, `-?${pixels}`, `-?${share}`);
const fontSize = measure("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl", pixels);
const imageSize = measure("xxs|xs|sm|md|lg|xl|xxl|3xl|4xl|5xl|full", pixels, share);
const weight = number(0, 1_000_000);
const lines = integer(0, 1_000_000);
const aspectRatio: Rule = (value, walk, at) => {
  const parts = typeof value === "string" && /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value);
  const [width, height] = parts ? [Number(parts[1]), Number(parts[2])] : [0, 0];
  if (width <= 0 || height <= 0 || width > 100_000 || height > 100_000) {
    fault(walk, at, "must be {width}:{height}");
  } else if (height > width * 3) fault(walk, at, "height must be at most three times the width");
};

const position = oneOf("relative", "absolute");
const align = oneOf("start", "end", "center");
const gravity = oneOf("top", "bottom", "center");
const decoration = oneOf("none", "underline", "line-through");
const fontStyle = oneOf("normal", "italic");
const fontWeight = oneOf("regular", "bold");
const shrink = oneOf("shrink-to-fit");

const placed = {
  margin: gap,
  position,
  offsetTop: offset,
  offsetBottom: offset,
  offsetStart: offset,
  offsetEnd: offset,
};

const span = object<messagingApi.FlexSpan>({
  type: needed(oneOf("span")),
  text: needed(filled(5000)),
  size: fontSize,
  color: colour,
  weight: fontWeight,
  style: fontStyle,
  decoration,
});

const text = object<messagingApi.FlexText>(
  {
    type: needed(oneOf("text")),
    text: filled(5000),
    contents: list(span, 1, 1000),
    flex: weight,
    size: fontSize,
    align,
    gravity,
    color: colour,
    weight: fontWeight,
    style: fontStyle,
    decoration,
    wrap: flag,
    lineSpacing: measure(pixels),
    action: flexAction,
    maxLines: lines,
    adjustMode: shrink,
    scaling: flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.text === undefined && value.contents === undefined) {
      fault(walk, { parent: at, key: "text" }, "must be non-empty text");
    }
  },
);

const image = object<messagingApi.FlexImage>(
  {
    type: needed(oneOf("image")),
    url: needed(fileUrl),
    flex: weight,
    align,
    gravity,
    size: imageSize,
    aspectRatio,
    aspectMode: oneOf("fit", "cover"),
    backgroundColor: colour,
    action: flexAction,
    animated: flag,
    ...placed,
  },
  (value, walk, at) => {
    if (value.animated !== true) return;
    walk.animatedImages += 1;
    if (walk.animatedImages > 10) {
      fault(walk, { parent: at, key: "animated" }, "at most 10 animated images in a message");
    }
  },
);

const video = object<messagingApi.FlexVideo>({
  type: needed(oneOf("video")),
  url: needed(fileUrl),
  previewUrl: needed(fileUrl),
  altContent: needed(later(() => videoAlternative)),
  aspectRatio,
  action: flexAction,
});

const gradient = object<messagingApi.FlexBoxLinearGradient>({
  type: needed(oneOf("linearGradient")),
  angle: needed(pattern(/^\d+(\.\d+)?deg$/, "must be an angle in deg")),
  startColor: needed(colour),
  endColor: needed(colour),
  centerColor: colour,
  centerPosition: measure(share),
});

const icon = object<messagingApi.FlexIcon>({
  type: needed(oneOf("icon")),
  url: needed(fileUrl),
  size: fontSize,
  aspectRatio,
  scaling: flag,
  ...placed,
});

const button = object<messagingApi.FlexButton>({
  type: needed(oneOf("button")),
  action: needed(buttonAction),
  flex: weight,
  color: colour,
  style: oneOf("primary", "secondary", "link"),
  gravity,
  height: oneOf("sm", "md"),
  adjustMode: shrink,
  scaling: flag,
  ...placed,
});

const component = byType<Component>({
  box: later(() => box),
  button,
  image,
  text,
  icon,
  span: (_value, walk, at) => fault(walk, { parent: at, key: "type" }, "only in a text"),
  video: (_value, walk, at) => fault(walk, { parent: at, key: "type" }, "only as a hero"),
  separator: object<messagingApi.FlexSeparator>({
    type: needed(oneOf("separator")),
    margin: gap,
    color: colour,
  }),
  filler: object<messagingApi.FlexFiller>({ type: needed(oneOf("filler")), flex: weight }),
});

const inBaseline: ReadonlySet<unknown> = new Set(["icon", "text", "filler"]);

function boxAlso(value: messagingApi.FlexBox, walk: Walk, at: Place): void {
  if (!Array.isArray(value.contents)) return;
  const baseline = value.layout === "baseline";
  for (const [i, child] of value.contents.entries()) {
    const type: unknown = child?.type;
    if (baseline ? !inBaseline.has(type) : type === "icon") {
      const key = { parent: { parent: { parent: at, key: "contents" }, key: i }, key: "type" };
      fault(walk, key, `not allowed in a ${value.layout} box`);
    }
  }
}

const box: Rule = object<messagingApi.FlexBox>(
  {
    type: needed(oneOf("box")),
    layout: needed(oneOf("horizontal", "vertical", "baseline")),
    contents: needed(list(component, 0, 1000)),
    flex: weight,
    spacing: gap,
    backgroundColor: colour,
    borderColor: colour,
    borderWidth: measure("none|light|normal|medium|semi-bold|bold", pixels),
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
    justifyContent: oneOf(
      "center",
      "flex-start",
      "flex-end",
      "space-between",
      "space-around",
      "space-evenly",
    ),
    alignItems: oneOf("center", "flex-start", "flex-end"),
    background: byType<{ type: "linearGradient" }>({ linearGradient: gradient }),
    ...placed,
  },
  boxAlso,
);

const onlyBox = byType<messagingApi.FlexBox>({ box });

const elsewhere: Rule = (_value, walk, at) =>
  fault(walk, { parent: at, key: "type" }, "must be a box, an image or a video");

const hero = byType<Component>({
  box,
  image,
  video,
  button: elsewhere,
  text: elsewhere,
  icon: elsewhere,
  span: elsewhere,
  separator: elsewhere,
  filler: elsewhere,
});

const videoAlternative = byType<Component>({
  box,
  image,
  video: elsewhere,
  button: elsewhere,
  text: elsewhere,
  icon: elsewhere,
  span: elsewhere,
  separator: elsewhere,
  filler: elsewhere,
});

const block = object<messagingApi.FlexBlockStyle>({
  backgroundColor: colour,
  separator: flag,
  separatorColor: colour,
});

const roomForVideo: ReadonlySet<unknown> = new Set([undefined, "kilo", "mega", "giga"]);

const bubble = object<messagingApi.FlexBubble>(
  {
    type: needed(oneOf("bubble")),
    size: oneOf("nano", "micro", "deca", "hecto", "kilo", "mega", "giga"),
    direction: oneOf("ltr", "rtl"),
    header: onlyBox,
    hero,
    body: onlyBox,
    footer: onlyBox,
    styles: object<messagingApi.FlexBubbleStyles>({
      header: block,
      hero: block,
      body: block,
      footer: block,
    }),
    action: flexAction,
  },
  (value, walk, at) => {
    if (!(value.header ?? value.hero ?? value.body ?? value.footer)) {
      fault(walk, at, "must have a header, hero, body or footer");
    }
    if (value.hero?.type === "video" && !roomForVideo.has(value.size)) {
      fault(walk, { parent: at, key: "hero" }, "a video needs a bubble of kilo, mega or giga");
    }
  },
);

const carousel = object<messagingApi.FlexCarousel>(
  {
    type: needed(oneOf("carousel")),
    contents: needed(list(byType<messagingApi.FlexBubble>({ bubble }), 1, 12)),
  },
  (value, walk, at) => {
    if (!Array.isArray(value.contents)) return;
    const contents = { parent: at, key: "contents" };
    const size = value.contents[0]?.size ?? "mega";
    for (const [i, item] of value.contents.entries()) {
      const place = { parent: contents, key: i };
      if ((item?.size ?? "mega") !== size) {
        fault(walk, { parent: place, key: "size" }, "all bubbles must have the same size");
      }
      if (item?.hero?.type === "video") {
        fault(walk, { parent: place, key: "hero" }, "no video in a carousel");
      }
    }
  },
);

/** The rule for a Flex message's `contents`. */
export const flexContainer: Rule = byType<messagingApi.FlexContainer>({ bubble, carousel });

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

// LINE documents 30 KB and 50 KB without defining KB; 1000 bytes is the smaller reading.
export const bubbleBytes = 30_000;
export const carouselBytes = 50_000;

/** Checks the size in bytes of a message that passed the other rules. @param json the whole message, serialised. */
export function checkFlexSize(message: messagingApi.FlexMessage, json: string, walk: Walk): void {
  // A UTF-16 unit takes at most 3 bytes in UTF-8: most messages need no further check.
  if (json.length * 3 <= bubbleBytes || Buffer.byteLength(json) <= bubbleBytes) return;
  const at = { parent: { parent: null, key: "" }, key: "contents" };
  const { contents } = message;
  if (contents.type === "bubble") {
    if (bytes(contents) > bubbleBytes) fault(walk, at, "a bubble must be at most 30 KB");
    return;
  }
  if (bytes(contents) > carouselBytes) fault(walk, at, "a carousel must be at most 50 KB");
  for (const [i, item] of contents.contents.entries()) {
    if (bytes(item) > bubbleBytes) {
      const place = { parent: { parent: at, key: "contents" }, key: i };
      fault(walk, place, "a bubble must be at most 30 KB");
    }
  }
}
