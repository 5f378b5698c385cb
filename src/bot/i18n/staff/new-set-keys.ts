/** Declares the messages of what staff are asked and told while they create a coupon set. */

export const newSetKeys = {
  "staff.newset.start": {},
  "staff.newset.type": {},
  "staff.newset.value": {},
  "staff.newset.quantity": {},
  "staff.newset.validity": {},
  "staff.newset.type.item": {},
  "staff.newset.type.amount": {},
  "staff.newset.type.percent": {},
  "staff.newset.type.other": {},
  "staff.newset.reads.percent": { value: "number", tenths: "number" },
  "staff.newset.reads.amount": { value: "number" },
  "staff.newset.reads.quantity": { count: "number" },
  "staff.newset.fault.type": { written: "text" },
  "staff.newset.fault.percent": { written: "text", min: "number", max: "number" },
  "staff.newset.fault.amount": { written: "text", max: "number" },
  "staff.newset.fault.quantity": { written: "text", max: "number" },
  "staff.newset.fault.validity": { written: "text", max: "number" },
  "staff.newset.fault.unexpected": { written: "text" },
} as const;

/** They in one language: an ICU message for every key. */
export type NewSetMessages = Record<keyof typeof newSetKeys, string>;
