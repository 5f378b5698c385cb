/** What a message says of an order, as staff read it. */
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { factsOf, seen } from "../support/staff.ts";

export type Verdict = "done" | "undone" | "refused" | "unknown" | "person" | "waiting" | "expired";

/** One message, and what it claims. */
export interface Told {
  text: string;
  lines: readonly string[];
  verdict: Verdict | null;
  /** Whether it is about taking something back that the bot offered to. */
  isUndo: boolean;
  /** The data of its buttons. */
  buttons: readonly string[];
}

const claims: readonly [Verdict | null, RegExp][] = [
  // A line of /pending says what is ordered, and nothing of its end.
  [null, /\n(waits for a second person|the platform’s answer was lost|needs a person)/],
  ["refused", /^(Not done|Cancelled|Declined|Nobody agreed within a day): /],
  ["unknown", /^(We don’t know yet|On its way)/],
  ["person", /^We can’t find out/],
  ["undone", /^Done, and undone since: /],
  ["waiting", /^Waiting for a second person: /],
  ["done", /^(Given|Used|Taken back|Voided|Created|Undone)\b/],
  ["done", /^(Add|Burn) [\s\S]*\nNo\. \d+/],
  ["done", /\nA person said that it was done\./],
];

export function readTold(message: Message): Told {
  const text = factsOf([message]);
  const buttons = [...seen(message).matchAll(/"data":"([^"]*)"/g)].map(([, data = ""]) => data);
  return {
    text,
    lines: text.split("\n"),
    verdict: claims.find(([, form]) => form.test(text))?.[0] ?? null,
    isUndo: text.includes("Undone: "),
    buttons,
  };
}
