/** Opens the member whose rotating code staff scanned, once and only while it is fresh. */
import type { Reply } from "../context.ts";
import type { CommandContext } from "./command.ts";
import { findMembers } from "./member-search.ts";
import { tooMany } from "./member-text.ts";
import { memberReply } from "./member-view.ts";
import { memberReference } from "./next-actions.ts";
import { textReply } from "./staff-views.ts";

/**
 * The member of a rotating code, or why it isn't opened; null for any other text.
 * @throws {LoyaltyError}
 */
export async function memberCodeReply(ctx: CommandContext, scanned: string): Promise<Reply | null> {
  const { staffContext, loyalty, signal, event, t } = ctx;
  const { memberCodes } = staffContext;
  const code = memberCodes?.read(scanned) ?? null;
  if (!memberCodes || code === null) return null;
  const refusal = (key: Parameters<typeof t>[0] & `staff.${"code" | "photo"}.${string}`): Reply =>
    textReply(t(key));
  if (code === "foreign") return refusal("staff.photo.foreign");
  if (code === "expired") return refusal("staff.code.expired");
  const reference = memberReference({ uuid: code.memberUuid, cards: [] }, code.cardNo);
  const { rows, isComplete } = await findMembers(loyalty, reference, signal);
  const [member] = rows;
  if (!member && !isComplete) return { messages: [tooMany(ctx, reference)] };
  if (!member) return refusal("staff.photo.foreign");
  const reply = await memberReply(ctx, member, reference);
  // Used last: while the platform can't be read, the code can be scanned again.
  const isUsable = await memberCodes.use(code, event.webhookEventId);
  return isUsable ? reply : refusal("staff.code.used");
}
