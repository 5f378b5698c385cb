/** The pieces that replies are made of: one quiet look for all of them. */
import type {
  Action,
  FlexBox,
  FlexBubble,
  FlexComponent,
  Message,
} from "../../line/messages/prepare-reply.ts";
import { ensureContrast } from "./color-contrast.ts";
import { postbackData } from "../routing/text-router.ts";

/** Dark text on white, one lighter tone for what is secondary. */
export const palette = { strong: "#1F2328", soft: "#6B7280", line: "#E5E7EB", paper: "#FFFFFF" };

/** LINE refuses longer texts; these leave room. */
const altTextLimit = 1500;
const labelLimit = 20;

/** A Flex message; `altText` says the same in words for lock screens and screen readers. */
export function flex(altText: string, bubbles: readonly FlexBubble[]): Message {
  const [first] = bubbles;
  return {
    type: "flex",
    altText: clip(altText, altTextLimit),
    contents: bubbles.length === 1 && first ? first : { type: "carousel", contents: [...bubbles] },
  };
}

/** A text line. Empty text would be refused, so it becomes a blank that keeps the line's height. */
export function textLine(
  text: string,
  look: Partial<Extract<FlexComponent, { type: "text" }>> = {},
): FlexComponent {
  return {
    type: "text",
    text: text || "\u00A0",
    wrap: true,
    color: palette.strong,
    size: "md",
    ...look,
  };
}

export function column(contents: FlexComponent[], look: Partial<FlexBox> = {}): FlexBox {
  return { type: "box", layout: "vertical", contents, ...look };
}

export function row(contents: FlexComponent[], look: Partial<FlexBox> = {}): FlexBox {
  return { type: "box", layout: "horizontal", contents, ...look };
}

/** The card that every reply is drawn on: a thin bar of the brand's colour, and room around its contents. */
export function coloredBox(
  color: string,
  contents: FlexComponent[],
  look: Partial<FlexBubble> = {},
): FlexBubble {
  return {
    type: "bubble",
    size: "kilo",
    header: column([], { backgroundColor: color, height: "8px", paddingAll: "0px" }),
    body: column(contents, { paddingAll: "20px" }),
    ...look,
  };
}

/** The last bubble of a carousel that goes on. */
export function nextPageBubble(action: Action, look: Partial<FlexBubble> = {}): FlexBubble {
  return {
    type: "bubble",
    size: "kilo",
    ...look,
    body: column([button(action)], { justifyContent: "center", paddingAll: "20px" }),
  };
}

/** A button in the brand's colour, or a quiet one where none is given. */
export function button(action: Action, color?: string): FlexComponent {
  return color
    ? { type: "button", action, style: "primary", color: ensureContrast(color), height: "sm" }
    : { type: "button", action, style: "link", color: palette.strong, height: "sm" };
}

/** A button whose tap asks for an intent; the tap shows its label in the chat. */
export function postbackAction(
  label: string,
  intent: string,
  details: Readonly<Record<string, string>> = {},
): Action {
  return {
    type: "postback",
    label: clip(label, labelLimit),
    data: postbackData(intent, details),
    displayText: clip(label, 300),
  };
}

/** A button that puts a text where it can be pasted. */
export function clipboardAction(label: string, text: string): Action {
  return { type: "clipboard", label: clip(label, labelLimit), clipboardText: text };
}

/** A button that opens an address. */
export function uriAction(label: string, uri: string): Action {
  return { type: "uri", label: clip(label, labelLimit), uri };
}

/** The last message, with buttons under it that vanish with the next message. */
export function withQuickReplies(message: Message, actions: readonly Action[]): Message {
  if (actions.length === 0) return message;
  const items = actions.map((action) => ({ type: "action" as const, action }));
  return { ...message, quickReply: { items } };
}

/** Cuts at `limit` UTF-16 units, between graphemes, with an ellipsis. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** The address as it can be put into a message; null where it isn't one of that kind, or is too long. */
export function linkUri(
  text: string | undefined,
  protocol: "https:" | "http:",
  limit: number,
): string | null {
  const url = URL.parse(text ?? "");
  return url?.protocol === protocol && url.href.length <= limit ? url.href : null;
}
