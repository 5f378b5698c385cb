/** The `/remove` command: removes somebody from the staff, after a confirmation. */
import { foldedName } from "../../../text/folded-name.ts";
import type { Reply } from "../../context.ts";
import { clip } from "../../views/flex-components.ts";
import { expectAnother, owners, type Command, type CommandContext } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import type { StaffIdentity } from "../../../store/staff.ts";
import type { Colleague } from "../staff-directory.ts";
import { roleName } from "../role-name.ts";
import { chooser, text } from "../staff-views.ts";
import { commandButton } from "../command-button.ts";

export const remove: Command = {
  name: "remove",
  roles: owners,
  parameters: [{ name: "staff", is: "person", ask: askColleague }],
  confirm: true,
  helpKey: "staff.help.remove",
  async run(ctx) {
    const { account, args, lineId: asker, staffContext, t } = ctx;
    const written = args["staff"] ?? "";
    const query = foldedName(written);
    const all = await staffContext.directory.all(account);
    const byId = all.filter(({ lineId }) => lineId.toLowerCase() === query);
    const exact = all.filter(({ name }) => foldedName(name) === query);
    const prefixed = all.filter(({ name }) => query !== "" && foldedName(name).startsWith(query));
    const found = [byId, exact, prefixed].find((some) => some.length > 0) ?? [];
    const [one, second] = found;
    if (found.length !== 1) expectAnother(ctx, "staff");
    if (!one) return { messages: [text(t("staff.remove.none", { who: clip(written, 60) }))] };
    if (second) return { messages: [colleagueChooser(ctx, found)] };
    const { lineId, name, role } = one;
    if (staffContext.directory.isConfiguredOwner(lineId)) {
      return { messages: [text(t("staff.remove.fixed", { who: name }))] };
    }
    if (lineId === asker) {
      const isAlone = !all.some((other) => other.role === "owner" && other.lineId !== asker);
      return { messages: [text(t(isAlone ? "staff.remove.last" : "staff.remove.self"))] };
    }
    const order: StaffIdentity = { lineId, name, role };
    return askConfirmation(
      ctx,
      { operation: "remove_staff", order },
      {
        title: t("staff.ask.remove", { who: name }),
        facts: [roleName(ctx, role), lineId],
        yes: "staff.yes.remove",
      },
    );
  },
};

/** Asks which colleague, of those whom the asker can remove. */
async function askColleague(ctx: CommandContext): Promise<Reply> {
  const { account, lineId: asker, staffContext, t } = ctx;
  const { directory } = staffContext;
  const removable = (await directory.all(account)).filter(
    ({ lineId }) => lineId !== asker && !directory.isConfiguredOwner(lineId),
  );
  const isEmpty = removable.length === 0;
  return {
    messages: [isEmpty ? text(t("staff.remove.nobody")) : colleagueChooser(ctx, removable)],
  };
}

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
