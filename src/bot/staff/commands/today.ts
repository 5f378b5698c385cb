/** The `/today` command: what happened on a day, what is open now, and what is worth a look. */
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { leftOf, readCouponSets } from "../../../loyalty/giveable-sets.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { phraseList } from "../../routing/phrases.ts";
import { plain } from "../../routing/text-router.ts";
import { lastDays } from "../../views/dates.ts";
import { managers, type Command, type CommandContext } from "../command.ts";
import { dayView, type Period, type ShortSet } from "../day/day-view.ts";
import { textReply } from "../staff-views.ts";
import { usageLine } from "./help.ts";
import { waitingOrders } from "./pending.ts";

const periods: Readonly<Record<Period, readonly string[]>> = {
  today: ["", ...phraseList("today, วันนี้, 今日, 本日, 今天")],
  yesterday: phraseList("yesterday, เมื่อวาน, เมื่อวานนี้, 昨日, きのう, 昨天"),
  week: phraseList(`
    week, this week, 7 days, สัปดาห์, สัปดาห์นี้, อาทิตย์นี้, 7 วัน
    週, 今週, 一週間, 7日間, 本週, 這週, 一週, 7 天
  `),
};
const weekDays = 7;
/** A set with no more coupons than this is short of them. */
const fewCoupons = 20;
/** Or with no more than this part of all. */
const fewShare = 0.1;

export const today: Command = {
  name: "today",
  roles: managers,
  parameters: [{ name: "period", is: "rest" }],
  confirm: false,
  helpKey: "staff.help.today",
  async run(ctx) {
    const { account, staffContext, command, now, timeZone, t, args } = ctx;
    const period = periodNamed(args["period"] ?? "");
    if (period === null) {
      return textReply(t("staff.usage", { usage: usageLine(ctx, command) }));
    }
    const week = lastDays(weekDays, now, timeZone);
    const days = { today: week.slice(-1), yesterday: week.slice(-2, -1), week }[period];
    const [report, waiting, short, nameOf] = await Promise.all([
      staffContext.shopDays.read(account, days, week.at(-1) ?? ""),
      waitingOrders(staffContext.orders, account, now),
      shortSets(ctx),
      staffContext.directory.names(account),
    ]);
    const day = { period, report, waiting: waiting.length, short, nameOf };
    return { messages: [dayView(ctx, day)] };
  },
};

function periodNamed(written: string): Period | null {
  const word = plain(written);
  const found = Object.entries(periods).find(([, words]) => words.includes(word));
  return found ? (found[0] as Period) : null;
}

/** The fewest left first; null while the platform can't tell. */
async function shortSets({
  loyalty,
  timeZone,
  signal,
}: CommandContext): Promise<ShortSet[] | null> {
  try {
    const { rows } = await readCouponSets(loyalty, {}, { isWanted: isShort, timeZone, signal });
    return rows
      .map((set) => ({ name: set.name, left: leftOf(set) ?? 0 }))
      .toSorted((one, other) => one.left - other.left);
  } catch (error) {
    if (error instanceof LoyaltyError) return null;
    throw error;
  }
}

function isShort(set: CouponSet): boolean {
  const left = leftOf(set);
  if (set.status !== "ACTIVE" || left === null) return false;
  const all = set.limit.total ?? set.count.total;
  return left <= fewCoupons || left <= fewShare * all;
}
