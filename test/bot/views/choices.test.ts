/** A choice among members or cards names each once, in its button, with what tells it from the others beside it. */
import { expect, test } from "vitest";
import { chooser } from "../../../src/bot/staff/staff-views.ts";
import { postbackAction } from "../../../src/bot/views/flex-components.ts";
import { replyCatalogue, sampleName } from "../../../src/bot/reply-catalogue.ts";
import { textsOf } from "../../support/views.ts";
import { renderContextIn } from "../../support/render-context.ts";

const ctx = renderContextIn("en");

test("of the card to pay with", () => {
  const redeem = replyCatalogue.find(({ name }) => name === "redeem");
  const cards = redeem?.samples(ctx).find((sample) => sampleName(sample) === "ordinary-cards");
  const [, ...choices] = textsOf(cards?.messages ?? []);
  expect(choices).toEqual(["1,250 points", "1,250 points"]);
  const labels = /"label":"Olivia \d · 8800 0000 000\d"/g;
  expect(JSON.stringify(cards?.messages).match(labels)).toHaveLength(2);
});

test("of a member, whose whole name is beside a button that is too short for it", () => {
  const names = ["Olivia Brown", "Wolfeschlegelstein".repeat(3)];
  const options = names.map((title) => ({
    title,
    facts: ["•••0105"],
    action: postbackAction(title, "/gift", {}),
  }));
  const [, ...choices] = textsOf([chooser(ctx, "Who?", options)]);
  expect(choices).toEqual(["•••0105", `${names[1]} · •••0105`]);
});
