/** Builds the Flex components, actions and messages that replies consist of. */
import type {
  Action,
  FlexBox,
  FlexBubble,
  FlexComponent,
  FlexSpan,
  Message,
} from "../../line/messages/prepare-reply.ts";
import type { Images, RenderContext } from "../context.ts";
import { ensureContrast } from "./color-contrast.ts";
import { postbackData } from "../routing/postback.ts";

/**
 * The colours of text, separators and background; `strong` looks like LINE's default, `soft` is for secondary text,
 * `done` for success and points collected, `spent` for points spent, `soon` and `urgent` for what ends within days,
 * or today or tomorrow.
 */
export const palette = {
  strong: "#1F2328",
  soft: "#6B7280",
  done: "#15803D",
  spent: "#B42318",
  soon: "#B45309",
  urgent: "#B42318",
  line: "#E5E7EB",
  paper: "#FFFFFF",
};

/** LINE's limit in UTF-16 code units. */
const altTextLimit = 1500;
/** LINE's limits for the label of an action, in graphemes. */
export const buttonLabelLimit = 40;
const quickReplyLabelLimit = 20;
/** LINE's limit for the text that a tap shows in the chat, in graphemes. */
const displayTextLimit = 300;

/** How many entries of a list its notification names. */
const maxAltEntries = 3;

/** The parts that aren't empty, in one line with a dot between each two. */
export const dotted = (parts: readonly string[]): string => parts.filter(Boolean).join(" · ");

/** The entries of a list for the alternative text of its message: the first, which a notification has room for. */
export const altEntries = (entries: readonly string[]): string =>
  entries.slice(0, maxAltEntries).join(" · ") + (entries.length > maxAltEntries ? " …" : "");

/** A Flex message, a carousel for several bubbles. `altText` is for notifications and screen readers. */
export function flex(altText: string, bubbles: readonly FlexBubble[]): Message {
  const [first] = bubbles;
  return {
    type: "flex",
    altText: clip(altText, altTextLimit),
    contents: bubbles.length === 1 && first ? first : { type: "carousel", contents: [...bubbles] },
  };
}

export type TextProps = Partial<Extract<FlexComponent, { type: "text" }>>;

/**
 * The properties of a text, which is wrapped unless `wrap` is false. What is LINE's default isn't sent: replies
 * consist of many texts, and are stored.
 */
const textProps = ({ wrap = true, size, color, ...props }: TextProps): TextProps => ({
  ...(wrap && { wrap }),
  ...(color !== undefined && color !== palette.strong && { color }),
  ...(size !== undefined && size !== "md" && { size }),
  ...props,
});

/** A text component. LINE rejects empty text, so it becomes a no-break space. */
export const textLine = (text: string, props: TextProps = {}): FlexComponent => ({
  type: "text",
  text: text || "\u00A0",
  ...textProps(props),
});

/** A line of `styledLines`: its text, and its style where that isn't the common one. */
export type StyledLine = Omit<FlexSpan, "type" | "text"> & { text: string };

/**
 * Lines of different styles in one text component, which takes fewer bytes than one for each; no blank ones.
 * @param props the common style.
 */
export function styledLines(lines: readonly StyledLine[], props: TextProps): FlexComponent {
  const shown = lines.filter(({ text }) => text.trim());
  const [only, ...others] = shown.map(({ text, ...style }) => ({ text, style }));
  if (only && others.length === 0) return textLine(only.text, { ...props, ...only.style });
  const contents = shown.map(({ text, ...style }, index): FlexSpan => ({
    type: "span",
    text: index < shown.length - 1 ? `${text}\n` : text,
    ...style,
  }));
  return { type: "text", contents, ...textProps(props) };
}

/** The text component as a list, which is empty if the text is blank: nothing leaves an empty line. */
export const optionalLine = (text: string, props: TextProps = {}): FlexComponent[] =>
  text.trim() ? [textLine(text, props)] : [];

/** A vertical box. */
export function column(contents: FlexComponent[], props: Partial<FlexBox> = {}): FlexBox {
  return { type: "box", layout: "vertical", contents, ...props };
}

/** A horizontal box. */
export function row(contents: FlexComponent[], props: Partial<FlexBox> = {}): FlexBox {
  return { type: "box", layout: "horizontal", contents, ...props };
}

/**
 * The bubble that replies use: the contents below a picture or, without one, below a thin bar of the brand's
 * colour.
 */
export function coloredBox(
  color: string,
  contents: FlexComponent[],
  props: Partial<FlexBubble> = {},
): FlexBubble {
  const bar = { backgroundColor: color, height: "8px", paddingAll: "0px" };
  return {
    type: "bubble",
    size: "kilo",
    ...(!props.hero && { header: column([], bar) }),
    body: column(contents),
    ...props,
  };
}

