/** The nearest name is found through a few typos or by its beginning; none where too much differs. */
import { expect, test } from "vitest";
import { nearest } from "../../src/config/misspelt.ts";

const variables = ["PORT", "LINE_CHANNEL_ID", "LINE_CHANNEL_SECRET", "LINE_DEV_CHANNEL_SECRET"];
const commands = ["help", "find", "member", "gift", "gifts", "ungift", "add", "use", "campaigns"];

test.each([
  ["a letter is missing", "LINE_CHANEL_SECRET", variables, "LINE_CHANNEL_SECRET"],
  ["letters are swapped", "fidn", commands, "find"],
  ["letters of a longer name are swapped", "memebr", commands, "member"],
  ["the case differs", "Port", variables, "PORT"],
  ["a letter is too many", "giift", commands, "gift"],
  ["the exact name is nearer than a similar one", "gifts", commands, "gifts"],
  ["several are equally near: the first", "gif", ["gift", "gifs"], "gift"],
  ["a beginning", "camp", commands, "campaigns"],
  ["a beginning of several", "cam", ["campaigns", "campsite"], undefined],
  ["more than half of the letters are wrong", "abd", ["use", "axe"], undefined],
  ["a short word of other letters", "xy", commands, undefined],
  ["a long name with too many differences", "LINE_CHANNEL_TOKEN", variables, undefined],
  ["nothing", "", commands, undefined],
  ["no candidates", "help", [], undefined],
])("%s: %s", (_case, word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
