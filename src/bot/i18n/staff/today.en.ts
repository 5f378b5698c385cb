/** The messages of the owner's day in English. */
import type { TodayMessages } from "./today-keys.ts";

export const en: TodayMessages = {
  "staff.help.today": "what happened today, what waits and what is worth a look",
  "staff.day.title.today": "Today, {at, date, day}",
  "staff.day.title.yesterday": "Yesterday, {at, date, day}",
  "staff.day.title.week": "7 days, {from, date, day} to {until, date, day}",
  "staff.day.answers":
    "{count, plural, one {# answer} other {# answers}} to {people, plural, one {# person} other {# people}}",
  "staff.day.most": "Asked most: {what}",
  "staff.day.notUnderstood": "Not understood: {count, number}",
  "staff.day.unanswered": "Nobody could answer: {what}",
  "staff.day.gifts": "Coupons given: {count, number}",
  "staff.day.points": "Points added: {added, number} · burned: {burned, number}",
  "staff.day.used": "Coupons used: {count, number}",
  "staff.day.redemptions": "Redemptions: {count, number}",
  "staff.day.byRule": "Welcome gifts: {welcome, number} · birthday gifts: {birthday, number}",
  "staff.day.joining": "Told how to join: {invited, number} · joined: {joined, number}",
  "staff.day.open": "Open now",
  "staff.day.waiting":
    "{count, plural, one {# order waits} other {# orders wait}} for an approval, an answer or a review",
  "staff.day.short": "{set}: {left, plural, one {# coupon} other {# coupons}} left",
  "staff.day.short.more": "And {count, number} more with few coupons left",
  "staff.day.short.unread": "How many coupons are left can’t be read just now.",
  "staff.day.odd": "Worth a look",
  "staff.day.odd.own":
    "{who}, for the member with their own LINE account: {orders, plural, one {# order} other {# orders}}, {gifts, plural, one {# coupon} other {# coupons}}, {points, plural, one {# point} other {# points}}",
  "staff.day.odd.pair":
    "{who}, for one member: {orders, plural, one {# order} other {# orders}}, {gifts, plural, one {# coupon} other {# coupons}}, {points, plural, one {# point} other {# points}}",
  "staff.day.odd.gifts":
    "{who} gave {amount, plural, one {# coupon} other {# coupons}}; usually {average, number} a day",
  "staff.day.odd.points":
    "{who} added {amount, plural, one {# point} other {# points}}; usually {average, number} a day",
  "staff.day.odd.guesses":
    "{count, plural, one {# code was} other {# codes were}} tried after too many wrong ones",
  "staff.day.odd.parked":
    "{count, plural, one {# message} other {# messages}} couldn’t be answered. The operator sees them with “parked”.",
  "staff.day.odd.on": "{at, date, day} · {what}",
  "staff.day.odd.more": "And {count, number} more, in the studio",
  "staff.day.movements": "Show orders",
};
