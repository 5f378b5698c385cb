/** The `/staff` command: lists the staff. */
import { owners, type Command } from "../command.ts";
import { infoCard, roleName } from "../staff-views.ts";

export const staff: Command = {
  name: "staff",
  roles: owners,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.staff",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const lines = (await staffContext.directory.all(account)).map(({ name, role, lineId }) =>
      [name, roleName(ctx, role), lineId].join(" · "),
    );
    return { messages: [infoCard(ctx, t("staff.staff.title"), lines)] };
  },
};
