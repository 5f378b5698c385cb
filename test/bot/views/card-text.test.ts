/** A card's nickname is a line of its own only where it says more than the type, and never a blank one. */
import { expect, test } from "vitest";
import { cardNickname } from "../../../src/bot/views/card.ts";
import { flex, coloredBox } from "../../../src/bot/views/flex-components.ts";
import { textsOf } from "../../support/views.ts";

test.each([
  ["Liv", "PLATINUM", ["Liv"]],
  ["", "GOLD", []],
  [" ", "GOLD ", []],
  ["Gold", "GOLD", []],
  ["Liv", "", ["Liv"]],
  ["", "", []],
])("nickname %j and type %j make %j", (card_nickname, card_type, lines) => {
  const card = { uuid: "1", card_no: "1", card_nickname, card_type, point: 1 };
  const message = flex("alt", [coloredBox("#224466", cardNickname(card))]);
  expect(textsOf(message)).toEqual(lines);
});
