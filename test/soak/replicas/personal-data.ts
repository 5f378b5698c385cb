/** Finds personal data in messages to chats that it doesn't belong to. */
import { DatabaseSync } from "node:sqlite";
import type { Message } from "../../../src/line/messages/prepare-reply.ts";

export interface PersonalDataCheck {
  /** How many of a chat's own values were found: without any, the check looks at the wrong things. */
  readonly own: number;
  /** @param chatId a LINE user id, or that of a group. @returns values of other people. */
  foreignIn(chatId: string, message: Message): string[];
}

const values = /[0-9A-Za-z][0-9A-Za-z-]{7,}/g;
const gapInNumber = /(?<=\d)[ -](?=\d)/g;

/** @param platformFile the platform's SQLite file, whose card numbers, phone numbers and coupon codes are looked for. */
export function createPersonalDataCheck(platformFile: string): PersonalDataCheck {
  using platform = new DatabaseSync(platformFile, { readOnly: true });
  const owners = new Map<string, Set<string>>();
  const rows = platform
    .prepare(
      `select line_id, card_no as value from card join member on member.id = card.member_id
       union all select line_id, phone_number from member
       union all select line_id, code from give join member on member.id = give.member_id`,
    )
    .all();
  for (const row of rows) {
    const value = String(row["value"]).replace(gapInNumber, "");
    if (value.length < 8) continue;
    owners.set(value, (owners.get(value) ?? new Set()).add(String(row["line_id"])));
  }
  let own = 0;
  return {
    get own() {
      return own;
    },
    foreignIn(chatId, message) {
      const text = JSON.stringify(message);
      const found = [
        ...(text.match(values) ?? []),
        ...(text.replace(gapInNumber, "").match(values) ?? []),
      ];
      return found.filter((value) => {
        const owner = owners.get(value);
        if (owner?.has(chatId)) own += 1;
        return owner !== undefined && !owner.has(chatId);
      });
    },
  };
}
