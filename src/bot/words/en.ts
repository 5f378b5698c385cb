/** English. */
import type { Catalogue } from "./keys.ts";

export const en: Catalogue = {
  number: "{number, number}",

  "apology.failed": "Sorry, something went wrong on our side. Please try again in a moment.",
  "apology.platform":
    "Sorry, we can’t reach the membership system just now. Please try again in a moment.",
  "apology.late": "Sorry for the wait – we were very busy. Please send that once more.",
  "contact.label": "Contact us",
  "as-of.time": "As of {at, time, clock} – we can’t get newer figures just now.",
  "as-of.date": "As of {at, date, day}, {at, time, clock} – we can’t get newer figures just now.",

  "balance.alt": "{name}: {cards}",
  "balance.alt.card": "{card} {points, number} {points, plural, one {point} other {points}}",
  "balance.points": "{points, plural, one {point} other {points}}",
  "balance.empty": "{name}, you don’t have a card yet. Our staff will gladly help you get one.",
  "balance.more": "{count, plural, one {# more card} other {# more cards}}",
  "balance.label": "Points",
  "balance.number": "Card number",

  "help.title": "How can we help?",
  "help.body": "Send one of these words, or tap a button:",
  "help.label": "Help",
  "help.balance": "points – your cards and points",
  "help.language": "language – choose your language",
  "help.help": "help – this list",

  "greeting.hello":
    "Hello {name}, welcome to {business}! Ask us for your points whenever you like.",
  "greeting.back": "Welcome back, {name}! It’s good to have you here again.",
  "greeting.nameless": "Hello, and welcome to {business}! Here’s what you can ask us:",

  "join.title": "Welcome to {business}",
  "join.body":
    "We couldn’t find a membership for this LINE account yet. Join us to collect points and get coupons.",
  "join.button": "Join now",
  "join.registered": "I have registered",
  "join.again.title": "We can’t see it yet",
  "join.again.body":
    "We still couldn’t find a membership for this LINE account. It can take a moment after you register – please try again shortly, or ask our staff.",
  "registered.found": "Thank you, {name}, we’ve found you! Here’s what you can ask us:",

  "service.ambiguous":
    "We can’t show your membership here. Please ask our staff to have a look at your account.",
  "service.inactive":
    "Your membership isn’t active at the moment. Please ask our staff, they will gladly help.",

  "language.label": "Language",
  "language.body": "Which language would you like us to use?",
  "language.chosen": "All right, we’ll write to you in {language} from now on.",

  "group.private": "We keep your membership between you and us. Let’s go on in our own chat.",
  "group.hello": "Hello from {business}! Write to us in our own chat, and we’ll gladly help.",
  "group.button": "Open the chat",

  "wordless.body": "Thank you! We can only read words here. You can try one of these:",
  "unknown.body": "Sorry, we didn’t understand that. You can try one of these:",
};
