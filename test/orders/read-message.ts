/** Reads the state of an order from a message to staff. */
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { factsOf } from "../support/staff.ts";
import { buttonsOf } from "../support/views.ts";

export type Verdict = "done" | "undone" | "refused" | "unknown" | "person" | "waiting" | "expired";

export interface ReadMessage {
  text: string;
  lines: readonly string[];
  verdict: Verdict | null;
  /** Whether it is about an undo. */
  isUndo: boolean;
  /** The postback data of its buttons. */
  buttons: readonly string[];
}

const verdictPatterns: readonly [Verdict | null, RegExp][] = [
  // A message of /pending shows an order, but no outcome.
  [null, /\n(Waiting for approval|The membership system’s answer was lost|Needs a review)/],
  ["refused", /^(Not done|Cancelled|Declined|Nobody approved this within a day): /],
  ["unknown", /^(We don’t know yet|In progress)/],
  ["person", /^We can’t find out/],
  ["undone", /^Done, then undone: /],
  ["waiting", /^Waiting for approval: /],
  ["done", /^✓ /],
];

export function readMessage(message: Message): ReadMessage {
  const text = factsOf([message]);
  const buttons = buttonsOf(message).flatMap(({ data }) => data ?? []);
  return {
    text,
    lines: text.split("\n"),
    verdict: verdictPatterns.find(([, form]) => form.test(text))?.[0] ?? null,
    isUndo: /\bUndo the |\b(Gift|Points|Burn) undone: /.test(text),
    buttons,
  };
}
