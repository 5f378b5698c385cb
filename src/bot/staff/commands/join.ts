/** The `/join` command: makes the sender staff by an invitation code. */
import { isJoinRefusal } from "../../../store/staff.ts";
import type { Reply } from "../../context.ts";
import { actionOf, type Command } from "../command.ts";
import { invitationHash } from "../invitation-code.ts";
import { roleName } from "../role-name.ts";
import { text } from "../staff-views.ts";

/** Anyone may try a code, and is told why it doesn't work; to others than staff that is all that a command tells. */
export const join: Command = {
  name: "join",
  roles: "anyone",
  parameters: [{ name: "code", is: "rest", ask: "staff.which.invitation" }],
  confirm: false,
  mutates: true,
  // A late code has expired, and a repeat of what was accepted in time is told so.
  judgesLateness: true,
  helpKey: "staff.help.join",
  async run(ctx) {
    const { account, lineId, colleague, staffContext, args, t } = ctx;
    const { code = "" } = args;
    if (colleague?.role === "owner") return textReply(t("staff.join.owner"));
    const guess = await staffContext.joinLimiter.begin(lineId);
    if (!guess.allowed) return textReply(t("staff.join.tooMany", { minutes: guess.minutes }));
    const name = await staffContext.directory.nameOf(lineId);
    const joined = await staffContext.staff.join(
      account,
      actionOf(ctx),
      invitationHash(code),
      name,
    );
    if (isJoinRefusal(joined)) return textReply(t(`staff.join.${joined}`));
    await guess.forgive();
    return textReply(t("staff.join.done", { role: roleName(ctx, joined) }));
  },
};

const textReply = (words: string): Reply => ({ messages: [text(words)] });
