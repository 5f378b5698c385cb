/** Faults in the owner's day: what is counted, what is called odd, and who sees it. */
import type { Fault } from "./fault.ts";

const activity = "src/store/statistics.ts";
const odd = "src/bot/staff/day/shop-days.ts";
const oddTests = ["bot/staff/day/odd.test.ts"];
const routes = "src/studio/server/shop-routes.ts";

export const todayFaults: readonly Fault[] = [
  {
    name: "today: what isn't done counts",
    file: activity,
    from: "\n  and case when state = 'done' then 1 else 0 end = 1",
    to: "",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: burned points count as given",
    file: activity,
    from: "(kind = 'moving' and command = 'add')",
    to: "kind = 'moving'",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: nobody's account is their own",
    file: activity,
    from: `max(case when asker = line_id then 1 else 0 end) as "isOwn"`,
    to: `0 as "isOwn"`,
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: whoever comes on two days is two people",
    file: "src/store/statistics.ts",
    from: "count(distinct person)",
    to: "count(person)",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: who came is stored by their LINE user id",
    file: "src/store/statistics.ts",
    from: "person: hashId(lineId)",
    to: "person: lineId",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: orders of somebody else are shown as theirs",
    file: "src/store/audit.ts",
    from: "and (actor = $4 or replace(facts, $5, '') <> facts)",
    to: "and ($4::text <> '' or replace(facts, $5, '') <> facts)",
    tests: ["store/conformance/sqlite.test.ts"],
  },
  {
    name: "today: staff count as people who were answered",
    file: "src/app/build-pipeline.ts",
    from: "userId !== undefined && intent !== commandIntent",
    to: "userId !== undefined",
    tests: ["stories/staff-today.test.ts"],
  },
  {
    name: "odd: a pair counts below its threshold",
    file: odd,
    from: "threshold !== null && count >= threshold",
    to: "threshold !== null && count >= threshold - 1",
    tests: oddTests,
  },
  {
    name: "odd: two days make an average",
    file: odd,
    from: "days.length >= minDays",
    to: "days.length >= 2",
    tests: oddTests,
  },
  {
    name: "odd: days off lower an average",
    file: odd,
    from: ".filter((one) => one > 0)",
    to: "",
    tests: oddTests,
  },
  {
    name: "odd: as much as on another day is far above the average",
    file: odd,
    from: " &&\n        amount > Math.max(...days)",
    to: "",
    tests: oddTests,
  },
  {
    name: "odd: what is paid for counts as given",
    file: odd,
    from: `if (kind !== "giving" && !(kind === "moving" && command === "add")) continue;`,
    to: "",
    tests: oddTests,
  },
  {
    name: "today: twenty-one coupons are few",
    file: "src/bot/staff/commands/today.ts",
    from: "const fewCoupons = 20",
    to: "const fewCoupons = 21",
    tests: ["bot/staff/day/short-sets.test.ts"],
  },
  {
    name: "today: cashiers see it",
    file: "src/bot/staff/commands/today.ts",
    from: "roles: managers",
    to: `roles: ["cashier", ...managers]`,
    tests: ["stories/staff-roles.test.ts"],
  },
  {
    name: "shop: marketers see it",
    file: routes,
    from: `editor?.role === "owner" || editor?.role === "operator"`,
    to: "editor !== null",
    tests: ["stories/studio-shop.test.ts"],
  },
  {
    name: "shop: everybody who logs in reads its orders",
    file: routes,
    from: `"/shop/orders", ownersOnly, `,
    to: `"/shop/orders", `,
    tests: ["stories/studio-shop.test.ts"],
  },
];
