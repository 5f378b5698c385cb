/** The `/help` command: lists the commands that the asker's role may use. */
import { usageOf } from "../argument-parser.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { everybody, isAllowed, type Command } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { infoCard, roleName } from "../staff-views.ts";

/** A command's usage text, such as `/gift <set> <who> [quantity]`. */
export const usageLine = ({ name, parameters }: Command): string =>
  `/${name} ${usageOf(parameters)}`.trim();

export const helpLine = ({ t }: RenderContext, command: Command): string =>
  `${usageLine(command)} – ${t(command.helpKey)}`;

/** @param table a function, because the table contains this command. */
export const helpOf = (table: () => readonly Command[]): Command => ({
  name: "help",
  roles: everybody,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.help",
  run: (ctx) => ({ messages: [helpFor(ctx, ctx.colleague, table())] }),
});

/** A card with the commands that a staff member may use. */
export function helpFor(ctx: RenderContext, asker: Colleague, table: readonly Command[]): Message {
  const { t } = ctx;
  const lines = table
    .filter((command) => isAllowed(command, asker))
    .map((command) => helpLine(ctx, command));
  return infoCard(ctx, t("staff.help.title", { role: roleName(ctx, asker.role) }), lines);
}
