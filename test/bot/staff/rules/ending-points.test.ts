/** Which facts of `CARD_FACTS` are points that end, and what is read from them. */
import { expect, test } from "vitest";
import { endingPointsOf, pointsFactsIn } from "../../../../src/bot/staff/rules/reminders.ts";
import type { CardFact } from "../../../../src/bot/context.ts";
import type { MemberProfile } from "../../../../src/loyalty/contract.ts";

const fact = (owner: CardFact["owner"], name: string, kind: CardFact["kind"], place = "below") =>
  ({ owner, path: [name], label: {}, kind, place }) as CardFact;
const points = fact("card", "points", "points");
const end = fact("card", "end", "expiry");
const pairs = (...facts: CardFact[]) =>
  pointsFactsIn(facts).map(({ points: one, expiry }) => `${one.path[0]} ${expiry.path[0]}`);

test.each([
  ["one after the other", [points, end], ["points end"]],
  ["in the other order", [end, points], ["points end"]],
  ["each with those before it", [points, end, fact("card", "more", "points")], ["points end"]],
  ["not where something stands between", [points, fact("card", "x", "text"), end], []],
  ["not of the member and of a card", [fact("profile", "points", "points"), end], []],
  [
    "of the member, wherever it is told",
    [fact("profile", "p", "points"), fact("otherData", "e", "expiry")],
    ["p e"],
  ],
  ["not for staff alone", [points, fact("card", "end", "expiry", "staff")], []],
  ["not of points for staff alone", [fact("card", "points", "points", "staff"), end], []],
  ["none without points", [end], []],
])("%s", (_what, facts, expected) => {
  expect(pairs(...facts)).toEqual(expected);
});

const cardWith = (uuid: string, more: object) => ({
  uuid,
  card_no: uuid,
  card_nickname: "",
  card_type: "",
  point: 1,
  ...more,
});

test("each card has its own, but for those that can't be read", () => {
  const member = {
    uuid: "member",
    cards: [
      cardWith("one", { points: "1,200", end: "2026-11-30" }),
      cardWith("two", { points: 0, end: "2026-11-30" }),
      cardWith("three", { points: 5, end: "30.11.2026" }),
      cardWith("four", { points: 7, end: "2026-12-31T17:00:00Z" }),
    ],
  } as unknown as MemberProfile;
  const found = endingPointsOf(member, pointsFactsIn([points, end]), "Asia/Bangkok");
  expect(found).toMatchObject([
    {
      points: 1200,
      reminder: { of: "points", card: "one" },
      endsAt: Date.parse("2026-11-30T17:00:00Z"),
    },
    {
      points: 7,
      reminder: { of: "points", card: "four" },
      endsAt: Date.parse("2026-12-31T17:00:00Z"),
    },
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});
