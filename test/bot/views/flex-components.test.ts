/** Labels are cut at LINE's limits, which differ between buttons and quick replies, and count graphemes. */
import { describe, expect, test } from "vitest";
import {
  button,
  clipboardAction,
  column,
  coloredBox,
  flex,
  postbackAction,
  uriAction,
  withQuickReplies,
} from "../../../src/bot/views/flex-components.ts";
import { faultsOf } from "../../../src/line/messages/prepare-reply.ts";

/** One grapheme each, of 1, 3 and 2 UTF-16 code units. */
const letters = ["a", "กิ์", "🍎"];

const actions = {
  postback: (label: string) => postbackAction(label, "balance"),
  uri: (label: string) => uriAction(label, "https://shop.example/"),
  clipboard: (label: string) => clipboardAction(label, "CODE"),
};

describe.each(Object.entries(actions))("the label of a %s action", (_type, action) => {
  test.each(letters)("of %s has up to 40 graphemes in a button", (letter) => {
    const full = letter.repeat(40);
    expect(action(full).label).toBe(full);
    const cut = action(`${full}${letter}`);
    expect(cut.label).toBe(`${letter.repeat(39)}…`);
    const message = (label: string) =>
      flex("alt", [coloredBox("#224466", [column([button({ ...cut, label })])])]);
    expect(faultsOf(message(full))).toEqual([]);
    expect(faultsOf(message(`${full}${letter}`))).toHaveLength(1);
  });

  test.each(letters)("of %s has up to 20 graphemes in a quick reply", (letter) => {
    const text = { type: "text" as const, text: "?" };
    const labelOf = (label: string) => {
      const message = withQuickReplies(text, [action(label)]);
      expect(faultsOf(message)).toEqual([]);
      return message.quickReply?.items?.[0]?.action?.label;
    };
    expect(labelOf(letter.repeat(20))).toBe(letter.repeat(20));
    expect(labelOf(letter.repeat(21))).toBe(`${letter.repeat(19)}…`);
  });
});
