/** The `/invite` command: makes a code by which one person joins the staff. */
import { roles } from "../../../store/staff.ts";
import { actionOf, owners, type Command } from "../command.ts";
import { createInvitationCode, invitationHash } from "../invitation-code.ts";
import { roleName } from "../role-name.ts";
import { text } from "../staff-views.ts";

const inviteMs = 10 * 60_000;

export const invite: Command = {
  name: "invite",
  roles: owners,
  parameters: [{ name: "role", is: "word" }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.invite",
  async run(ctx) {
    const { account, args, staffContext, t, now } = ctx;
    const requested = args["role"]?.toLowerCase();
    const role = roles.find((one) => one === requested);
    if (!role) return { messages: [text(t("staff.invite.roles", { roles: roles.join(", ") }))] };
    const code = createInvitationCode();
    await staffContext.staff.invite(account, actionOf(ctx), {
      hash: invitationHash(code),
      role,
      expiresAt: now + inviteMs,
    });
    return {
      messages: [
        text(t("staff.invite.made", { role: roleName(ctx, role) })),
        text(`/join ${code}`),
      ],
    };
  },
};
