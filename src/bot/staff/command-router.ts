/** Where commands come in: who asks, whether they may, and which file answers. */
import type { Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Context, Reply } from "../context.ts";
import { answerTap, taps, type Tap } from "./confirmation/answer.ts";
import { parseArguments } from "./argument-parser.ts";
import { argsOf } from "./stored-choices.ts";
import { isAllowed, type Command, type StaffContext } from "./command.ts";
import { usageLine } from "./commands/help.ts";
import { text } from "./staff-views.ts";
import { join, joining } from "./commands/team.ts";

/** A command or a tap, as it was written: nothing is said yet of whether the sender may give it. */
export type ParsedCommand =
  | { is: "typed"; command: Command; rest: string }
  | { is: "tapped"; command: Command; args: Record<string, string> }
  | { is: "answer"; tap: Tap; id: string };

export interface CommandRouter {
  /** @returns null where an event is nothing of ours. */
  parse(event: LineEvent): ParsedCommand | null;
  /** @returns null where it has to stay an unknown word. */
  answer(heard: ParsedCommand, context: Context): Promise<Reply | null>;
}

/** A write that was ordered longer ago isn't what somebody wants now. */
const maxAgeMs = 20 * 60_000;
const typed = /^\s*[/／]\s*([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i;
const isTap = (name: string): name is Tap => taps.some((tap) => tap === name);

/** @param table what can be ordered here, and by whom. */
export function createCommandRouter(options: {
  table: readonly Command[];
  staffContext: StaffContext;
  clock: Clock;
}): CommandRouter {
  const { table, staffContext, clock } = options;
  const byName = new Map(table.map((command) => [command.name, command]));

  return {
    parse(event) {
      if (event.postback) {
        const { do: asked = "", ...args } = Object.fromEntries(
          new URLSearchParams(event.postback.data),
        );
        if (isTap(asked)) return { is: "answer", tap: asked, id: args["id"] ?? "" };
        const command = asked.startsWith("/") ? byName.get(asked.slice(1)) : undefined;
        return command ? { is: "tapped", command, args } : null;
      }
      if (event.type !== "message") return null;
      const [, name = "", rest = ""] = typed.exec(event.message?.text ?? "") ?? [];
      const command = byName.get(name.toLowerCase());
      return command ? { is: "typed", command, rest } : null;
    },

    async answer(heard, context) {
      const { account, lineId, t, event } = context;
      const colleague = await staffContext.directory.of(account, lineId);
      const isLate = clock.now() - event.timestamp > maxAgeMs;
      const late: Reply = { messages: [text(t("staff.late"))] };
      if (heard.is === "typed" && heard.command.name === join.name && !isLate) {
        return joining(context, staffContext, colleague, heard.rest.trim());
      }
      if (!colleague) return null;
      if (heard.is === "answer") {
        const commandNamed = (name: string) => byName.get(name);
        return isLate
          ? late
          : answerTap(heard.tap, heard.id, {
              context,
              staffContext,
              asker: colleague,
              commandNamed,
            });
      }
      const { command } = heard;
      if (!isAllowed(command, colleague)) return null;
      if (isLate && (command.confirm || command.mutates)) return late;
      const args =
        heard.is === "tapped"
          ? argsOf(heard.args, { staffContext, account, colleague })
          : parseArguments(command.parameters, heard.rest);
      if (!args && heard.is === "tapped") return { messages: [text(t("staff.choice.expired"))] };
      if (!args) {
        return { messages: [text(t("staff.usage", { usage: usageLine(command) }))] };
      }
      return command.run({ ...context, staffContext, colleague, command, args });
    },
  };
}
