/** The `/today` command: what happened on a day, what is open now, and what is worth a look. */
import { phraseList, plain } from "../../routing/text-router.ts";
import { lastDays } from "../../views/dates.ts";
import { managers, type Command } from "../command.ts";
import { dayView, type Period } from "../day/day-view.ts";
import { readShortSets } from "../day/short-sets.ts";
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
      readShortSets(ctx.loyalty, ctx),
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
