/** Tells staff what the platform sent that can't be read, by what they know it by. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import { namesOf } from "../../loyalty/lenient-parse.ts";
import type { RenderContext, Reply } from "../context.ts";
import { clip } from "../views/flex-components.ts";

const maxLength = 200;

const listed = (names: readonly string[]): string => clip(names.join(", "), maxLength);

/** The answer where nothing can be told because of rows with these names. */
export const unreadText = ({ t }: RenderContext, names: readonly string[]): Message => ({
  type: "text",
  text: t("staff.unread", { what: listed(names) }),
});

/** The answer to a command that failed for it. @throws any other failure, and one without names of rows. */
export const unreadReply =
  (ctx: RenderContext) =>
  (error: unknown): Reply => {
    const names = error instanceof LoyaltyError ? (error.unreadNames ?? []) : [];
    if (names.length === 0) throw error;
    return { messages: [unreadText(ctx, names)] };
  };

/** A line of a list that lacks these rows, by their names or else their number; empty if there are none. */
export function unreadLine({ t }: RenderContext, rows: readonly unknown[] = []): string {
  if (rows.length === 0) return "";
  return t("staff.unread.some", { what: listed(namesOf(rows)) || String(rows.length) });
}
