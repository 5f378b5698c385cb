/** The difference of two texts word by word, in every language: Thai, Japanese and Chinese put no spaces between words. */
import { diffWordsWithSpace } from "diff";
import type { DiffPart } from "./draft-types.ts";

export function wordDifferences(before: string, after: string, language: string): DiffPart[] {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: "word" });
  return diffWordsWithSpace(before, after, { intlSegmenter }).map(({ value, added, removed }) => ({
    text: value,
    change: added ? "added" : removed ? "removed" : "same",
  }));
}
