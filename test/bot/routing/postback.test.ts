/** Postback data is read as it was written, and anything else is nothing or a first page. */
import { describe, expect, test } from "vitest";
import {
  emptyPostback,
  pageIn,
  parsePostback,
  postbackData,
} from "../../../src/bot/routing/postback.ts";

describe("postback data", () => {
  test("is parsed to the action and the details that it was made of", () => {
    const details = { code: "50% off & more", page: "2" };
    expect(parsePostback(postbackData("check", details))).toEqual({ action: "check", details });
    expect(parsePostback(emptyPostback)).toEqual({ action: "nothing", details: {} });
  });

  test.each(["", "%%%", "page=2", "do="])("%j has no action", (data) => {
    expect(parsePostback(data).action).toBe("");
  });
});

test.each([
  ["1", 1],
  ["99", 99],
  ["100", 1],
  ["0", 1],
  ["-1", 1],
  ["2x", 1],
  ["", 1],
])("the page in the details %j is %i", (page, expected) => {
  expect(pageIn({ page })).toBe(expected);
});

test("details without a page ask for the first one", () => {
  expect(pageIn({})).toBe(1);
});
