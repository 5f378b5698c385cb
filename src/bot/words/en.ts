/** English. */
import type { Catalogue } from "./keys.ts";

export const en: Catalogue = {
  number: "{number, number}",

  "apology.failed": "Sorry, something went wrong on our side. Please try again in a moment.",
  "apology.platform":
    "Sorry, we can’t reach the membership system just now. Please try again in a moment.",
  "apology.late": "Sorry for the wait – we were very busy. Please send that once more.",
  "contact.label": "Contact us",

  "balance.title": "{name}’s points",
  "balance.alt": "{name}: {cards}",
  "balance.alt.card": "{card} {points, number} {points, plural, one {point} other {points}}",
  "balance.points": "{points, plural, one {point} other {points}}",
  "balance.empty": "{name}, you don’t have a card yet. Our staff will gladly help you get one.",
  "balance.more": "{count, plural, one {# more card} other {# more cards}}",
  "balance.label": "Points",
  "balance.number": "Card number",

  "help.title": "How can we help?",
  "help.body":
    "Send one of these words, or tap a button:\n• points – your cards and points\n• help – this list",
  "help.label": "Help",

  "join.title": "Welcome to {business}",
  "join.body":
    "We couldn’t find a membership for this LINE account yet. Join us to collect points and get coupons.",
  "join.button": "Join now",

  "service.ambiguous":
    "We can’t show your membership here. Please ask our staff to have a look at your account.",
  "service.inactive":
    "Your membership isn’t active at the moment. Please ask our staff, they will gladly help.",

  "unknown.body": "Sorry, we didn’t understand that. You can try one of these:",
};
