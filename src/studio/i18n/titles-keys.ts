/** Declares which of the bot's texts have a title of their own, and which one with others. */
import type { MessageKey } from "../../bot/i18n/message-keys.ts";

/** Beginnings of the keys of staff's texts: these are named by where they stand and what they say. */
export const staffFamilies = [
  "staff.approval.",
  "staff.ask.",
  "staff.audit.",
  "staff.bare.",
  "staff.code.",
  "staff.command.",
  "staff.counter",
  "staff.coupon.",
  "staff.day.",
  "staff.done.",
  "staff.gift.notice",
  "staff.gifts.",
  "staff.help.",
  "staff.invite.",
  "staff.join.",
  "staff.limit.",
  "staff.menu.",
  "staff.newset.",
  "staff.next.",
  "staff.parameter.",
  "staff.pending.",
  "staff.photo.",
  "staff.price.",
  "staff.redeem.now.",
  "staff.redeem.",
  "staff.remove.",
  "staff.role.",
  "staff.set.",
  "staff.sets.",
  "staff.stands.",
  "staff.status.",
  "staff.step.",
  "staff.studio.",
  "staff.today.",
  "staff.undone.",
  "staff.what.",
  "staff.which.",
  "staff.why.",
  "staff.yes.",
  // All others.
  "staff.",
  "dev.",
] as const;
type StaffFamily = (typeof staffFamilies)[number];
export type NamedKey = Exclude<MessageKey, `${StaffFamily}${string}`>;

/** Of one language; `{text}` stands for what the text says. */
export type Titles = Readonly<Record<NamedKey | `${StaffFamily}*`, string>>;
