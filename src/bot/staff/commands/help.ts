/** `/help` shows the commands that the asker may give. */
import { usageOf } from "../argument-parser.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { everybody, isAllowed, type Command } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { infoCard } from "../staff-views.ts";
import { roleName } from "./team.ts";

/** How a command is written, with what it takes. */
export const usageLine = ({ name, parameters }: Command): string =>
  `/${name} ${usageOf(parameters)}`.trim();

/** Made from the table that it is a part of. */
export const helpOf = (table: () => readonly Command[]): Command => ({
  name: "help",
  roles: everybody,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.help",
  run: (ctx) => ({ messages: [helpFor(ctx, ctx.colleague, table())] }),
});

/** What somebody may order. */
export function helpFor(ctx: RenderContext, asker: Colleague, table: readonly Command[]): Message {
  const { t } = ctx;
  const lines = table
    .filter((command) => isAllowed(command, asker))
    .map((command) => `${usageLine(command)} – ${t(command.helpKey)}`);
  return infoCard(ctx, t("staff.help.title", { role: roleName(ctx, asker.role) }), lines);
}
