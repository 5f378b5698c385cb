/** `/help` shows the commands that the asker may give. */
import { usageOf } from "../argument-parser.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { Look } from "../../context.ts";
import { everybody, mayGive, type Command } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { sheet } from "../staff-views.ts";
import { roleName } from "./team.ts";

/** How a command is written, with what it takes. */
export const written = ({ name, parameters }: Command): string =>
  `/${name} ${usageOf(parameters)}`.trim();

/** Made from the table that it is a part of. */
export const helpOf = (table: () => readonly Command[]): Command => ({
  name: "help",
  roles: everybody,
  parameters: [],
  confirm: false,
  told: "staff.help.help",
  run: (order) => ({ messages: [helpFor(order, order.asker, table())] }),
});

/** What somebody may order. */
export function helpFor(look: Look, asker: Colleague, table: readonly Command[]): Message {
  const { say } = look;
  const lines = table
    .filter((command) => mayGive(command, asker))
    .map((command) => `${written(command)} – ${say(command.told)}`);
  return sheet(look, say("staff.help.title", { role: roleName(look, asker.role) }), lines);
}
