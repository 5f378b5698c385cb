/** Draws Flex texts and the spans inside them. */
import { el, setStyle } from "../dom.ts";
import type { FlexSpan, FlexText } from "../../../line/message-types.ts";
import { colour, length, oneOf } from "../sanitize.ts";
import { fontSize } from "./flex-layout.ts";
import type { Handlers } from "./handlers.ts";
import { shrinkToFit } from "./shrink.ts";
import { makeTappable } from "./tappable.ts";

const weights: Record<string, string> = { regular: "400", bold: "700" };
const decorations = new Set<string>(["none", "underline", "line-through"]);
const aligns = new Set<string>(["start", "center", "end"]);

function letters(part: FlexText | FlexSpan, scaling?: boolean): Record<string, string | undefined> {
  const { decoration, style, weight } = part;
  return {
    "font-size": fontSize(part.size, scaling),
    color: colour(part.color),
    "font-weight": oneOf(weights, weight),
    "font-style": style === "italic" || style === "normal" ? style : undefined,
    "text-decoration-line": decoration && decorations.has(decoration) ? decoration : undefined,
  };
}

export function renderSpan(span: FlexSpan, scaling?: boolean): HTMLElement {
  return el("span", { class: "flex-span", style: letters(span, scaling) }, span.text ?? "");
}

export function renderFlexText(text: FlexText, handlers: Handlers): HTMLElement {
  const content = text.contents?.length
    ? text.contents.map((span) => renderSpan(span, text.scaling))
    : [text.text ?? ""];
  const line = el("p", { class: text.wrap ? "wrap" : "" }, ...content);
  const spacing = length(text.lineSpacing);
  setStyle(line, {
    ...letters(text, text.scaling),
    "text-align": text.align && aligns.has(text.align) ? text.align : undefined,
    // Spacing goes between lines only, so half of it is taken back above the first and below the last.
    "line-height": spacing && `calc(1.4em + ${spacing})`,
    "margin-block": spacing && `calc(${spacing} / -2)`,
  });
  if (text.wrap && text.maxLines && text.maxLines > 0) {
    line.classList.add("clamped");
    setStyle(line, { "-webkit-line-clamp": String(text.maxLines) });
  }
  if (text.adjustMode === "shrink-to-fit" && !text.wrap) shrinkToFit(line);
  return makeTappable(el("div", { class: "flex-text" }, line), text.action, handlers);
}
