/** Validation rules for Flex messages: bubbles and carousels, and the limits of their size in bytes. */
import type { messagingApi } from "@line/bot-sdk";
import { flexAction } from "./actions.ts";
import { hero, onlyBox } from "./flex-boxes.ts";
import { hexColor } from "./flex-values.ts";
import {
  byType,
  addFault,
  flag,
  list,
  required,
  object,
  oneOf,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

const blockStyle = object<messagingApi.FlexBlockStyle>({
  backgroundColor: hexColor,
  separator: flag,
  separatorColor: hexColor,
});

const videoBubbleSizes: ReadonlySet<unknown> = new Set([undefined, "kilo", "mega", "giga"]);

const bubble = object<messagingApi.FlexBubble>(
  {
    type: required(oneOf("bubble")),
    size: oneOf("nano", "micro", "deca", "hecto", "kilo", "mega", "giga"),
    direction: oneOf("ltr", "rtl"),
    header: onlyBox,
    hero,
    body: onlyBox,
    footer: onlyBox,
    styles: object<messagingApi.FlexBubbleStyles>({
      header: blockStyle,
      hero: blockStyle,
      body: blockStyle,
      footer: blockStyle,
    }),
    action: flexAction,
  },
  (value, walk, at) => {
    if (!(value.header ?? value.hero ?? value.body ?? value.footer)) {
      addFault(walk, at, "must have a header, hero, body or footer");
    }
    if (value.hero?.type === "video" && !videoBubbleSizes.has(value.size)) {
      addFault(walk, { parent: at, key: "hero" }, "a video needs a bubble of kilo, mega or giga");
    }
  },
);

const carousel = object<messagingApi.FlexCarousel>(
  {
    type: required(oneOf("carousel")),
    contents: required(list(byType<messagingApi.FlexBubble>({ bubble }), 1, 12)),
  },
  (value, walk, at) => {
    if (!Array.isArray(value.contents)) return;
    const contents = { parent: at, key: "contents" };
    const size = value.contents[0]?.size ?? "mega";
    for (const [i, item] of value.contents.entries()) {
      const place = { parent: contents, key: i };
      if ((item?.size ?? "mega") !== size) {
        addFault(walk, { parent: place, key: "size" }, "all bubbles must have the same size");
      }
      if (item?.hero?.type === "video") {
        addFault(walk, { parent: place, key: "hero" }, "no video in a carousel");
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
    if (bytes(contents) > bubbleBytes) addFault(walk, at, "a bubble must be at most 30 KB");
    return;
  }
  if (bytes(contents) > carouselBytes) addFault(walk, at, "a carousel must be at most 50 KB");
  for (const [i, item] of contents.contents.entries()) {
    if (bytes(item) > bubbleBytes) {
      const place = { parent: { parent: at, key: "contents" }, key: i };
      addFault(walk, place, "a bubble must be at most 30 KB");
    }
  }
}
