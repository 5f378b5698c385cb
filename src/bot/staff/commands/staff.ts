/** The `/staff` command: lists the staff. */
import { roles } from "../../../store/staff.ts";
import type { Action } from "../../../line/messages/prepare-reply.ts";
import { owners, type Command, type CommandContext } from "../command.ts";
import { listCard } from "../list-card.ts";
import type { Colleague } from "../staff-directory.ts";
import { roleName } from "../role-name.ts";
import { commandButton } from "../command-button.ts";

export const staff: Command = {
  name: "staff",
  roles: owners,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.staff",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const rows = (await staffContext.directory.all(account)).map((one) => ({
      text: [one.name, roleName(ctx, one.role), one.lineId].join(" · "),
      actions: removeAction(ctx, one),
    }));
    const invitations = roles.map((role) =>
      commandButton(ctx, t("staff.next.invite", { role: roleName(ctx, role) }), "invite", { role }),
    );
    return { messages: [listCard(ctx, t("staff.staff.title"), rows, invitations)] };
  },
};

/** None for oneself and for the owners of the configuration, whom no command removes. */
function removeAction(ctx: CommandContext, { lineId }: Colleague): Action[] {
  const isFixed = ctx.staffContext.directory.isConfiguredOwner(lineId) || lineId === ctx.lineId;
  return isFixed
    ? []
    : [commandButton(ctx, ctx.t("staff.next.remove"), "remove", { staff: lineId })];
}
