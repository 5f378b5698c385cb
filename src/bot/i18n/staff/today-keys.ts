/** Declares the messages of the owner's day. */

const who = { who: "text", orders: "number", gifts: "number", points: "number" } as const;
const average = { who: "text", amount: "number", average: "number" } as const;

export const todayKeys = {
  "staff.help.today": {},
  "staff.day.title.today": { at: "time" },
  "staff.day.title.yesterday": { at: "time" },
  "staff.day.title.week": { from: "time", until: "time" },
  "staff.day.answers": { count: "number", people: "number" },
  "staff.day.most": { what: "text" },
  "staff.day.notUnderstood": { count: "number" },
  "staff.day.unanswered": { what: "text" },
  "staff.day.gifts": { count: "number" },
  "staff.day.points": { added: "number", burned: "number" },
  "staff.day.used": { count: "number" },
  "staff.day.redemptions": { count: "number" },
  "staff.day.byRule": { welcome: "number", birthday: "number" },
  "staff.day.joining": { invited: "number", joined: "number" },
  "staff.day.open": {},
  "staff.day.waiting": { count: "number" },
  "staff.day.short": { set: "text", left: "number" },
  "staff.day.short.more": { count: "number" },
  "staff.day.short.unread": {},
  "staff.day.odd": {},
  "staff.day.odd.own": who,
  "staff.day.odd.pair": who,
  "staff.day.odd.gifts": average,
  "staff.day.odd.points": average,
  "staff.day.odd.guesses": { count: "number" },
  "staff.day.odd.parked": { count: "number" },
  "staff.day.odd.on": { at: "time", what: "text" },
  "staff.day.odd.more": { count: "number" },
  "staff.day.movements": {},
} as const;

/** They in one language: an ICU message for every key. */
export type TodayMessages = Record<keyof typeof todayKeys, string>;
