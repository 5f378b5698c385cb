/** A label is fitted with one look at each of its letters, however many words it has. */
import { expect, onTestFinished, test, vi } from "vitest";
import { fitLabel } from "../../src/rich-menu/render-svg.ts";

const options = { width: 700, maxSize: 100, language: "en" } as const;

test("a label is broken between words where its halves are shortest", () => {
  expect(fitLabel("Points", options).lines).toEqual(["Points"]);
  expect(fitLabel("Show my membership card", options).lines).toEqual([
    "Show my",
    "membership card",
  ]);
  expect(fitLabel("  Show my   membership card ", options).lines).toEqual([
    "Show my",
    "membership card",
  ]);
});

test("the letters of a label of thousands of words are looked at a few times, not once for each break", () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  onTestFinished(() => segment.mockRestore());
  expect(fitLabel("กข ".repeat(1600), { ...options, language: "th" }).lines).toHaveLength(1);
  expect(segment.mock.calls.length).toBeLessThan(10);
});
