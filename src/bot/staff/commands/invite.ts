/** The `/invite` command: makes a code by which one person joins the staff. */
import { roles } from "../../../store/staff.ts";
import type { Reply } from "../../context.ts";
import { foldedName } from "../../../text/folded-name.ts";
import { actionOf, expectInput, owners, type Command, type CommandContext } from "../command.ts";
import { createInvitationCode, invitationHash } from "../invitation-code.ts";
import { roleName } from "../role-name.ts";
import { commandButton } from "../command-button.ts";
import { chooser, text } from "../staff-views.ts";

const inviteMs = 10 * 60_000;

export const invite: Command = {
  name: "invite",
  roles: owners,
  parameters: [{ name: "role", is: "word", ask: askRole }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.invite",
  async run(ctx) {
    const { account, args, staffContext, t, now } = ctx;
    const requested = foldedName(args["role"] ?? "");
    const role = roles.find(
      (one) => one === requested || foldedName(roleName(ctx, one)) === requested,
    );
    if (!role) return askRole(ctx);
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

/** The roles to choose from, also when another word was written. */
function askRole(ctx: CommandContext): Reply {
  expectInput(ctx, "role", {});
  const options = roles.map((role) => {
    const name = roleName(ctx, role);
    return { title: name, facts: [], action: commandButton(ctx, name, "invite", { role }) };
  });
  return { messages: [chooser(ctx, ctx.t("staff.which.role"), options)] };
}
