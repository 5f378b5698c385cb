/** The messages of the statistics, in English. */
import type { StatisticsMessages } from "./statistics-keys.ts";

export const en: StatisticsMessages = {
  "statistics.label": "Statistics",
  "statistics.period": "Period",
  "statistics.today": "Today",
  "statistics.days": "{days, plural, one {# day} other {# days}}",
  "statistics.csv": "Download as CSV",
  "statistics.between": "{first} to {last}",
  "statistics.counted": "{first} to {last}, counted by the bot without names, chats and texts.",
  "statistics.empty":
    "Nothing was counted in these days yet. What members ask is counted here by what it is about.",
  "statistics.none": "Nothing matches",
  "statistics.byIntent": "Answers by intent",
  "statistics.byLanguage": "Answers by language",
  "statistics.taps": "Taps on rich menus",
  "statistics.byDay": "{name} by day",
  "statistics.unknownLanguage": "not known",
  "statistics.menu":
    "{tile} · menu of {menu, select, member {members} stranger {strangers} staff {staff} cashier {cashiers} manager {managers} other {{menu}}}",
  "statistics.unanswered": "What nobody could answer",
  "statistics.unanswered.about":
    "Texts that three people or more have asked, without any that may be about a person.",
  "statistics.unanswered.empty": "Nothing in these days.",
  "statistics.unanswered.count":
    "{people, plural, one {# person} other {# people}}, {times, plural, one {# time} other {# times}}",
  "statistics.answer": "Write an answer",
  "statistics.answer.label": "Write an answer to {text}",
  "shop.label": "The shop",
  "shop.waiting":
    "{count, plural, one {# order waits} other {# orders wait}} for an approval, an answer or a review: write /pending to the bot.",
  "shop.odd": "Worth a look",
  "shop.orders": "Orders",
  "shop.orders.none": "No orders are kept any more.",
  "shop.figure.answers": "Answers",
  "shop.figure.people": "People answered",
  "shop.figure.notUnderstood": "Not understood",
  "shop.figure.gifts": "Coupons given",
  "shop.figure.couponsUsed": "Coupons used",
  "shop.figure.pointsAdded": "Points added",
  "shop.figure.pointsBurned": "Points burned",
  "shop.figure.redemptions": "Redemptions",
  "shop.figure.welcomeGifts": "Welcome gifts",
  "shop.figure.birthdayGifts": "Birthday gifts",
  "shop.figure.invited": "Told how to join",
  "shop.figure.joined": "Joined",
};
