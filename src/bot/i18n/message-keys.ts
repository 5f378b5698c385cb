/** Declares every message of the catalogues with the arguments that it may use; the compiler checks catalogues and callers against it. */
import { staffKeys } from "./staff/message-keys.ts";

type Kind = "text" | "number" | "time";

export const messageKeys = {
  number: { number: "number" },

  "apology.failed": {},
  "apology.platform": {},
  "apology.unread": {},
  "apology.absent": {},
  "apology.late": {},
  "apology.flood": {},
  "gift.welcome": { set: "text" },
  "gift.birthday": { set: "text" },
  "reminder.coupon": { name: "text" },
  /** `end`: the last day, or the time at which they end. */
  "reminder.points": { points: "number", end: "text" },
  /** The button that ends all reminders. */
  "reminder.none": {},
  "reminder.ended": {},
  "late.body": {},
  "late.button": {},
  "contact.label": {},
  "contact.body": {},
  /** The answer without a contact address; a shop overrides it with its opening hours. */
  "contact.hours": {},
  /** The programme's own questions: what can be shown, or who helps. */
  "question.collectPoints": {},
  "question.missingPoints": {},
  "question.otherPhone": {},
  "question.lostPhone": {},
  "question.closeMembership": {},
  "question.refund": {},
  "question.complaint": {},
  "question.stopMessages": {},
  "pointsExpiry.title": {},
  "pointsExpiry.unknown": {},
  "smallTalk.body": {},
  "as-of.time": { at: "time" },
  "as-of.date": { at: "time" },

  /** `cards`: the first card with its points; texts that name the points alone don't use it. */
  "balance.alt": { name: "text", points: "number", cards: "text" },
  "balance.alt.nameless": { points: "number", cards: "text" },
  "balance.alt.card": { card: "text", points: "number" },
  "balance.goal": { points: "number", reward: "text" },
  "balance.enough": { count: "number" },
  "balance.points": { points: "number" },
  "balance.unread": {},
  "balance.empty": { name: "text" },
  "balance.empty.nameless": {},
  "balance.more": { count: "number" },
  "balance.label": {},
  "balance.number": {},
  "balance.card": {},

  /** What the platform tells of a card beyond the contract (`CARD_FACTS`). */
  "fact.points": { points: "number" },
  "fact.day": { at: "time" },
  "fact.line": { label: "text", value: "text" },

  "card.label": {},
  "card.alt": { cards: "text" },
  "card.alt.one": { card: "text", number: "text" },
  "card.hint": {},
  "card.hint.number": {},
  "card.unread": {},
  /** Below a code that rotates. */
  "card.code.hint": {},
  "card.code.renew": {},

  "coupons.label": {},
  "coupons.alt": { coupons: "text" },
  "coupons.alt.one": { coupon: "text", until: "text" },
  "coupons.empty": {},
  "coupons.partial": {},
  "coupons.more": { count: "number" },
  "coupons.show": {},
  "coupon.name": {},
  "coupon.today": {},
  "coupon.todayAt": { end: "time" },
  "coupon.until": { last: "time" },
  "coupon.untilAt": { end: "time" },
  "coupon.endless": {},
  "coupon.startUnread": {},
  "coupon.endUnread": {},
  "coupon.daysLeft": { days: "number" },
  "coupon.free": {},
  /** `tenths`: what is left to pay, as Chinese says it: 9 of 10 % off, 85 of 15 %. */
  "coupon.percent": { value: "number", tenths: "number" },
  "coupon.amount": { value: "number" },
  "coupon.hint": {},
  "coupon.copy": {},
  "coupon.terms": {},
  "coupon.alt": { name: "text", code: "text", until: "text" },

  "rewards.label": {},
  "rewards.alt": { rewards: "text" },
  "rewards.alt.one": { reward: "text", points: "number" },
  "rewards.empty": {},
  "rewards.partial": {},
  "rewards.price": { points: "number" },
  "rewards.missing": { points: "number" },
  "rewards.left": { count: "number" },
  /** How long a coupon can be used from when it is given. */
  "rewards.validity": { days: "number" },
  "rewards.redeem": {},
  "rewards.more": { count: "number" },

  "check.label": {},
  "check.ask": {},
  "check.elsewhere": {},
  "check.notGiven": {},
  "check.used": { name: "text" },
  "check.usedAt": { name: "text", at: "time" },
  "check.expired": { name: "text" },
  "check.expiredOn": { name: "text", last: "time" },
  "check.expiredAt": { name: "text", end: "time" },
  "check.early": { name: "text" },
  "check.earlyUntil": { name: "text", start: "time" },
  "check.voided": { name: "text" },
  "check.unusable": { name: "text" },
  "check.slow": { minutes: "number" },

  "history.label": {},
  "history.title": {},
  "history.empty": {},
  "history.empty.since": { at: "time" },
  "history.since": { at: "time" },
  "history.added": { points: "number" },
  "history.burned": { points: "number" },
  "history.collected": {},
  "history.spent": {},
  "history.reference": { reference: "text" },
  "history.redeemed": { reward: "text" },
  "history.voided": {},
  "history.when": { at: "time" },
  "history.balance": { points: "number" },
  "history.more": {},

  "redeem.ask": { reward: "text" },
  "redeem.price": { points: "number" },
  "redeem.balance": { before: "number", after: "number" },
  "redeem.from": { card: "text" },
  "redeem.cards": { reward: "text" },
  "redeem.undoable": {},
  "redeem.repriced": {},
  "redeem.yes": {},
  "redeem.no": {},
  "redeem.absent": {},
  "redeem.missing": { points: "number" },
  "redeem.expired": {},
  "redeem.cancelled": {},
  "redeem.untouched": {},
  "redeem.tooFew": { reward: "text" },
  "redeem.gone": { reward: "text" },
  "redeem.failed": { reward: "text" },
  "redeem.impossible": { reward: "text" },
  "redeem.limit.day": {},
  "redeem.limit.set": { reward: "text" },
  "redeem.busy": {},
  "redeem.busy.review": { reward: "text" },
  "redeem.checking": { reward: "text" },
  "redeem.review": { reward: "text" },
  "redeem.closed": { reward: "text" },
  "redeem.refunding": { reward: "text", points: "number" },
  "redeem.refunded": { points: "number" },
  "redeem.done": { reward: "text" },
  "redeem.already": { reward: "text" },
  "redeem.spent": { points: "number" },
  "redeem.left": { points: "number", balance: "number" },
  "redeem.undo": {},
  "redeem.undo.expired": {},
  "redeem.undoing": { reward: "text", points: "number" },
  "redeem.undone": { reward: "text", points: "number" },
  "redeem.balance.after": { balance: "number" },
  "redeem.used": {},
  "redeem.notUndone": {},

  "campaigns.label": {},
  "campaigns.empty": {},
  "campaigns.partial": {},
  "campaigns.alt": { campaigns: "text" },
  "campaigns.alt.one": { campaign: "text", when: "text" },
  "campaigns.between": { start: "time", last: "time" },
  "campaigns.from": { start: "time" },
  "campaigns.until": { last: "time" },
  "campaigns.today": {},
  "campaigns.open": {},
  "campaigns.more": { count: "number" },

  "help.title": {},
  "help.body": {},
  "help.label": {},
  "help.balance": {},
  "help.card": {},
  "help.coupons": {},
  "help.rewards": {},
  "help.check": {},
  "help.history": {},
  "help.campaigns": {},
  "help.language": {},
  "help.contact": {},
  "help.help": {},

  "greeting.hello": { name: "text", business: "text" },
  "greeting.back": { name: "text", business: "text" },
  "greeting.nameless": { business: "text" },
  "greeting.chat": { name: "text" },
  "greeting.chat.nameless": {},
  "thanks.body": {},

  "join.title": { business: "text" },
  "join.body": {},
  "join.staff": {},
  "join.rewards": {},
  "join.button": {},
  "join.registered": {},
  "join.again.title": {},
  "join.again.body": {},
  "registered.found": { name: "text" },
  "registered.found.nameless": {},

  "service.ambiguous": {},
  "service.inactive": {},

  "language.label": {},
  "language.body": {},
  "language.chosen": { language: "text" },

  "menu.bar": {},

  "group.private": {},
  "group.hello": { business: "text" },
  "group.button": {},

  "unknown.body": {},
  "wordless.body": {},
  "fallback.short": {},
  "fallback.buttons": {},

  ...staffKeys,
} as const satisfies Record<string, Record<string, Kind>>;

export type MessageKey = keyof typeof messageKeys;

interface Values {
  text: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** The arguments needed to format a message. */
export type ArgumentsOf<Key extends MessageKey> = {
  -readonly [Name in keyof (typeof messageKeys)[Key]]: Values[(typeof messageKeys)[Key][Name] &
    Kind];
};

/** The messages of one language: an ICU message for every key. */
export type Catalogue = Record<MessageKey, string>;
