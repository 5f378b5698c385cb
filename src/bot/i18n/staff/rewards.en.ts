/** The messages to staff about prices of rewards and redemptions in English. */
import type { RewardMessages } from "./message-keys.ts";

export const en: RewardMessages = {
  "staff.redeem.who": "Who redeems “{set}”? Please write a phone number, a name or a card number.",
  "staff.redeem.choose": "Rewards for {who}",
  "staff.redeem.none": "No coupon set that can be given now has a price in points.",
  "staff.redeem.noPrice": "“{set}” has no price in points, so it can’t be redeemed.",
  "staff.redeem.busy": "Another redemption of this member hasn’t ended yet. Please wait a moment.",
  "staff.redeem.busy.review":
    "Another redemption of this member, of “{set}”, needs a review first. A manager decides about it in /pending.",
  "staff.redeem.limit.day": "This member has redeemed as often as one may in a day.",
  "staff.redeem.limit.set": "This member has redeemed this coupon as often as one may.",
  "staff.redeem.what": "Redeem {set} for {points, plural, one {# point} other {# points}}, {who}",
  "staff.redeem.doubt.burn":
    "In doubt: whether {points, plural, one {# point} other {# points}} were burned from card {card}",
  "staff.redeem.doubt.give":
    "In doubt: whether the coupon was given for {points, plural, one {# point} other {# points}} from card {card}",
  "staff.redeem.doubt.void_coupon":
    "In doubt: whether the coupon was voided, before {points, plural, one {# point} other {# points}} go back to card {card}",
  "staff.redeem.doubt.refund":
    "In doubt: whether {points, plural, one {# point} other {# points}} are back on card {card}",
  "staff.redeem.happened.burn": "Burned: give the coupon",
  "staff.redeem.happened.give": "The coupon was given",
  "staff.redeem.happened.void_coupon": "Coupon voided: refund",
  "staff.redeem.happened.refund": "The points are back",
  "staff.redeem.refund": "Not given: refund",
  "staff.redeem.close": "Close",
  "staff.redeem.now.asked": "Not redeemed",
  "staff.redeem.now.working": "In progress",
  "staff.redeem.done": "Redeemed: {set}, {points, plural, one {# point} other {# points}}, {who}",
  "staff.redeem.now.foreign": "Known to another version of the bot only",
  "staff.redeem.now.done": "Redeemed",
  "staff.redeem.now.refused": "Not redeemed, points untouched",
  "staff.redeem.now.refunded": "Not given, points refunded",
  "staff.redeem.now.undone": "Undone, points refunded",
  "staff.redeem.now.closed": "Closed",
  "staff.price.title": "Prices of rewards",
  "staff.price.empty": "No coupon set has a price yet. /reward sets one.",
  "staff.price.more": "There are more than can be shown here.",
  "staff.price.ask":
    "What should {set} cost in points? Write a number, or off to take the staff’s price back.",
  "staff.price.wrong": "“{written}” isn’t a price. Please write a whole number above 0, or off.",
  "staff.price.same": "{set} has that price already.",
  "staff.price.notSet": "The staff have set no price for {set}.",
  "staff.price.now": "Until now: {price}",
  "staff.price.then": "From then on: {price}",
  "staff.price.none": "no price, so members can’t redeem it",
  "staff.price.by.staff": "set by staff",
  "staff.price.by.file": "set by the operator",
  "staff.price.by.platform": "from the membership system",
  "staff.price.hidden": "hidden from members",
  "staff.price.closed": "can’t be given now",
};
