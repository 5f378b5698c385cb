/** The view of the owner's day: what happened, what is open now, and what is worth a look. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { dayRange } from "../../views/dates.ts";
import { clip, postbackAction } from "../../views/flex-components.ts";
import { pagedList, type ListPage, type ListRow } from "../list-card.ts";
import type { OddFact } from "./odd.ts";
import type { ShopReport } from "./shop-days.ts";
import type { ShortSet } from "./short-sets.ts";

export type Period = "today" | "yesterday" | "week";

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
const intentLabels: Readonly<Record<string, PlainKey>> = {
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
type PlainKey = Extract<
  MessageKey,
  `${"balance" | "card" | "coupons" | "rewards" | "check" | "history" | "campaigns" | "help" | "contact"}.label`
>;

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
    const actions = [postbackAction("/pending", "/pending")];
    rows.push({ text: t("staff.day.waiting", { count: waiting }), actions });
  }
  if (short === null) return [...rows, { text: t("staff.day.short.unread") }];
  const texts = short
    .slice(0, maxShort)
    .map(({ name, left }) => t("staff.day.short", { set: clip(name, maxNameLength), left }));
  if (short.length > maxShort) {
    texts.push(t("staff.day.short.more", { count: short.length - maxShort }));
  }
  const actions = [postbackAction("/sets", "/sets")];
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
    return { text, actions: [postbackAction(t("staff.day.movements"), "/audit", movements)] };
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
