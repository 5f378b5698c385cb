/** Cards and coupons when there are no image addresses; card numbers and pages. */
import { describe, expect, test } from "vitest";
import { card, cardView } from "../../../src/bot/intents/card.ts";
import { campaigns } from "../../../src/bot/intents/campaigns.ts";
import { coupons } from "../../../src/bot/intents/coupons.ts";
import { redeem } from "../../../src/bot/intents/redeem/redeem.ts";
import { rewardsIntent } from "../../../src/bot/intents/rewards/rewards.ts";
import { couponCheck } from "../../../src/bot/intents/coupon-check.ts";
import { groupedNumber } from "../../../src/bot/views/card.ts";
import { paginate } from "../../../src/bot/views/paginate.ts";
import { faultsOf } from "../../../src/line/messages/prepare-reply.ts";
import { renderContextIn } from "../../support/render-context.ts";
import { buttonsOf, textsOf } from "../../support/views.ts";

const ctx = renderContextIn("en");
const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `${index}`,
    card_no: String(880_000_100_001 + index),
    card_nickname: "",
    card_type: "GOLD",
    point: 1,
  }));

/** How many bubbles begin with a bar of a colour, and one. */
const bars = (messages: unknown) => JSON.stringify(messages).split('"height":"8px"').length;

describe("without images", () => {
  test("the card shows its number and asks to tell it to the staff", () => {
    const message = cardView(
      ctx,
      { uuid: "u", name: "Olivia", lastName: "Brown", cards: cards(1) },
      1,
    );
    expect(faultsOf(message)).toEqual([]);
    expect(JSON.stringify(message)).not.toContain('"image"');
    expect(JSON.stringify(message)).toContain("8800 0010 0001");
    expect(JSON.stringify(message)).toContain("Please tell our staff this number at the till.");
  });

  test.each([card, couponCheck])(
    "the samples of $name are valid and contain no image",
    (intent) => {
      for (const { messages } of intent.samples(ctx)) {
        for (const message of messages) {
          expect(faultsOf(message)).toEqual([]);
          expect(JSON.stringify(message)).not.toContain('"image"');
        }
      }
    },
  );
});

test.each([coupons, campaigns, rewardsIntent, redeem])(
  "without a picture that LINE can load, the samples of $name are whole",
  (intent) => {
    const picture = "http://shop.example/picture.png";
    const allowed = { ...ctx.images, samplePicture: picture, allowHttp: true };
    const shown = intent.samples({ ...ctx, images: allowed }).map(({ messages }) => messages);
    const bare = intent
      .samples({ ...ctx, images: { ...allowed, allowHttp: false } })
      .map(({ messages }) => messages);
    expect(JSON.stringify(shown)).toContain(picture);
    expect(JSON.stringify(bare)).not.toMatch(/"image"|"hero"/);
    // A bar of the brand's colour takes the picture's place; every text and button is there.
    expect(bars(bare)).toBeGreaterThan(bars(shown));
    for (const [index, messages] of bare.entries()) {
      expect(messages.flatMap((message) => faultsOf(message))).toEqual([]);
      expect(textsOf(messages)).toEqual(textsOf(shown[index]));
      expect(buttonsOf(messages)).toEqual(buttonsOf(shown[index]));
    }
  },
);

test.each([
  ["880000100001", "8800 0010 0001"],
  ["12345", "1234 5"],
  ["1234", "1234"],
  ["ABCD1234X", "ABCD 1234 X"],
  ["8800-0000-0001", "8800-0000-0001"],
  ["บัตร 7", "บัตร 7"],
])("the card number %s is grouped as %s", (number, grouped) => {
  expect(groupedNumber(number)).toBe(grouped);
});

test("many cards are shown on pages, each with a button for the next", () => {
  const numbers = new Set<string>();
  for (let page = 1; page <= 3; page++) {
    const text = JSON.stringify(
      cardView(ctx, { uuid: "u", name: "Olivia", lastName: "Brown", cards: cards(25) }, page),
    );
    for (const [number] of text.matchAll(/8800 0010 00\d\d/g)) numbers.add(number);
    expect(text.includes(`"data":"do=card&page=${page + 1}"`)).toBe(page < 3);
  }
  expect(numbers.size).toBe(25);
});

test.each([
  [1, [1, 2], 1, 3],
  [3, [5], 3, 0],
  [9, [5], 3, 0],
])("page %i of five items, two a page", (page, shown, real, left) => {
  expect(paginate([1, 2, 3, 4, 5], page, 2)).toEqual({ shown, page: real, left });
});
