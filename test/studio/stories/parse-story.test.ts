/** Story files: what people may write, and what an error names. */
import { expect, test } from "vitest";
import { studioTranslate } from "../../../src/studio/i18n/catalogues.ts";
import { writeMessage } from "../../../src/studio/i18n/message-keys.ts";
import { momentOf, parseDirection } from "../../../src/studio/stories/parse-direction.ts";
import { parseStory } from "../../../src/studio/stories/parse-story.ts";

const stepsOf = (text: string) => {
  const { story, faults } = parseStory(text, "story");
  expect(faults).toEqual([]);
  return story.steps.map(({ line: _line, text: _text, kind: _kind, ...rest }) => rest);
};
const t = studioTranslate("en");
const faultsOf = (text: string) =>
  parseStory(text, "story").faults.map(
    ({ line, message }) => `${line}: ${writeMessage(t, message)}`,
  );

test("a story has a title, people, the bot, and what happens in brackets", () => {
  const text = [
    "\uFEFF#  Olivia redeems ",
    "// a remark",
    "Olivia: points",
    'bot: balance, 18,400, "Coupons, or more"',
    "",
    "OLIVIA  taps： Coupons\r",
    "田中 陽菜：残高",
    "Olivia taps “Use it”",
    "Anan picks: 2026-12-31 23:50",
    "Olivia sends: a photo",
    "Ploy sends: a photo: coupon of 田中 陽菜",
    "Ploy sends: photo: card of Olivia",
    "Alex follows",
    "bot: nothing",
    "（the platform is down）",
    "(Platform works again)",
    "(it is 31 Dec 23:50)",
    "(an hour later)",
    "(LINE is down)",
    "In the group： Olivia taps: Open",
  ].join("\n");
  expect(parseStory(text, "story").story.title).toBe("Olivia redeems");
  expect(stepsOf(text)).toEqual([
    { who: "Olivia", act: { type: "write", text: "points" } },
    { expectation: { intent: "balance", texts: ["18,400", "Coupons, or more"] } },
    { who: "OLIVIA", act: { type: "tap", label: "Coupons" } },
    { who: "田中 陽菜", act: { type: "write", text: "残高" } },
    { who: "Olivia", act: { type: "tap", label: "Use it" } },
    { who: "Anan", act: { type: "pick", value: "2026-12-31T23:50" } },
    { who: "Olivia", act: { type: "send", what: "photo" } },
    { who: "Ploy", act: { type: "send", what: "photo", of: { what: "coupon", who: "田中 陽菜" } } },
    { who: "Ploy", act: { type: "send", what: "photo", of: { what: "card", who: "Olivia" } } },
    { who: "Alex", act: { type: "follow" } },
    { expectation: { intent: "nothing", texts: [] } },
    { direction: { type: "platform", state: "down" } },
    { direction: { type: "platform", state: "working" } },
    { direction: { type: "time", time: { month: 12, day: 31, hour: 23, minute: 50 } } },
    { direction: { type: "later", amount: 1, unit: "hours" } },
    { direction: { type: "line", state: "down" } },
    { who: "Olivia", act: { type: "tap", label: "Open" }, inGroup: true },
  ]);
});

test("an error names the line and what was expected, and the other lines are read", () => {
  expect(
    faultsOf("bot: balance\nOlivia\n(snow)\nOlivia:\nOlivia taps:\n# A\nOlivia: hi\n# B\nbot:"),
  ).toEqual([
    "1: expected somebody to write or tap before the bot answers",
    expect.stringMatching(/^2: expected “Olivia: points”/),
    expect.stringMatching(/^3: expected \(platform is down\)/),
    "4: expected what Olivia writes behind the colon",
    "5: expected the button’s label behind “taps:”",
    "8: expected no second title: one file is one story",
    "9: expected what the bot answers: an intent, and figures of the reply",
  ]);
  expect(faultsOf("# Nothing\n")).toEqual([
    expect.stringMatching(/^1: expected at least one line/),
  ]);
  expect(faultsOf("(LINE is odd)\nin the group: Alex follows\nin the group: Olivia")).toEqual([
    "1: expected LINE to be down, slow or working",
    "2: expected somebody to write, tap, pick or send something in the group",
    expect.stringMatching(/^3: expected “Olivia: points”/),
  ]);
  expect(faultsOf("Olivia: hi\n(it is 31 Foo)\n(platform is odd)\nOlivia picks: soon")).toEqual([
    expect.stringMatching(/^2: expected a date or time/),
    expect.stringMatching(/^3: expected the platform to be down/),
    expect.stringMatching(/^4: expected a date such as/),
  ]);
});

test.each([
  ["31 Dec 23:50", "2026-12-31T16:50:00Z"],
  ["1 March", "2027-03-01T03:00:00Z"],
  ["Dec 31, 2027 08:00", "2027-12-31T01:00:00Z"],
  ["2026-12-31", "2026-12-31T03:00:00Z"],
  ["09:00", "2026-03-03T02:00:00Z"],
  ["23:50", "2026-03-02T16:50:00Z"],
  ["29 Feb", "2028-02-29T03:00:00Z"],
  ["29 Feb 2027", null],
  ["30 Feb", null],
])("(it is %s) is the next such moment in the business's time zone", (text, instant) => {
  const now = Date.parse("2026-03-02T03:00:00Z");
  const direction = parseDirection(`it is ${text}`);
  const time = "type" in direction && direction.type === "time" ? direction.time : {};
  expect(momentOf(time, now, "Asia/Bangkok")).toBe(instant && Date.parse(instant));
});

test("a story has 500 lines that do or expect something, and the first beyond them is named", () => {
  const lines = Array.from({ length: 500 }, () => "// a remark\nOlivia: points");
  expect(faultsOf(lines.join("\n"))).toEqual([]);
  expect(faultsOf([...lines, "bot: balance", "bot: balance"].join("\n"))).toEqual([
    "1001: expected at most 500 lines that do or expect something",
  ]);
});
