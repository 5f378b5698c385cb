/** What must hold of what rules give: once, and to nobody whom the rule isn't for. */
import type { Observations, Order } from "./observations.ts";
import { members } from "./people.ts";
import { countBy, moreThanOne, type Rule } from "./rule.ts";

const given = ({ orders, bookings }: Observations, kind: string): Order[] => {
  const booked = new Set(bookings.map(({ refId }) => refId));
  return orders.filter((order) => order.kind === kind && booked.has(order.refId));
};

const welcomedOnce: Rule = {
  name: "a member is welcomed once, and a LINE account is",
  check: (observed) => [
    ...moreThanOne(
      countBy(given(observed, "welcome"), ({ memberUuid }) => memberUuid),
      "was welcomed",
    ),
    ...moreThanOne(
      countBy(given(observed, "welcome"), ({ lineId }) => lineId),
      "was welcomed",
    ),
  ],
};

const nobodyOfLongAgo: Rule = {
  name: "a member of long ago isn't welcomed",
  check: (observed) =>
    given(observed, "welcome")
      .filter((order) => members.some(({ uuid }) => uuid === order.memberUuid))
      .map(({ memberUuid }) => `${memberUuid} was welcomed`),
};

const oneBirthdayAYear: Rule = {
  name: "a birthday gift is given once a year, on a birthday",
  check: (observed) => {
    const birthdays = given(observed, "birthday");
    return [
      ...moreThanOne(
        countBy(birthdays, ({ memberUuid }) => memberUuid),
        "was given a birthday gift",
      ),
      ...birthdays
        .filter(({ memberUuid }) => memberUuid !== members[0]?.uuid)
        .map(({ memberUuid }) => `${memberUuid} has no birthday`),
    ];
  },
};

const toldOnce: Rule = {
  name: "a gift by rule is told once",
  check: ({ deliveries }) =>
    ["Welcome! A gift", "Happy birthday! A gift"].flatMap((words) =>
      moreThanOne(
        countBy(deliveries, ({ text, chat }) => (text.includes(words) ? chat : null)),
        `was told: ${words}`,
      ),
    ),
};

export const giftRules: readonly Rule[] = [
  welcomedOnce,
  nobodyOfLongAgo,
  oneBirthdayAYear,
  toldOnce,
];
