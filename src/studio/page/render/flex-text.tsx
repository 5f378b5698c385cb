/** Flex texts and the spans inside them. */
import type { FlexSpan, FlexText } from "../../../line/messages/message-types.ts";
import { classes, type Style } from "../classes.ts";
import { color, length, oneOf } from "../sanitize.ts";
import { fontSize, type Placement } from "./flex-layout.ts";
import { useShrinkToFit } from "./shrink.ts";
import { TapArea, textOf } from "./tap-area.tsx";

const weights: Record<string, string> = { regular: "400", bold: "700" };
const decorations = new Set<string>(["none", "underline", "line-through"]);
const aligns = new Set<string>(["start", "center", "end"]);

function letters(part: FlexText | FlexSpan, scaling?: boolean): Style {
  const { decoration, style, weight } = part;
  return {
    "font-size": fontSize(part.size, scaling),
    color: color(part.color),
    "font-weight": oneOf(weights, weight),
    "font-style": style === "italic" || style === "normal" ? style : undefined,
    "text-decoration-line": decoration && decorations.has(decoration) ? decoration : undefined,
  };
}

interface FlexSpanProps {
  span: FlexSpan;
  scaling?: boolean | undefined;
  placement?: Placement;
}

export function FlexSpanView({ span, scaling, placement }: FlexSpanProps) {
  const style = { ...letters(span, scaling), ...placement?.style };
  return (
    <span class={classes("flex-span", placement?.class)} style={style}>
      {span.text}
    </span>
  );
}

interface FlexTextProps {
  text: FlexText;
  placement: Placement;
}

export function FlexTextView({ text, placement }: FlexTextProps) {
  const { wrap, maxLines, contents, scaling, align, action, adjustMode } = text;
  const spacing = length(text.lineSpacing);
  const isClamped = wrap && maxLines !== undefined && maxLines > 0;
  const style: Style = {
    ...letters(text, scaling),
    "text-align": align && aligns.has(align) ? align : undefined,
    // Spacing goes between lines only, so half of it is taken back above the first and below the last.
    "line-height": spacing && `calc(1.4em + ${spacing})`,
    "margin-block": spacing && `calc(${spacing} / -2)`,
    "-webkit-line-clamp": isClamped ? String(maxLines) : undefined,
  };
  const line = useShrinkToFit<HTMLParagraphElement>(
    adjustMode === "shrink-to-fit" && !wrap,
    style["font-size"],
  );
  const content = contents?.length
    ? contents.map((span) => <FlexSpanView span={span} scaling={scaling} />)
    : text.text;
  return (
    <div
      class={classes("flex-text", placement.class, action && "tappable")}
      style={placement.style}
    >
      <p ref={line} class={classes(wrap && "wrap", isClamped && "clamped")} style={style}>
        {content}
      </p>
      <TapArea action={action} text={textOf(text)} />
    </div>
  );
}
