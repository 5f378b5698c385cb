/** Where a Flex component stands in its parent: share, distance, position, alignment. */
import type { FlexBox, FlexComponent } from "../../../line/messages/message-types.ts";
import { classes, type Style } from "../classes.ts";
import { color, length, oneOf } from "../sanitize.ts";

/** The parent's side of a component's place. */
export interface Place {
  parent: FlexBox["layout"] | "block";
  /** The component's number among its siblings. */
  index: number;
  /** The parent's `spacing`. */
  spacing?: string;
}

/** LINE's keywords for distances, paddings, offsets and corners. */
const steps: Record<string, string> = {
  none: "0px",
  xs: "2px",
  sm: "4px",
  md: "8px",
  lg: "12px",
  xl: "16px",
  xxl: "20px",
};

const fontSizes: Record<string, string> = {
  xxs: "11px",
  xs: "13px",
  sm: "14px",
  md: "16px",
  lg: "19px",
  xl: "22px",
  xxl: "29px",
  "3xl": "35px",
  "4xl": "48px",
  "5xl": "74px",
};

/** A keyword or a length; `undefined` for anything else. */
function step(value: string | undefined): string | undefined {
  return oneOf(steps, value) ?? length(value);
}

/** @param scaling whether the reader's own letter size counts, as `scaling: true` asks. */
export function fontSize(value: string | undefined, scaling = false): string | undefined {
  const size = oneOf(fontSizes, value) ?? length(value);
  return size && scaling ? `calc(${size} * var(--letters, 1))` : size;
}

const sides = {
  top: "flex-start",
  start: "flex-start",
  center: "center",
  bottom: "flex-end",
  end: "flex-end",
};

/** What `gravity` and `align` mean along an axis. */
export function along(word: string | undefined): string | undefined {
  return oneOf(sides, word);
}

/** The properties that components share; each kind has some of them. */
interface Placed {
  type: FlexComponent["type"];
  flex?: number;
  margin?: string;
  position?: string;
  offsetTop?: string;
  offsetBottom?: string;
  offsetStart?: string;
  offsetEnd?: string;
  gravity?: string;
}

const rigid = new Set<FlexComponent["type"]>(["icon", "separator", "span"]);

/** How much of the free room a component takes, where it doesn't say. */
function defaultShare(component: FlexComponent, parent: Place["parent"]): number {
  if (component.type === "filler") return 1;
  if (parent === "vertical" || rigid.has(component.type)) return 0;
  return component.type === "box" && component.width ? 0 : 1;
}

/** What a component's outer element takes over from its place. */
export interface Placement {
  class: string;
  style: Style;
}

/** A block of a bubble has one component only, and no say about its place. */
export function placementOf(component: FlexComponent, at: Place): Placement {
  const placed: Placed = component;
  const isAbsolute = placed.position === "absolute";
  const own = {
    position: isAbsolute ? "absolute" : undefined,
    "inset-block-start": step(placed.offsetTop),
    "inset-block-end": step(placed.offsetBottom),
    "inset-inline-start": step(placed.offsetStart),
    "inset-inline-end": step(placed.offsetEnd),
    ...(component.type !== "box" && { "justify-content": along(placed.gravity) }),
  };
  if (at.parent === "block") return { class: "", style: own };
  const isVertical = at.parent === "vertical";
  const share = placed.flex ?? defaultShare(component, at.parent);
  // Space is between components: the first one's margin counts for nothing.
  const distance = at.index > 0 ? (step(placed.margin) ?? step(at.spacing)) : undefined;
  return {
    class: classes(share === 0 && !isVertical && "rigid"),
    style: {
      ...own,
      flex: share > 0 ? `${share} 0 ${isVertical ? "auto" : "0"}` : "none",
      [isVertical ? "margin-top" : "margin-inline-start"]: isAbsolute ? undefined : distance,
    },
  };
}

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

/** The look of a Flex box: the one component that holds others. */
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
