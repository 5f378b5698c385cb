/** Within which time something ends that members are reminded of: whole calendar days of the business. */
import { expect, test } from "vitest";
import { createReminders } from "../../../../src/bot/staff/rules/reminders.ts";
import { manualClock } from "../../../support/clock.ts";

test.each([
  ["over no change of the clocks", "2026-11-10T23:30+01:00", "2026-11-25T00:00+01:00"],
  [
    "late in the day, before an hour is left out",
    "2026-03-22T23:30+01:00",
    "2026-04-06T00:00+02:00",
  ],
  [
    "early in the day, before an hour comes twice",
    "2026-10-18T00:30+02:00",
    "2026-11-02T00:00+01:00",
  ],
])("fourteen days, %s", (_what, now, until) => {
  const clock = { ...manualClock(), now: () => Date.parse(now) };
  const options = { days: { coupon: 14, points: null }, cardFacts: [], restoredAt: null };
  const rest = { clock, timeZone: "Europe/Berlin" } as unknown as Parameters<
    typeof createReminders
  >[0];
  expect(createReminders({ ...rest, ...options }).soon("coupon")).toEqual({
    now: Date.parse(now),
    until: Date.parse(until),
  });
});
