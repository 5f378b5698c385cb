/** Where commands come in: who asks, whether they may, and which file answers. */
import type { Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Context, Said } from "../context.ts";
import { answerTap, taps, type Tap } from "./confirmation/answer.ts";
import { readArguments } from "./argument-parser.ts";
import { argsOf } from "./stored-choices.ts";
import { mayGive, type Command, type Desk } from "./command.ts";
import { written } from "./commands/help.ts";
import { text } from "./staff-views.ts";
import { join, joining } from "./commands/team.ts";

/** A command or a tap, as it was written: nothing is said yet of whether the sender may give it. */
export type Heard =
  | { is: "typed"; command: Command; rest: string }
  | { is: "tapped"; command: Command; args: Record<string, string> }
  | { is: "answer"; tap: Tap; id: string };

export interface CommandDoor {
  /** @returns null where an event is nothing of ours. */
  hear(event: LineEvent): Heard | null;
  /** @returns null where it has to stay an unknown word. */
  answer(heard: Heard, context: Context): Promise<Said | null>;
}

/** A write that was ordered longer ago isn't what somebody wants now. */
const latestMs = 20 * 60_000;
const typed = /^\s*[/／]\s*([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i;
const isTap = (name: string): name is Tap => taps.some((tap) => tap === name);

/** @param table what can be ordered here, and by whom. */
export function createCommandDoor(options: {
  table: readonly Command[];
  desk: Desk;
  clock: Clock;
}): CommandDoor {
  const { table, desk, clock } = options;
  const byName = new Map(table.map((command) => [command.name, command]));

  return {
    hear(event) {
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
      const { account, lineId, say, event } = context;
      const asker = await desk.roster.of(account, lineId);
      const isLate = clock.now() - event.timestamp > latestMs;
      const late: Said = { messages: [text(say("staff.late"))] };
      if (heard.is === "typed" && heard.command.name === join.name && !isLate) {
        return joining(context, desk, asker, heard.rest.trim());
      }
      if (!asker) return null;
      if (heard.is === "answer") {
        const commandNamed = (name: string) => byName.get(name);
        return isLate
          ? late
          : answerTap(heard.tap, heard.id, { context, desk, asker, commandNamed });
      }
      const { command } = heard;
      if (!mayGive(command, asker)) return null;
      if (isLate && (command.confirm || command.acts)) return late;
      const args =
        heard.is === "tapped"
          ? argsOf(heard.args, { desk, account, asker })
          : readArguments(command.parameters, heard.rest);
      if (!args && heard.is === "tapped") return { messages: [text(say("staff.choice.expired"))] };
      if (!args) {
        return { messages: [text(say("staff.usage", { usage: written(command) }))] };
      }
      return command.run({ ...context, desk, asker, command, args });
    },
  };
}
