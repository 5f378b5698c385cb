/** Names the bot's texts in the words of who edits them, and sorts them by what members do. */
import type { MessageKey } from "../../bot/i18n/message-keys.ts";
import type { Language } from "../../config/languages.ts";
import { en } from "./titles.en.ts";
import { ja } from "./titles.ja.ts";
import { th } from "./titles.th.ts";
import { staffFamilies, type NamedKey, type Titles } from "./titles-keys.ts";
import { zhTW } from "./titles.zh-TW.ts";

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
