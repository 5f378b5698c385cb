/** Differences of texts word by word, and of texts that have hardly a word in common. */
import { expect, test } from "vitest";
import { wordDifferences } from "../../../src/studio/server/word-differences.ts";

const longText = (word: string) => Array.from({ length: 1000 }, (_, at) => word + at).join(" ");

test("only the words that differ are marked", () => {
  expect(wordDifferences("See your points", "See your petals", "en")).toEqual([
    { text: "See your ", change: "same" },
    { text: "points", change: "removed" },
    { text: "petals", change: "added" },
  ]);
});

test("long texts that have hardly a word in common are shown as a whole, which takes no time", () => {
  const [before, after] = [longText("a"), longText("b")];
  expect(wordDifferences(before, after, "en")).toEqual([
    { text: before, change: "removed" },
    { text: after, change: "added" },
  ]);
});
