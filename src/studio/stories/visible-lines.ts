/** What a person sees of messages, line by line: texts, labels, links and pictures, but no colours and no sizes. */
import type { Action, Message } from "../../line/messages/message-types.ts";

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

export function visibleLines(messages: readonly Message[]): string[] {
  return Array.from(nodesIn(messages), (node) => linesOf(node)).flat();
}

function linesOf({ type, text, title, altText, action, actions, url, originalContentUrl }: Node) {
  const isText = textTypes.has(type) || Array.isArray(actions);
  const lines = [altText, title, isText && text].flatMap((one) =>
    typeof one === "string" ? one.split("\n").filter((line) => line.trim() !== "") : [],
  );
  if (type === "image" && (url ?? originalContentUrl) !== undefined) lines.push("(picture)");
  for (const one of [action, actions].flat()) {
    const line = typeof one === "object" && one !== null ? actionLine(one as Action) : null;
    if (line !== null) lines.push(line);
  }
  return lines;
}

function actionLine(action: Action): string | null {
  const { label } = action;
  if (label === undefined) return null;
  return action.type === "uri" ? `[${label}] ${action.uri}` : `[${label}]`;
}

/** Everything that can be tapped in messages. */
export const actionsIn = (messages: readonly Message[]): Action[] =>
  Array.from(nodesIn(messages), ({ action, actions }) => [action, actions].flat())
    .flat()
    .filter((one): one is Action => typeof one === "object" && one !== null && "type" in one);

/** Lines that one list has more often than the other. */
export const lineDifference = (
  before: readonly string[],
  now: readonly string[],
): { before: string[]; now: string[] } => ({
  before: linesWithout(before, now),
  now: linesWithout(now, before),
});

function linesWithout(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
