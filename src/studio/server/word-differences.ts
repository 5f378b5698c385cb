/** The difference of two texts word by word, in every language: Thai, Japanese and Chinese put no spaces between words. */
import { diffWordsWithSpace } from "diff/lib/diff/word.js";
import type { DiffPart } from "./draft-types.ts";

/** Words that differ; beyond them nobody reads single ones, and finding them would keep the bot from replying. */
const maxDifferent = 500;

export function wordDifferences(before: string, after: string, language: string): DiffPart[] {
  const found = diffWordsWithSpace(before, after, {
    intlSegmenter: new Intl.Segmenter(language, { granularity: "word" }),
    maxEditLength: maxDifferent,
  });
  if (!found) {
    return [
      { text: before, change: "removed" },
      { text: after, change: "added" },
    ];
  }
  return found.map(({ value, added, removed }) => ({
    text: value,
    change: added ? "added" : removed ? "removed" : "same",
  }));
}
