/** The `/join` command: makes the sender staff by an invitation code. */
import { actionOf, type Command } from "../command.ts";
import { invitationHash } from "../invitation-code.ts";
import { roleName } from "../role-name.ts";
import { text } from "../staff-views.ts";

/** Anyone may try a code; a stranger's wrong code is treated like any unknown text. */
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
    const wrong = colleague && { messages: [text(t("staff.join.wrong"))] };
    if (colleague?.role === "owner") return { messages: [text(t("staff.join.owner"))] };
    const guess = await staffContext.joinLimiter.begin(lineId);
    if (!guess.allowed) return wrong;
    const name = await staffContext.directory.nameOf(lineId);
    const role = await staffContext.staff.join(account, actionOf(ctx), invitationHash(code), name);
    if (!role) return wrong;
    await guess.forgive();
    return { messages: [text(t("staff.join.done", { role: roleName(ctx, role) }))] };
  },
};
