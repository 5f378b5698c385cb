/** The look of a Flex box: the one component that holds others. */
import type { FlexBox } from "../../../line/messages/message-types.ts";
import type { Style } from "../classes.ts";
import { color, length, oneOf } from "../sanitize.ts";
import { step } from "./flex-layout.ts";

const borderWidths: Record<string, string> = {
  none: "0px",
  light: "0.5px",
  normal: "1px",
  medium: "2px",
  "semi-bold": "3px",
  bold: "4px",
};

const layouts = new Set<string>(["horizontal", "vertical", "baseline"]);

export const layoutOf = ({ layout }: FlexBox) => (layouts.has(layout) ? layout : "vertical");

function gradient({ background }: FlexBox): string | undefined {
  if (background?.type !== "linearGradient") return undefined;
  const { angle = "", startColor, centerColor, centerPosition, endColor } = background;
  const [start, center, end] = [color(startColor), color(centerColor), color(endColor)];
  if (!start || !end || !/^-?\d+(?:\.\d+)?deg$/.test(angle)) return undefined;
  const middle = center ? [`${center} ${length(centerPosition) ?? "50%"}`] : [];
  return `linear-gradient(${[angle, start, ...middle, end].join(", ")})`;
}

export function boxStyle(box: FlexBox): Style {
  const all = step(box.paddingAll);
  const border = oneOf(borderWidths, box.borderWidth) ?? length(box.borderWidth);
  return {
    width: length(box.width),
    "max-width": length(box.maxWidth),
    height: length(box.height),
    "max-height": length(box.maxHeight),
    "padding-top": step(box.paddingTop) ?? all,
    "padding-bottom": step(box.paddingBottom) ?? all,
    "padding-inline-start": step(box.paddingStart) ?? all,
    "padding-inline-end": step(box.paddingEnd) ?? all,
    "background-color": color(box.backgroundColor),
    "background-image": gradient(box),
    border: border && `${border} solid ${color(box.borderColor) ?? "#000000"}`,
    "border-radius": step(box.cornerRadius),
    "justify-content": box.justifyContent,
    "align-items": box.alignItems,
  };
}