/** The block of buttons at the bottom of a bubble; none without buttons. */
export const buttonFooter = (buttons: FlexComponent[]): Pick<FlexBubble, "footer"> =>
  buttons.length > 0
    ? { footer: column(buttons, buttons.length > 1 ? { spacing: "sm" } : {}) }
    : {};

/**
 * The last bubble of a carousel that has a next page: a single button that asks the intent for it; none without one.
 * @param label names how many items are left. @param pages `page`: the shown one. `left`: the number of items after it.
 */
export function nextPageBubble(
  intent: string,
  label: (left: { count: number }) => string,
  { page, left }: { page: number; left: number },
  size: "kilo" | "mega" = "kilo",
): FlexBubble[] {
  if (left === 0) return [];
  const action = postbackAction(label({ count: left }), intent, { page: String(page + 1) });
  const body = column([button(action)], { justifyContent: "center", paddingAll: "20px" });
  return [{ type: "bubble", size, body }];
}

/** A filled button in the given colour; without one a link, which is LINE's default. */
export function button(action: Action, color?: string): FlexComponent {
  return color
    ? { type: "button", action, style: "primary", color: ensureContrast(color), height: "sm" }
    : { type: "button", action, color: palette.strong, height: "sm" };
}

/** The action of a button that asks for an intent; the tap shows the label in the chat. */
export function postbackAction(
  label: string,
  intent: string,
  details: Readonly<Record<string, string>> = {},
): Action {
  return {
    type: "postback",
    label: clipGraphemes(label, buttonLabelLimit),
    data: postbackData(intent, details),
    displayText: clipGraphemes(label, displayTextLimit),
  };
}

/** The action of a button that copies a text to the clipboard. */
export function clipboardAction(label: string, text: string): Action {
  return { type: "clipboard", label: clipGraphemes(label, buttonLabelLimit), clipboardText: text };
}

/** The action of a button that opens an address. */
export function uriAction(label: string, uri: string): Action {
  return { type: "uri", label: clipGraphemes(label, buttonLabelLimit), uri };
}

/** A text with a picture above it and buttons below it, as far as there are some. @param picture the address of one that LINE can load; null = none. */
export function textWithButtons(
  { brand }: Pick<RenderContext, "brand">,
  text: string,
  actions: readonly Action[],
  picture: string | null = null,
): Message {
  if (actions.length === 0 && picture === null) return { type: "text", text };
  const footer = buttonFooter(actions.map((action) => button(action, brand.accent)));
  const hero = picture === null ? {} : { hero: heroPicture(picture) };
  return flex(text, [coloredBox(brand.color, [textLine(text)], { ...hero, ...footer })]);
}

/** Adds quick replies to the last message of a reply; LINE hides them with the next message. */
export function withQuickReplies(message: Message, actions: readonly Action[]): Message {
  if (actions.length === 0) return message;
  const items = actions.map((action) => ({
    type: "action" as const,
    action: withLabelWithin(action, quickReplyLabelLimit),
  }));
  return { ...message, quickReply: { items } };
}

/** The action with its label cut to a limit below that of buttons, in graphemes. */
export const withLabelWithin = (action: Action, limit: number): Action => ({
  ...action,
  label: clipGraphemes(action.label ?? "", limit),
});

/** Made once: that takes longer than to cut a text. */
const segmenter = new Intl.Segmenter();

/** Cuts a text to at most `limit` graphemes, as people count letters, with an ellipsis. */
export function clipGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return graphemes.length <= limit ? text : `${graphemes.slice(0, limit - 1).join("")}…`;
}

/** Cuts a text to at most `limit` UTF-16 code units, between graphemes, with an ellipsis. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let clipped = "";
  for (const { segment } of segmenter.segment(text)) {
    if (clipped.length + segment.length > limit - 1) break;
    clipped += segment;
  }
  return `${clipped}…`;
}

/** The normalised address; null when it is invalid, has another protocol or is longer than `limit` characters. */
export function linkUri(
  text: string | undefined,
  protocol: "https:" | "http:",
  limit: number,
): string | null {
  const url = URL.parse(text ?? "");
  return url?.protocol === protocol && url.href.length <= limit ? url.href : null;
}

/** LINE's limit for the address of a picture, in characters. */
export const maxPictureUrl = 2000;

/** @returns the URL of a picture of the platform's; null where LINE can't load it. */
export const pictureUrl = (
  { allowHttp }: Pick<Images, "allowHttp">,
  text: string | undefined,
): string | null =>
  linkUri(text, "https:", maxPictureUrl) ??
  (allowHttp ? linkUri(text, "http:", maxPictureUrl) : null);

/** A picture across the top of a bubble; where LINE can't load it, a plain area of its size. */
export const heroPicture = (url: string) => ({
  type: "image" as const,
  url,
  size: "full",
  aspectRatio: "20:13",
  aspectMode: "cover" as const,
  backgroundColor: palette.line,
});
