/** Says which stories a publication of texts changes, before it is made, as the studio does beside *Publish*. */
import { storySettings } from "../app/story-settings.ts";
import { storyWorlds } from "../app/story-worlds.ts";
import { differencesOf } from "../bot/i18n/drafts/draft-texts.ts";
import type { Overrides } from "../bot/i18n/published-overrides.ts";
import type { Config } from "../config/config.ts";
import { reasonOf } from "../errors.ts";
import type { Message } from "../line/messages/message-types.ts";
import { counted } from "../observability/counted.ts";
import type { StepResult, StoryChange } from "../studio/server/story-types.ts";
import { openStories } from "../studio/stories/stories.ts";
import { visibleLines } from "../studio/stories/visible-lines.ts";
import { shownName } from "../text/safe-text.ts";
import type { Terminal } from "./command.ts";

/** Prints nothing without stories. A story that can't be played stops no publication. */
export async function printStoryChanges(
  { before, after }: { before: Overrides; after: Overrides },
  config: Config,
  { print, stop }: Terminal,
): Promise<void> {
  if (differencesOf(before, after).length === 0) return;
  const { storiesDir: dir, business } = storySettings(config);
  const stories = openStories({
    dir,
    openWorld: storyWorlds(config),
    timeZone: business.timeZone,
  });
  const count = stories.files.list().length;
  if (count === 0) return;
  print(`Playing ${counted(count, "story", "stories")} with the texts…`);
  let changes: StoryChange[];
  try {
    changes = await stories.compare(before, after, { stop });
  } catch (error) {
    stop.throwIfAborted();
    print(`The stories can’t be played: ${reasonOf(error)}`);
    return;
  }
  const different = changes.filter(({ outcome }) => outcome !== "same");
  print(
    different.length === 0
      ? "The texts change no story."
      : `The texts change ${different.length} of ${counted(changes.length, "story", "stories")}:`,
  );
  for (const { name, title, outcome, run } of different) {
    print(`${outcome === "failed" ? "FAILS   " : "changes "} ${name}  ${shownName(title)}`);
    reportSteps(run.steps, print);
  }
}

// Prints the lines of a story that aren't true, or whose replies have changed.

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
