/** Declares the messages that tell staff why a write wasn't done; none has arguments. */

export const whyKeys = {
  "staff.why.MEMBER_INACTIVE": {},
  "staff.why.COUPON_SET_NOT_ACTIVE": {},
  "staff.why.MEMBER_LIMIT_REACHED": {},
  "staff.why.OUT_OF_STOCK": {},
  "staff.why.NOT_FOUND": {},
  "staff.why.CARD_MOVED": {},
  "staff.why.UNCHECKED": {},
  "staff.why.SET_CHANGED": {},
  "staff.why.REF_NO_TAKEN": {},
  "staff.why.POINTS_ALREADY_SPENT": {},
  "staff.why.COUPON_USED": {},
  "staff.why.COUPON_EXPIRED": {},
  "staff.why.COUPON_VOIDED": {},
  "staff.why.COUPON_NOT_STARTED": {},
  "staff.why.COUPON_NOT_GIVEN": {},
  "staff.why.COUPON_OTHER_MEMBER": {},
  "staff.why.UNREACHED": {},
  "staff.why.UNSENDABLE": {},
  "staff.why.NOT_CONFIGURED": {},
  "staff.why.PERSON": {},
  "staff.why.LAST_OWNER": {},
  "staff.why.STAFF_AGAIN": {},
  "staff.why.OWNER_BY_SETTINGS": {},
  "staff.why.PRICE_CHANGED": {},
  "staff.why.TEST": {},
  "staff.why.other": {},
} as const;

/** A part of the catalogue with files of its own. */
export type WhyMessages = Record<keyof typeof whyKeys, string>;
