/** The `/remove` command: removes somebody from the staff. */
import { clip } from "../../views/flex-components.ts";
import { actionOf, owners, type Command, type CommandContext } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { chooser, roleName, text } from "../staff-views.ts";
import { commandButton } from "../stored-choices.ts";

export const remove: Command = {
  name: "remove",
  roles: owners,
  parameters: [{ name: "staff", is: "person" }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.remove",
  async run(ctx) {
    const { account, args, staffContext, t } = ctx;
    const query = (args["staff"] ?? "").trim().toLowerCase();
    const all = await staffContext.directory.all(account);
    const byId = all.filter(({ lineId }) => lineId.toLowerCase() === query);
    const exact = all.filter(({ name }) => name.toLowerCase() === query);
    const prefixed = all.filter(({ name }) => name.toLowerCase().startsWith(query));
    const found = [byId, exact, prefixed].find((some) => some.length > 0) ?? [];
    const [one, second] = found;
    if (!one) return { messages: [text(t("staff.remove.none", { who: clip(query, 60) }))] };
    if (second) return { messages: [colleagueChooser(ctx, found)] };
    if (staffContext.directory.isConfiguredOwner(one.lineId)) {
      return { messages: [text(t("staff.remove.fixed", { who: one.name }))] };
    }
    await staffContext.staff.remove(account, actionOf(ctx), one.lineId);
    return { messages: [text(t("staff.remove.done", { who: one.name }))] };
  },
};

const colleagueChooser = (ctx: CommandContext, found: readonly Colleague[]) =>
  chooser(
    ctx,
    ctx.t("staff.who.title"),
    found.map(({ name, role, lineId }) => ({
      title: name,
      facts: [roleName(ctx, role), lineId],
      action: commandButton(ctx, name, "remove", { staff: lineId }),
    })),
  );
