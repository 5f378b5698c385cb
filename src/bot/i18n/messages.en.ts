/** The messages of the replies in English. */
import type { Catalogue } from "./message-keys.ts";
import { en as staff } from "./staff/messages.en.ts";

export const en: Catalogue = {
  number: "{number, number}",

  "apology.failed": "Sorry, something went wrong on our side. Please try again in a moment.",
  "apology.platform":
    "Sorry, we can’t reach the membership system just now. Please try again in a moment.",
  "apology.unread":
    "Sorry, we can’t read what the membership system says about this. If it stays that way, our staff will gladly help you.",
  "apology.absent": "Sorry, we can’t show that here at the moment. Our staff will gladly help you.",
  "apology.late": "Sorry for the wait – we were very busy. Please send that once more.",
  "apology.flood":
    "That’s a lot of messages at once! Please give us half a minute, then we’ll gladly answer again.",
  "gift.welcome": "Welcome! A gift for you: {set}. Send “coupons” to see it.",
  "gift.birthday": "Happy birthday! A gift for you: {set}. Send “coupons” to see it.",
  "reminder.coupon": "Your coupon ends soon: {name}",
  "reminder.points":
    "{points, plural, one {# point of yours ends} other {# points of yours end}} soon. Use them until {end}.",
  "reminder.none": "No reminders",
  "reminder.ended": "All right, we won’t remind you again.",
  "late.body": "Sorry for the wait – it’s very busy right now. Tap the button for your answer.",
  "late.button": "Get my answer",
  "contact.label": "Contact us",
  "contact.body": "Our staff will gladly help you. Tap the button to reach them.",
  "contact.hours": "Our staff will gladly help you at the shop during opening hours.",
  "question.collectPoints":
    "Show your card at the till each time you pay, and our staff will add your points. You can exchange them for rewards here in the chat.",
  "question.missingPoints":
    "We’re sorry about that. Please show our staff your receipt, and they will look for your points. You can see what was added under “History”.",
  "question.otherPhone":
    "Our staff will change your phone number for you, so that your points stay yours.",
  "question.lostPhone":
    "Your points are safe. Open this chat with the same LINE account on your new phone, and they are here. With a new LINE account, our staff will connect your membership for you.",
  "question.closeMembership":
    "We’d be sorry to see you go. Our staff will close your membership for you.",
  "question.refund": "Our staff will look at this with you. Please have your receipt at hand.",
  "question.complaint":
    "We’re sorry that something went wrong. Please tell our staff, they will take care of it.",
  "question.stopMessages":
    "You can turn off notifications of this chat in its menu in LINE, or block the account there. Our staff will gladly help you, too.",
  "pointsExpiry.title": "This is when your points expire:",
  "pointsExpiry.unknown": "When points expire isn’t shown here. Our staff can tell you.",
  "smallTalk.body": "We’re here whenever you need us.",
  "as-of.time": "As of {at, time, clock} – we can’t get newer figures just now.",
  "as-of.date": "As of {at, date, day}, {at, time, clock} – we can’t get newer figures just now.",

  "balance.alt": "You have {points, plural, one {# point} other {# points}}, {name}",
  "balance.alt.nameless": "You have {points, plural, one {# point} other {# points}}",
  "balance.alt.card": "{card} {points, number} {points, plural, one {point} other {points}}",
  "balance.goal": "{points, number} to go for {reward}",
  "balance.enough":
    "{count, plural, one {Enough points for # reward} other {Enough points for # rewards}}",
  "balance.points": "{points, plural, one {point} other {points}}",
  "balance.unread": "The points of this card can’t be shown right now.",
  "balance.empty": "{name}, you don’t have a card yet. Our staff will gladly help you get one.",
  "balance.empty.nameless": "You don’t have a card yet. Our staff will gladly help you get one.",
  "balance.more": "{count, plural, one {# more card} other {# more cards}}",
  "balance.label": "Points",
  "balance.number": "Card number",
  "balance.card": "Show card",

  "fact.points": "{points, plural, one {# point} other {# points}}",
  "fact.day": "{at, date, day}",
  "fact.line": "{label}: {value}",

  "card.label": "Card",
  "card.alt": "Your membership card: {cards}",
  "card.alt.one": "{card}, number {number}",
  "card.hint": "Please show this at the till.",
  "card.hint.number": "Please tell our staff this number at the till.",
  "card.unread": "The number of this card can’t be shown right now.",
  "card.code.hint":
    "This code works once, for one minute. Our staff can also use the number above.",
  "card.code.renew": "New code",

  "coupons.label": "Coupons",
  "coupons.alt": "Your coupons: {coupons}",
  "coupons.alt.one": "{coupon} ({until})",
  "coupons.empty":
    "You don’t have any coupons to use right now. We’ll be happy to see you again soon!",
  "coupons.partial": "We couldn’t load all your coupons just now, so there may be more than these.",
  "coupons.more": "{count, plural, one {# more coupon} other {# more coupons}}",
  "coupons.show": "Show coupon",
  "coupon.name": "Coupon",
  "coupon.today": "Ends today",
  "coupon.todayAt": "Ends today at {end, time, clock}",
  "coupon.until": "Use by {last, date, day}",
  "coupon.untilAt": "Use by {end, date, day}, {end, time, clock}",
  "coupon.endless": "No end date",
  "coupon.startUnread": "Start date not known, please ask our staff",
  "coupon.endUnread": "End date not known, please ask our staff",
  "coupon.daysLeft": "{days, plural, one {# day left} other {# days left}}",
  "coupon.free": "Free",
  "coupon.percent": "{value, number}% off",
  "coupon.amount": "{value, number} off",
  "coupon.hint": "Please show this code at the till.",
  "coupon.copy": "Copy code",
  "coupon.terms": "Terms",
  "coupon.alt": "You can use this coupon: {name}, code {code}. {until}.",

  "rewards.label": "Redeem points",
  "rewards.alt": "Rewards for your points: {rewards}",
  "rewards.alt.one": "{reward} ({points, plural, one {# point} other {# points}})",
  "rewards.empty":
    "There are no rewards to redeem your points for right now. Please look in again soon!",
  "rewards.partial": "We couldn’t load all rewards just now, so there may be more than these.",
  "rewards.price": "{points, plural, one {# point} other {# points}}",
  "rewards.missing": "{points, plural, one {# more point needed} other {# more points needed}}",
  "rewards.left": "Only {count, number} left",
  "rewards.validity": "{days, plural, one {Valid for # day} other {Valid for # days}}",
  "rewards.redeem": "Redeem",
  "rewards.more": "{count, plural, one {# more reward} other {# more rewards}}",

  "check.label": "Check a code",
  "check.ask": "Please send us the code, for example: check ABC123",
  "check.elsewhere":
    "This code can’t be used here. Please check it for typing mistakes, or ask our staff.",
  "check.notGiven":
    "This coupon hasn’t been given to you yet. Our staff can do that for you – then you can use it.",
  "check.used": "“{name}” has already been used.",
  "check.usedAt": "“{name}” was already used on {at, date, day} at {at, time, clock}.",
  "check.expired": "“{name}” has expired and can’t be used any more.",
  "check.expiredOn": "“{name}” could be used until {last, date, day}. It has expired.",
  "check.expiredAt":
    "“{name}” could be used until {end, date, day}, {end, time, clock}. It has expired.",
  "check.early": "“{name}” can’t be used yet. Please ask our staff when it starts.",
  "check.earlyUntil":
    "“{name}” can be used from {start, date, day}, {start, time, clock}. Please come back then!",
  "check.voided":
    "“{name}” was cancelled and can’t be used. Please ask our staff if you have any questions.",
  "check.unusable": "“{name}” can’t be used right now. Please ask our staff.",
  "check.slow":
    "That was a lot of codes in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}, or ask our staff.",

  "history.label": "History",
  "history.title": "Your point history",
  "history.empty": "You haven’t collected or spent any points yet.",
  "history.empty.since":
    "You haven’t collected or spent any points since {at, date, day}. We can’t load anything earlier just now.",
  "history.since":
    "This is a part of your history, since {at, date, day}. We can’t load anything earlier just now.",
  "history.added": "You collected {points, plural, one {# point} other {# points}}",
  "history.burned": "You spent {points, plural, one {# point} other {# points}}",
  "history.collected": "Points collected",
  "history.spent": "Points spent",
  "history.reference": "Reference {reference}",
  "history.redeemed": "Redeemed: {reward}",
  "history.voided": "Cancelled",
  "history.when": "{at, date, day}, {at, time, clock}",
  "history.balance": "Balance {points, plural, one {# point} other {# points}}",
  "history.more": "Earlier",

  "redeem.ask": "Redeem “{reward}”?",
  "redeem.price": "{points, plural, one {# point} other {# points}}",
  "redeem.balance": "Balance: {before, number} → {after, number}",
  "redeem.from": "From {card}",
  "redeem.cards": "Which card’s points would you like to use for “{reward}”?",
  "redeem.undoable":
    "You can undo this within 15 minutes as long as you haven’t used the coupon – your points then come back.",
  "redeem.repriced": "The price has changed since you last looked.",
  "redeem.yes": "Redeem now",
  "redeem.no": "Not now",
  "redeem.absent": "Sorry, this reward isn’t available right now. Your points are untouched.",
  "redeem.missing":
    "Sorry, you’re still {points, plural, one {# point} other {# points}} short for this reward. Your points are untouched.",
  "redeem.expired":
    "This question has expired, and nothing was redeemed by it. Please choose the reward again.",
  "redeem.cancelled": "All right, nothing was redeemed. Your points are untouched.",
  "redeem.untouched": "Your points are untouched.",
  "redeem.tooFew": "Sorry, the card doesn’t have enough points for “{reward}”.",
  "redeem.gone": "Sorry, “{reward}” isn’t available any more.",
  "redeem.failed": "Sorry, “{reward}” couldn’t be redeemed just now.",
  "redeem.impossible": "Sorry, “{reward}” can’t be redeemed here. Our staff will gladly help you.",
  "redeem.limit.day":
    "You’ve redeemed as many rewards today as one person can. Please come back tomorrow!",
  "redeem.limit.set": "You’ve already redeemed “{reward}” as often as one person can.",
  "redeem.busy":
    "We’re still working on another reward of yours. Please try this one again in a moment.",
  "redeem.busy.review":
    "We couldn’t find out yet what became of “{reward}”, and can’t redeem anything else for you before our staff have settled that. Please ask them.",
  "redeem.checking":
    "We don’t know yet whether “{reward}” was redeemed – the membership system’s answer is missing. You’ll get either the coupon or your points; we’ll tell you as soon as we know.",
  "redeem.review":
    "We couldn’t find out yet what became of “{reward}”. Our staff are looking into it; you can ask them any time.",
  "redeem.closed":
    "Our staff have taken care of “{reward}”. Please ask them if you have any questions.",
  "redeem.refunding":
    "Sorry, “{reward}” couldn’t be given. Your {points, plural, one {# point is} other {# points are}} on the way back; we’ll tell you as soon as that’s done.",
  "redeem.refunded":
    "{points, plural, one {Your # point is back.} other {Your # points are back.}}",
  "redeem.done": "Redeemed: {reward}",
  "redeem.already": "You have already redeemed this: {reward}",
  "redeem.spent": "{points, plural, one {# point spent} other {# points spent}}",
  "redeem.left":
    "{points, plural, one {# point spent} other {# points spent}}, {balance, number} left",
  "redeem.undo": "Undo",
  "redeem.undo.expired": "This can’t be undone any more. Our staff will gladly help you.",
  "redeem.undoing":
    "We’re taking “{reward}” back, but don’t have the membership system’s answer yet. We’ll tell you as soon as your {points, plural, one {# point is} other {# points are}} back.",
  "redeem.undone":
    "Undone: “{reward}” is cancelled, and your {points, plural, one {# point is} other {# points are}} back.",
  "redeem.balance.after": "You now have {balance, plural, one {# point} other {# points}}.",
  "redeem.used": "This coupon has been used, so it can’t be undone.",
  "redeem.notUndone":
    "We couldn’t undo this just now, and nothing has changed. Please try again in a moment.",

  "campaigns.label": "Campaigns",
  "campaigns.empty": "There are no campaigns for you right now. Please look in again soon!",
  "campaigns.partial": "We couldn’t load all campaigns just now, so there may be more than these.",
  "campaigns.alt": "Campaigns for you: {campaigns}",
  "campaigns.alt.one": "{campaign} ({when})",
  "campaigns.between": "{start, date, day} – {last, date, day}",
  "campaigns.from": "Since {start, date, day}",
  "campaigns.until": "Until {last, date, day}",
  "campaigns.today": "Ends today",
  "campaigns.open": "Learn more",
  "campaigns.more": "{count, plural, one {# more campaign} other {# more campaigns}}",

  "help.title": "How can we help?",
  "help.body": "Send one of these words, or tap a button:",
  "help.label": "Help",
  "help.balance": "points – your cards and points",
  "help.card": "card – your card to show at the till",
  "help.coupons": "coupons – what you can use now",
  "help.rewards": "rewards – what you can get for your points",
  "help.check": "check ABC123 – whether a coupon code can be used",
  "help.history": "history – points collected and spent",
  "help.campaigns": "campaigns – what’s on for you",
  "help.language": "language – choose your language",
  "help.contact": "contact – talk to our staff",
  "help.help": "help – this list",

  "greeting.hello":
    "Hello {name}, welcome to {business}! Ask us for your points whenever you like.",
  "greeting.back": "Welcome back, {name}! It’s good to have you here again.",
  "greeting.nameless": "Hello, and welcome to {business}! Here’s what you can ask us:",
  "greeting.chat": "Hello {name}! How can we help you?",
  "greeting.chat.nameless": "Hello! How can we help you?",
  "thanks.body": "You’re very welcome! Is there anything else we can do for you?",

  "join.title": "Welcome to {business}",
  "join.body":
    "We couldn’t find a membership for this LINE account yet. Join us to collect points and get coupons.",
  "join.staff": "Our staff will gladly help you join.",
  "join.rewards": "Rewards for members",
  "join.button": "Join now",
  "join.registered": "I have registered",
  "join.again.title": "We can’t find you yet",
  "join.again.body":
    "We still couldn’t find a membership for this LINE account. It can take a moment after you register – please try again shortly, or ask our staff.",
  "registered.found": "Thank you, {name}, we’ve found you! Here’s what you can ask us:",
  "registered.found.nameless": "Thank you, we’ve found you! Here’s what you can ask us:",

  "service.ambiguous":
    "We can’t show your membership here. Please ask our staff to have a look at your account.",
  "service.inactive":
    "Your membership isn’t active at the moment. Please ask our staff, they will gladly help.",

  "language.label": "Language",
  "language.body": "Which language would you like us to use?",
  "language.chosen": "All right, we’ll write to you in {language} from now on.",

  "menu.bar": "Menu",

  "group.private": "Your membership is private, so let’s continue in our own chat.",
  "group.hello": "Hello from {business}! Write to us in our own chat, and we’ll gladly help.",
  "group.button": "Open the chat",

  "wordless.body": "Thank you! We can only read text here. You can try one of these:",
  "unknown.body": "Sorry, we didn’t understand that. You can try one of these:",
  "fallback.short": "Sorry, please choose one of these:",
  "fallback.buttons": "Our staff can help you with that. You can also choose one of these:",

  ...staff,
};
