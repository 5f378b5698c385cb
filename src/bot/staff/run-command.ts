/** Runs a command with its arguments, or asks for the first one that it lacks. */
import type { Reply } from "../context.ts";
import { expectInput, type Command, type OpenCommandContext, type Parameter } from "./command.ts";
import { textReply } from "./staff-views.ts";

/** @returns null when the command treats the message like any unknown text. @throws {LoyaltyError} */
export async function runCommand(ctx: OpenCommandContext): Promise<Reply | null> {
  const { command, colleague, args } = ctx;
  const lacking = lackingParameter(command, args);
  if (lacking) return askFor(ctx, lacking);
  if (command.roles === "anyone") return command.run(ctx);
  return colleague && command.run({ ...ctx, colleague });
}

/** The first parameter to ask for. A button with other arguments than the parameters answers a question of the command. */
function lackingParameter(
  { parameters }: Command,
  args: OpenCommandContext["args"],
): Parameter | undefined {
  const isParameter = (name: string) => parameters.some((one) => one.name === name);
  if (!Object.keys(args).every(isParameter)) return undefined;
  return parameters.find(({ name, ask }) => ask && args[name] === undefined);
}

/** Keeps the arguments that there are: the answer, or a button of the list, completes them. */
async function askFor(ctx: OpenCommandContext, { name, ask }: Parameter): Promise<Reply | null> {
  const { colleague, args, t } = ctx;
  expectInput(ctx, name, args);
  if (typeof ask === "string") return textReply(t(ask));
  return ask && colleague ? ask({ ...ctx, colleague }) : null;
}
