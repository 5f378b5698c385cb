/** Prints the lines of a story that aren't true, or whose replies have changed. */
import type { Message } from "../line/messages/message-types.ts";
import { visibleLines } from "../studio/stories/visible-lines.ts";
import type { StepResult } from "../studio/server/story-types.ts";
import type { Terminal } from "./command.ts";

const maxShownLines = 6;

/** @param hasFailed then what isn't true comes first: replies are compared when that is mended. */
export function reportSteps(
  steps: readonly StepResult[],
  print: Terminal["print"],
  hasFailed = false,
): void {
  let reply: StepResult["reply"];
  for (const step of steps) {
    const { line, text, kind, fault, changed } = step;
    reply = step.reply ?? reply;
    if (fault !== undefined) print(`  line ${line}: ${text}`, `    ${fault}`);
    if (fault !== undefined && kind === "expect" && reply) print(readsLine(reply));
    if (!changed || hasFailed) continue;
    print(
      `  line ${line}: ${text}`,
      ...changed.before.slice(0, maxShownLines).map((shown) => `    - ${oneLine(shown)}`),
      ...changed.now.slice(0, maxShownLines).map((shown) => `    + ${oneLine(shown)}`),
    );
  }
}

/** What the bot said instead of what a line expects. */
const readsLine = (reply: readonly Message[]) =>
  `    it reads: ${visibleLines(reply).slice(0, maxShownLines).map(oneLine).join(" · ")}`;

const oneLine = (text: string) => text.replaceAll(/(?<!\s)\s*\n\s*/g, " ⏎ ");
