/** The `/help` command: lists the commands that the asker's role may use. */
import { usageOf } from "../argument-parser.ts";
import type { Action, Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { emptyPostback } from "../../routing/postback.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { everybody, isAllowed, type Command } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { listCard } from "../list-card.ts";
import { roleName } from "../role-name.ts";

/** A command's usage text in the reader's language, such as `/gift <set> <who> [quantity]`. */
export const usageLine = ({ t }: RenderContext, { name, parameters }: Command): string =>
  `/${name} ${usageOf(t, parameters)}`.trim();

export const helpLine = (ctx: RenderContext, command: Command): string =>
  `${usageLine(ctx, command)} – ${ctx.t(command.helpKey)}`;

/** @param table a function, because the table contains this command. */
export const helpOf = (table: () => readonly Command[]): Command => ({
  name: "help",
  roles: everybody,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.help",
  run: (ctx) => ({ messages: [helpFor(ctx, ctx.colleague, table())] }),
});

/** A list of the commands that a staff member may use, with a button for each. */
export function helpFor(ctx: RenderContext, asker: Colleague, table: readonly Command[]): Message {
  const rows = table
    .filter((command) => isAllowed(command, asker))
    .map((command) => ({ text: helpLine(ctx, command), actions: [commandAction(command)] }));
  return listCard(ctx, ctx.t("staff.help.title", { role: roleName(ctx, asker.role) }), rows);
}

/** Runs a command without parameters; any other is begun on the keyboard. */
function commandAction({ name, parameters }: Command): Action {
  const label = `/${name}`;
  if (parameters.length === 0) return postbackAction(label, label);
  return {
    type: "postback",
    label,
    data: emptyPostback,
    inputOption: "openKeyboard",
    fillInText: `${label} `,
  };
}
