/** Draws a Flex box: the one component that holds others. */
import { el, setStyle } from "../dom.ts";
import type { FlexBox } from "../../../line/message-types.ts";
import { colour, length, oneOf } from "../sanitize.ts";
import { type Draw, step } from "./flex-layout.ts";
import type { Handlers } from "./handlers.ts";
import { makeTappable } from "./tappable.ts";

const borderWidths: Record<string, string> = {
  none: "0px",
  light: "0.5px",
  normal: "1px",
  medium: "2px",
  "semi-bold": "3px",
  bold: "4px",
};

const layouts = new Set<string>(["horizontal", "vertical", "baseline"]);

function gradient({ background }: FlexBox): string | undefined {
  if (background?.type !== "linearGradient") return undefined;
  const { angle = "", startColor, centerColor, centerPosition, endColor } = background;
  const [start, center, end] = [colour(startColor), colour(centerColor), colour(endColor)];
  if (!start || !end || !/^-?\d+(?:\.\d+)?deg$/.test(angle)) return undefined;
  const middle = center ? [`${center} ${length(centerPosition) ?? "50%"}`] : [];
  return `linear-gradient(${[angle, start, ...middle, end].join(", ")})`;
}

export function renderBox(box: FlexBox, handlers: Handlers, draw: Draw): HTMLElement {
  const layout = layouts.has(box.layout) ? box.layout : "vertical";
  const made = el("div", { class: `flex-box ${layout}` });
  const all = step(box.paddingAll);
  const border = oneOf(borderWidths, box.borderWidth) ?? length(box.borderWidth);
  setStyle(made, {
    width: length(box.width),
    "max-width": length(box.maxWidth),
    height: length(box.height),
    "max-height": length(box.maxHeight),
    "padding-top": step(box.paddingTop) ?? all,
    "padding-bottom": step(box.paddingBottom) ?? all,
    "padding-inline-start": step(box.paddingStart) ?? all,
    "padding-inline-end": step(box.paddingEnd) ?? all,
    "background-color": colour(box.backgroundColor),
    "background-image": gradient(box),
    border: border && `${border} solid ${colour(box.borderColor) ?? "#000000"}`,
    "border-radius": step(box.cornerRadius),
    "justify-content": box.justifyContent,
    "align-items": box.alignItems,
  });
  const spacing = box.spacing === undefined ? {} : { spacing: box.spacing };
  made.append(
    ...box.contents.map((child, index) => draw(child, { parent: layout, index, ...spacing })),
  );
  return makeTappable(made, box.action, handlers);
}
