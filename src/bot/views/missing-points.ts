/** Renders how many points are missing until a reward, as a bar and in words. */
import type { FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { column, palette, textLine } from "./flex-components.ts";

/** @param price above `points`. @param points may be below zero. @param words say what is missing. */
export function missingPoints(
  { brand }: RenderContext,
  { price, points }: { price: number; points: number },
  words: string,
): FlexComponent[] {
  const share = Math.floor((100 * Math.max(0, points)) / price);
  const bar = column(
    share > 0
      ? [column([], { backgroundColor: brand.color, height: "6px", width: `${share}%` })]
      : [],
    { backgroundColor: palette.line, height: "6px", cornerRadius: "md", margin: "md" },
  );
  return [bar, textLine(words, { size: "sm", color: palette.soft, maxLines: 3, margin: "sm" })];
}
