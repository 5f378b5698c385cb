/** `/help` shows the commands that the asker may give. */
import { usageOf } from "./arguments.ts";
import { everybody, mayGive, type Command } from "./command.ts";
import { sheet } from "./sheet.ts";
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
  run(order) {
    const { asker, say } = order;
    const lines = table()
      .filter((command) => mayGive(command, asker))
      .map((command) => `${written(command)} – ${say(command.told)}`);
    const title = say("staff.help.title", { role: roleName(order, asker.role) });
    return { messages: [sheet(order, title, lines)] };
  },
});
