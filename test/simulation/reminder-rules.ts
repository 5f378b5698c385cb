/** What must hold of reminders: each once, by push one a member in seven days, and none of what is used by then. */
import type { DeliveredMessages } from "./observations.ts";
import { endings, members } from "./people.ts";
import { countBy, moreThanOne, type Rule } from "./rule.ts";

/** From the look at a coupon until LINE has the message, with all that can delay a reply. */
const maxOnTheWayMs = 180_000;

const isReminder = ({ text }: DeliveredMessages, name = "") => text.includes(`ends soon: ${name}`);

const toldOnce: Rule = {
  name: "a coupon that ends is told once",
  check: ({ deliveries }) =>
    moreThanOne(
      countBy(
        endings.flatMap(({ name }) =>
          deliveries.filter((one) => isReminder(one, name)).map(() => name),
        ),
        (name) => name,
      ),
      "was told",
    ),
};

const pushedOnceAWeek: Rule = {
  name: "a member is pushed one reminder in seven days",
  check: ({ deliveries }) =>
    moreThanOne(
      countBy(deliveries, (one) => (one.eventId === null && isReminder(one) ? one.chat : null)),
      "was pushed a reminder",
    ),
};

const usedNotTold: Rule = {
  name: "a coupon that is used isn't told",
  check: ({ deliveries, endingsUsedAt }) =>
    endings.flatMap(({ uuid, name }) => {
      const usedAt = endingsUsedAt.get(uuid) ?? Infinity;
      const late = deliveries.filter(
        (one) => isReminder(one, name) && one.at > usedAt + maxOnTheWayMs,
      );
      return late.map(() => `${name} was told`);
    }),
};

const notDeclined: Rule = {
  name: "a member who wants no reminders isn't reminded",
  check: ({ deliveries }) =>
    members.flatMap(({ lineId }) => {
      const ofMember = deliveries.filter(({ chat }) => chat === lineId);
      const declined = ofMember.find(({ text }) => text.includes("remind you again"));
      const late = ofMember.filter(
        (one) => isReminder(one) && one.at > (declined?.at ?? Infinity) + maxOnTheWayMs,
      );
      return late.map(() => `${lineId} was reminded`);
    }),
};

export const reminderRules: readonly Rule[] = [toldOnce, pushedOnceAWeek, usedNotTold, notDeclined];
