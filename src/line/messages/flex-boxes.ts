/** Validation rules for the Flex components that hold others: boxes and videos, and where each component may stand. */
import type { messagingApi } from "@line/bot-sdk";
import { flexAction } from "./actions.ts";
import { button, gradient, icon, image, placed, text } from "./flex-components.ts";
import {
  aspectRatio,
  gap,
  hexColor,
  length,
  padding,
  pixels,
  sizeIn,
  weight,
} from "./flex-values.ts";
import {
  byType,
  addFault,
  fileUrl,
  lazy,
  list,
  required,
  object,
  oneOf,
  type Position,
  type Rule,
  type Walk,
} from "./rule-builders.ts";

type Component = messagingApi.FlexComponent;

const video = object<messagingApi.FlexVideo>({
  type: required(oneOf("video")),
  url: required(fileUrl),
  previewUrl: required(fileUrl),
  altContent: required(lazy(() => videoAlternative)),
  aspectRatio,
  action: flexAction,
});

const component = byType<Component>({
  box: lazy(() => box),
  button,
  image,
  text,
  icon,
  span: (_value, walk, at) => addFault(walk, { parent: at, key: "type" }, "only in a text"),
  video: (_value, walk, at) => addFault(walk, { parent: at, key: "type" }, "only as a hero"),
  separator: object<messagingApi.FlexSeparator>({
    type: required(oneOf("separator")),
    margin: gap,
    color: hexColor,
  }),
  filler: object<messagingApi.FlexFiller>({ type: required(oneOf("filler")), flex: weight }),
});

const baselineContents: ReadonlySet<unknown> = new Set(["icon", "text", "filler"]);

/** Baseline boxes hold icons, texts and fillers only; other boxes hold no icons. */
function checkBoxContents(value: messagingApi.FlexBox, walk: Walk, at: Position): void {
  if (!Array.isArray(value.contents)) return;
  const baseline = value.layout === "baseline";
  for (const [i, child] of value.contents.entries()) {
    const type: unknown = child?.type;
    if (baseline ? !baselineContents.has(type) : type === "icon") {
      const key = { parent: { parent: { parent: at, key: "contents" }, key: i }, key: "type" };
      addFault(walk, key, `not allowed in a ${value.layout} box`);
    }
  }
}

const box: Rule = object<messagingApi.FlexBox>(
  {
    type: required(oneOf("box")),
    layout: required(oneOf("horizontal", "vertical", "baseline")),
    contents: required(list(component, 0, 1000)),
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
  checkBoxContents,
);

/** A block of a bubble: a box. */
export const onlyBox = byType<messagingApi.FlexBox>({ box });

const notHere: Rule = (_value, walk, at) =>
  addFault(walk, { parent: at, key: "type" }, "must be a box, an image or a video");

/** The hero of a bubble: a box, an image or a video. */
export const hero = byType<Component>({
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
const videoAlternative = byType<Component>({
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
