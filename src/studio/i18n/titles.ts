/** Names the bot's texts in the words of who edits them, and sorts them by what members do. */
import type { MessageKey } from "../../bot/i18n/message-keys.ts";
import type { Language } from "../../config/languages.ts";
import { en } from "./titles.en.ts";
import { ja } from "./titles.ja.ts";
import { th } from "./titles.th.ts";
import { zhTW } from "./titles.zh-TW.ts";

/** Beginnings of the keys of staff's texts: these are named by where they stand and what they say. */
const staffFamilies = [
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
type NamedKey = Exclude<MessageKey, `${StaffFamily}${string}`>;

/** Of one language; `{text}` stands for what the text says. */
export type Titles = Readonly<Record<NamedKey | `${StaffFamily}*`, string>>;

const titles: Readonly<Record<Language, Titles>> = { en, th, ja, "zh-TW": zhTW };

/** @param says what the text says, in the same language. */
export function titleOf(key: MessageKey, language: Language, says: string): string {
  const own = titles[language];
  const family = staffFamilies.find((beginning) => key.startsWith(beginning));
  return family ? own[`${family}*`].replace("{text}", () => says) : own[key as NamedKey];
}

/** What members do, by the beginnings of the keys. */
const beginnings = {
  joining: ["greeting.", "join.", "registered.", "service.", "group.", "menu."],
  points: ["balance.", "card.", "fact.", "history.", "pointsExpiry.", "as-of.", "number"],
  coupons: ["coupons.", "coupon.", "check.", "campaigns."],
  redeeming: ["rewards.", "redeem."],
  reminders: ["gift.", "reminder.", "staff.gift.notice"],
  asking: ["help.", "question.", "contact.", "language.", "thanks.", "smallTalk."],
  failing: ["apology.", "late.", "unknown.", "wordless.", "fallback."],
  staff: ["staff.", "dev."],
} as const;

export type TextGroup = keyof typeof beginnings;
export const textGroups = Object.keys(beginnings) as TextGroup[];

/** @throws {Error} for a key of no group. */
export function groupOf(key: MessageKey): TextGroup {
  const group = textGroups.find((one) => beginnings[one].some((start) => key.startsWith(start)));
  if (!group) throw new Error(`the text ${key} is in no group`);
  return group;
}
