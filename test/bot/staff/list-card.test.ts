/** A list for staff: what is said of one row, and what can be done with it, stands apart from the rows around it. */
import { expect, test } from "vitest";
import type { FlexComponent } from "../../../src/line/messages/message-types.ts";
import { listCard } from "../../../src/bot/staff/staff-views.ts";
import { postbackAction } from "../../../src/bot/views/flex-components.ts";
import { renderContextIn } from "../../support/render-context.ts";

const actions = [postbackAction("Redeem", "/redeem", {})];

/** What the body of the only bubble consists of, in order. */
function partsOf(rows: Parameters<typeof listCard>[2]): FlexComponent["type"][] {
  const message = listCard(renderContextIn("en"), "Rewards", rows);
  const bubble = message.type === "flex" ? message.contents : null;
  const [, ...parts] = (bubble?.type === "bubble" && bubble.body?.contents) || [];
  return parts.map(({ type }) => type);
}

test("a line separates a row with buttons from the one before and the one after", () => {
  const [plain, tappable] = [{ text: "Cake" }, { text: "Latte", actions }];
  const button = ["text", "box"];
  expect(partsOf([plain, plain])).toEqual(["text", "text"]);
  expect(partsOf([tappable, tappable])).toEqual([...button, "separator", ...button]);
  expect(partsOf([plain, tappable, plain, plain])).toEqual([
    "text",
    "separator",
    ...button,
    "separator",
    "text",
    "text",
  ]);
});
