/** Extracts texts and buttons from the messages of a reply. */
import type { Message } from "../../src/line/messages/message-types.ts";

type Shown = readonly Message[] | Message | undefined;

/** An action of any type. */
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

/** All objects of a message, in display order. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === "object" && value !== null) {
    yield value as Node;
    yield* nodesIn(Object.values(value));
  }
}

const textTypes = new Set<unknown>(["text", "textV2", "span"]);

/** Every visible text, without the labels of buttons; of spans without the break of the line that they end. */
export const textsOf = (messages: Shown): string[] =>
  Array.from(nodesIn(messages), ({ type, text }) =>
    textTypes.has(type) && typeof text === "string" ? [text.replace(/\n$/, "")] : [],
  ).flat();

/** Every visible text, one per line. */
export const textOf = (messages: Shown): string => textsOf(messages).join("\n");

/** Buttons, tappable areas and quick replies, without the camera that is offered below all that staff are answered. */
export const buttonsOf = (messages: Shown): Button[] =>
  Array.from(nodesIn(messages), ({ action, actions }) => [action, actions].flat())
    .flat()
    .filter((one) => typeof one === "object" && one !== null)
    .filter((one) => (one as Button).type !== "camera") as Button[];

/** The label of the camera's quick reply below the last message; undefined where there is none. */
export const cameraBelow = (messages: readonly Message[]): string | undefined =>
  messages
    .at(-1)
    ?.quickReply?.items?.flatMap(({ action }) =>
      action?.type === "camera" ? action.label : [],
    )[0];

/** The postback data of the button for the next page of an intent's reply. */
export const nextPage = (messages: Shown, intent: string): string | undefined =>
  buttonsOf(messages).find(({ data }) => data?.startsWith(`do=${intent}&page=`))?.data;

/** Every string of the messages, one per line, for checks of what they must not contain. */
export const stringsOf = (messages: Shown): string =>
  Array.from(nodesIn(messages), (node) => Object.values(node))
    .flat()
    .flatMap((value) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter((one) => typeof one === "string")
    .join("\n");
