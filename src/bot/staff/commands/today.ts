/** The `/today` command: what happened on a day, what is open now, and what is worth a look. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { leftOf, readCouponSets } from "../../../loyalty/coupon-sets.ts";
import type { RenderContext } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { phraseList, plain } from "../../routing/text-router.ts";
import { dayRange, lastDays } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { type Command, managers } from "../command.ts";
import type { OddFact, ShopReport } from "../day/shop-days.ts";
import { type ListPage, type ListRow, pagedList, textReply } from "../staff-views.ts";
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

// The view of the owner's day: what happened, what is open now, and what is worth a look.

type Period = "today" | "yesterday" | "week";

export interface Day {
  period: Period;
  report: ShopReport;
  /** Orders that wait for somebody now. */
  waiting: number;
  /** Null where they can't be read. */
  short: readonly ShortSet[] | null;
  /** Names staff by their LINE user id. */
  nameOf(lineId: string): string;
}

const maxIntents = 3;
const maxUnanswered = 3;
const maxShort = 5;
const maxOdd = 6;
const maxNameLength = 60;

/** The requests that have a name for people. */
const intentLabels: Readonly<Record<string, Extract<MessageKey, `${string}.label`>>> = {
  balance: "balance.label",
  card: "card.label",
  coupons: "coupons.label",
  rewards: "rewards.label",
  code: "check.label",
  history: "history.label",
  campaigns: "campaigns.label",
  help: "help.label",
  contact: "contact.label",
};

export function dayView(ctx: RenderContext, day: Day): Message {
  const open = openRows(ctx, day);
  const odd = oddRows(ctx, day);
  const pages: ListPage[] = [
    { title: titleOf(ctx, day), rows: figureRows(ctx, day.report) },
    ...(open.length > 0 ? [{ title: ctx.t("staff.day.open"), rows: open }] : []),
    ...(odd.length > 0 ? [{ title: ctx.t("staff.day.odd"), rows: odd }] : []),
  ];
  const lines = pages.flatMap(({ title, rows }) => [title, ...rows.map(({ text }) => text)]);
  return pagedList(ctx, lines.join("\n"), pages);
}

function titleOf({ t, timeZone }: RenderContext, { period, report }: Day): string {
  const noon = ({ day }: { day: string }) => noonIn(day, timeZone);
  const [from, until] = [report.days[0], report.days.at(-1)];
  if (!from || !until) return "";
  return period === "week"
    ? t("staff.day.title.week", { from: noon(from), until: noon(until) })
    : t(`staff.day.title.${period}`, { at: noon(until) });
}

const noonIn = (day: string, timeZone: string): number => {
  const { start, end } = dayRange(day, timeZone);
  return (start + end) / 2;
};

function figureRows({ t }: RenderContext, { sum, intents, unanswered }: ShopReport): ListRow[] {
  const open = unanswered.slice(0, maxUnanswered).map(({ text, times }) => `“${text}” ${times}`);
  const asked = intents
    .flatMap(({ name, count }) => {
      const label = intentLabels[name];
      return label ? [`${t(label)} ${count}`] : [];
    })
    .slice(0, maxIntents);
  return [
    t("staff.day.answers", { count: sum.answers, people: sum.people }),
    asked.length > 0 ? t("staff.day.most", { what: asked.join(" · ") }) : "",
    t("staff.day.notUnderstood", { count: sum.notUnderstood }),
    open.length > 0 ? t("staff.day.unanswered", { what: open.join(" · ") }) : "",
    t("staff.day.gifts", { count: sum.gifts }),
    t("staff.day.points", { added: sum.pointsAdded, burned: sum.pointsBurned }),
    t("staff.day.used", { count: sum.couponsUsed }),
    t("staff.day.redemptions", { count: sum.redemptions }),
    t("staff.day.byRule", { welcome: sum.welcomeGifts, birthday: sum.birthdayGifts }),
    t("staff.day.joining", { invited: sum.invited, joined: sum.joined }),
  ]
    .filter(Boolean)
    .map((text) => ({ text }));
}

/** What waits, and the sets with few coupons left, each with the command that lists them. */
function openRows({ t }: RenderContext, { waiting, short }: Day): ListRow[] {
  const rows: ListRow[] = [];
  if (waiting > 0) {
    const actions = [ui.postbackAction("/pending", "/pending")];
    rows.push({ text: t("staff.day.waiting", { count: waiting }), actions });
  }
  if (short === null) return [...rows, { text: t("staff.day.short.unread") }];
  const texts = short
    .slice(0, maxShort)
    .map(({ name, left }) => t("staff.day.short", { set: ui.clip(name, maxNameLength), left }));
  if (short.length > maxShort) {
    texts.push(t("staff.day.short.more", { count: short.length - maxShort }));
  }
  const actions = [ui.postbackAction("/sets", "/sets")];
  return [
    ...rows,
    ...texts.map((text, index) => (index === texts.length - 1 ? { text, actions } : { text })),
  ];
}

function oddRows(ctx: RenderContext, { period, report: { odd }, nameOf }: Day): ListRow[] {
  const { t, timeZone } = ctx;
  const rows = odd.slice(0, maxOdd).map((fact): ListRow => {
    const what = oddText(ctx, fact, nameOf);
    const at = noonIn(fact.day, timeZone);
    const text = period === "week" ? t("staff.day.odd.on", { at, what }) : what;
    if (!("asker" in fact)) return { text };
    const { day, asker: staff } = fact;
    const movements = { day, staff, ...("memberUuid" in fact && { member: fact.memberUuid }) };
    return { text, actions: [ui.postbackAction(t("staff.day.movements"), "/audit", movements)] };
  });
  const left = odd.length - maxOdd;
  return left > 0 ? [...rows, { text: t("staff.day.odd.more", { count: left }) }] : rows;
}

/** A fact in one line. */
export function oddText(
  { t }: Pick<RenderContext, "t">,
  fact: OddFact,
  nameOf: Day["nameOf"],
): string {
  switch (fact.kind) {
    case "own":
    case "pair": {
      const { asker, orders, gifts, points } = fact;
      return t(`staff.day.odd.${fact.kind}`, { who: nameOf(asker), orders, gifts, points });
    }
    case "average": {
      const { asker, what, amount, average } = fact;
      return t(`staff.day.odd.${what}`, { who: nameOf(asker), amount, average });
    }
    case "guesses":
    case "parked":
      return t(`staff.day.odd.${fact.kind}`, { count: fact.count });
  }
}

// Coupon sets that are short of coupons.

interface ShortSet {
  name: string;
  /** How many coupons can still be given. */
  left: number;
}

/** So many left are few, */
const fewCoupons = 20;
/** and so is this part of all. */
const fewShare = 0.1;

/** Whether an active set has few coupons left, or none. */
export function isShort(set: Pick<CouponSet, "status" | "source" | "limit" | "count">): boolean {
  const left = leftOf(set);
  if (set.status !== "ACTIVE" || left === null) return false;
  return left <= fewCoupons || left <= fewShare * (set.limit.total ?? set.count.total);
}

/** The fewest left first; null while the platform can't tell. */
async function readShortSets(
  loyalty: Pick<LoyaltyClient, "getCouponSet">,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<ShortSet[] | null> {
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
