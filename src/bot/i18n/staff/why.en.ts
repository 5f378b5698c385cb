/** Why a write wasn't done, for staff in English. */
import type { WhyMessages } from "./why-keys.ts";

export const en: WhyMessages = {
  "staff.why.MEMBER_INACTIVE": "The member isn’t active.",
  "staff.why.COUPON_SET_NOT_ACTIVE": "The coupon set can’t be given right now.",
  "staff.why.MEMBER_LIMIT_REACHED": "The member already has as many as the set allows.",
  "staff.why.OUT_OF_STOCK": "Too few coupons are left.",
  "staff.why.NOT_FOUND": "The membership system doesn’t have it any more.",
  "staff.why.CARD_MOVED": "The card isn’t this member’s any more; nothing was changed.",
  "staff.why.UNCHECKED":
    "Whether what you confirmed still holds couldn’t be checked; nothing was changed.",
  "staff.why.SET_CHANGED":
    "The coupon set has been changed since you were asked; nothing was changed for the member.",
  "staff.why.REF_NO_TAKEN": "That reference number has already been used.",
  "staff.why.POINTS_ALREADY_SPENT": "Its points are already spent.",
  "staff.why.COUPON_USED": "The coupon has been used.",
  "staff.why.COUPON_EXPIRED": "The coupon has expired.",
  "staff.why.COUPON_VOIDED": "The coupon was taken back.",
  "staff.why.COUPON_NOT_STARTED": "The coupon can’t be used yet.",
  "staff.why.COUPON_NOT_GIVEN": "This coupon hasn’t been given to anybody.",
  "staff.why.COUPON_OTHER_MEMBER": "The coupon belongs to somebody else now.",
  "staff.why.UNREACHED": "The membership system couldn’t be reached; nothing was changed.",
  "staff.why.UNSENDABLE":
    "It can’t be sent to the membership system: a number or a code in it is too long or too large. Nothing was changed.",
  "staff.why.NOT_CONFIGURED":
    "The bot isn’t set up for this at the membership system; please tell whoever runs it. Nothing was changed.",
  "staff.why.PERSON": "A colleague confirmed that it wasn’t done.",
  "staff.why.LAST_OWNER": "There would be no owner left.",
  "staff.why.STAFF_AGAIN": "They have joined again with another role.",
  "staff.why.OWNER_BY_SETTINGS": "They are an owner by the bot’s settings.",
  "staff.why.PRICE_CHANGED": "Somebody has changed the price meanwhile. /rewards shows it.",
  "staff.why.TEST": "Test: nothing was sent.",
  "staff.why.other": "The membership system refused it; nothing was changed.",
};
