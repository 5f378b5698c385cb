/** The messages of what staff are asked and told while they create a coupon set in English. */
import type { NewSetMessages } from "./new-set-keys.ts";

export const en: NewSetMessages = {
  "staff.newset.start":
    "Please write the name after it, or everything in one line:\n/newset Autumn latte item x100 30d\n/newset Autumn discount amount 50 unlimited 2026-12-31",
  "staff.newset.type": "What kind of coupon is it?",
  "staff.newset.value": "How much is it worth?",
  "staff.newset.quantity": "How many?",
  "staff.newset.validity": "How long can its coupons be used?",
  "staff.newset.type.item": "Free item",
  "staff.newset.type.amount": "Money off",
  "staff.newset.type.percent": "Percent off",
  "staff.newset.type.other": "Something else",
  "staff.newset.reads.percent": "{value, number}% off",
  "staff.newset.reads.amount": "{value, number} off",
  "staff.newset.reads.quantity": "{count, plural, one {# coupon} other {# coupons}}",
  "staff.newset.fault.type":
    "“{written}” isn’t a kind of coupon. Write item, amount, percent or other.",
  "staff.newset.fault.percent":
    "“{written}” isn’t possible: a percentage is a number from {min, number} to {max, number}.",
  "staff.newset.fault.amount":
    "“{written}” isn’t possible: an amount is a number above 0, {max, number} at most, with two decimals at most.",
  "staff.newset.fault.quantity":
    "“{written}” isn’t possible: write a whole number from 1 to {max, number}, or unlimited.",
  "staff.newset.fault.validity":
    "“{written}” isn’t possible: write days from 1d to {max, number}d, a day from today on such as 2027-01-31, or endless.",
  "staff.newset.fault.unexpected":
    "“{written}” doesn’t fit here. After the type come a value (amount and percent only), a quantity and a validity, each once.",
};
