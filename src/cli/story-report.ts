/** Prints the lines of a story that aren't true, or whose replies have changed. */
import type { StepResult } from "../studio/server/story-types.ts";
import type { Terminal } from "./command.ts";

const maxShownLines = 6;

export function reportSteps(steps: readonly StepResult[], print: Terminal["print"]): void {
  for (const { line, text, fault, changed } of steps) {
    if (fault !== undefined) print(`  line ${line}: ${text}`, `    ${fault}`);
    if (!changed) continue;
    print(
      `  line ${line}: ${text}`,
      ...changed.before.slice(0, maxShownLines).map((shown) => `    - ${oneLine(shown)}`),
      ...changed.now.slice(0, maxShownLines).map((shown) => `    + ${oneLine(shown)}`),
    );
  }
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " ⏎ ");
