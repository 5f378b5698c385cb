/** What came of stories, in words. */
import type { StoryRun } from "../../server/story-types.ts";

type Outcome = StoryRun["outcome"];

export const outcomeTexts: Readonly<Record<Outcome, string>> = {
  failed: "failed",
  changed: "changed",
  new: "new",
  passed: "unchanged",
};

export const worstFirst: readonly Outcome[] = ["failed", "changed", "new", "passed"];

/** Behind a number. */
const countTexts = { ...outcomeTexts, new: "without accepted replies" };

/** Such as `1 failed, 11 unchanged`. */
export const summaryOf = (outcomes: readonly Outcome[]): string =>
  worstFirst
    .map((outcome) => ({ outcome, count: outcomes.filter((one) => one === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${countTexts[outcome]}`)
    .join(", ");
