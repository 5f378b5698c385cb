/** Faults in what is concluded from odd values of the platform, and in what is looked at again before it is sent. */
import type { Fault } from "./fault.ts";

const executor = "src/bot/staff/orders/executor.ts";

export const oddValueFaults: readonly Fault[] = [
  {
    name: "dates: an end that can't be read is none",
    file: "src/loyalty/platform-time.ts",
    from: 'return at === null ? { kind: "unreadable", written: text } : { kind: "read", at };',
    to: 'return at === null ? { kind: "none" } : { kind: "read", at };',
    tests: ["loyalty/platform-time.test.ts", "stories/odd-parts.test.ts"],
  },
  {
    name: "dates: a day that doesn't exist is the day after",
    file: "src/loyalty/platform-time.ts",
    from: '{ overflow: "reject" }',
    to: '{ overflow: "constrain" }',
    tests: ["loyalty/platform-time.test.ts"],
  },
  {
    name: "sets: one whose dates can't be read is given",
    file: "src/loyalty/coupon-sets.ts",
    from: " &&\n  unreadableDatesOf(set, timeZone).length === 0;",
    to: ";",
    tests: ["stories/loose-rows.test.ts"],
  },
  {
    name: "tap: a card that is another member's by now is charged",
    file: "src/bot/staff/operations/write-operation.ts",
    from: 'return found ? { card: found } : refusal("CARD_MOVED");',
    to: "return { card: found ?? ({ point: null } as MemberCard) };",
    tests: ["stories/changed-orders.test.ts"],
  },
  {
    name: "tap: what can't be looked at is sent",
    file: executor,
    from: ": { outcome: unreached, ...unsent(row) };",
    to: ": null;",
    tests: ["stories/changed-orders.test.ts"],
  },
  {
    name: "burn: one answered with a number below zero is as ordered",
    file: "src/bot/staff/operations/points.ts",
    from: "isAlike(row, order) && row.points === order.points;",
    to: "isAlike(row, order);",
    tests: ["bot/staff/settling.test.ts"],
  },
  {
    name: "burn: one listed with a number below zero is nobody's, and sent again",
    file: "src/bot/staff/operations/points.ts",
    from: "Math.abs(row.points) === points &&",
    to: "row.points === points &&",
    tests: ["bot/staff/settling.test.ts"],
  },
];
