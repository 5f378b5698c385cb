/** Reads the messages of a reply as people see them: texts and buttons. */
import type { Message } from "../../src/line/messages/message-types.ts";

type Shown = readonly Message[] | Message | undefined;

/** What a tap does, of whatever kind. */
export interface Button {
  readonly type: string;
  readonly label?: string;
  readonly data?: string;
  readonly uri?: string;
  readonly text?: string;
  readonly displayText?: string;
  readonly clipboardText?: string;
  readonly fillInText?: string;
}

type Node = Readonly<Record<string, unknown>>;

/** All objects of a message, in the order in which they are shown. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === "object" && value !== null) {
    yield value as Node;
    yield* nodesIn(Object.values(value));
  }
}

const textTypes = new Set<unknown>(["text", "textV2", "span"]);

/** Every text that can be read; the labels of buttons are none. */
export const textsOf = (messages: Shown): string[] =>
  Array.from(nodesIn(messages), ({ type, text }) =>
    textTypes.has(type) && typeof text === "string" ? [text] : [],
  ).flat();

/** Everything that can be read, a line for each text. */
export const textOf = (messages: Shown): string => textsOf(messages).join("\n");

/** Buttons, tappable areas and quick replies. */
export const buttonsOf = (messages: Shown): Button[] =>
  Array.from(nodesIn(messages), ({ action, actions }) => [action, actions].flat())
    .flat()
    .filter((one) => typeof one === "object" && one !== null) as Button[];

/** The postback data of the button for the next page of an intent's reply. */
export const nextPage = (messages: Shown, intent: string): string | undefined =>
  buttonsOf(messages).find(({ data }) => data?.startsWith(`do=${intent}&page=`))?.data;

/** Every string of the messages, a line for each: for what must be nowhere in them. */
export const stringsOf = (messages: Shown): string =>
  Array.from(nodesIn(messages), (node) => Object.values(node))
    .flat()
    .flatMap((value) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter((one) => typeof one === "string")
    .join("\n");
