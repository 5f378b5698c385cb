/** The heading of a card says each thing once, and never leaves a blank line. */
import { expect, test } from "vitest";
import type { RenderContext } from "../../../src/bot/context.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";
import { cardHeading } from "../../../src/bot/views/card-text.ts";
import { flex, coloredBox } from "../../../src/bot/views/flex-components.ts";
import { textsOf } from "../../support/views.ts";

const ctx = {
  t: createMessages(builtInCatalogues, "Asia/Bangkok").in("en"),
} as RenderContext;

test.each([
  ["Liv", "PLATINUM", ["PLATINUM", "Liv"]],
  ["", "GOLD", ["GOLD"]],
  [" ", "GOLD ", ["GOLD"]],
  ["Gold", "GOLD", ["Gold"]],
  ["Liv", "", ["Liv"]],
  ["", "", ["Card"]],
])("nickname %j and type %j make %j", (card_nickname, card_type, lines) => {
  const card = { uuid: "1", card_no: "1", card_nickname, card_type, point: 1 };
  const message = flex("alt", [coloredBox("#224466", cardHeading(ctx, card))]);
  expect(textsOf(message)).toEqual(lines);
});
