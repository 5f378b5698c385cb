/** Parses staff commands, their taps and expected inputs from events, checks the sender's role and runs them. */
import { nearest } from "../../config/misspelt.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { withoutFraming } from "../../text/digits.ts";
import type { Context, RenderContext, Reply } from "../context.ts";
import { isTooLate } from "../routing/late-event.ts";
import { parsePostback } from "../routing/postback.ts";
import { isCommand } from "../routing/text-normalizer.ts";
import * as ui from "../views/flex-components.ts";
import { parseArguments, unquoted } from "./argument-parser.ts";
import { commandInWords, namedByBareText } from "./bare-text.ts";
import { argsOf, commandButton } from "./next-actions.ts";
import {
  type Command,
  type CommandContext,
  expectInput,
  isAllowed,
  type OpenCommandContext,
  type Parameter,
  type RunningStaffContext,
  type StaffContext,
} from "./command.ts";
import { helpFor, usageLine } from "./commands/help.ts";
import { type Dialogue, openDialogue } from "./dialogue.ts";
import { isNumberEnding } from "./member-search.ts";
import { unreadReply } from "./member-text.ts";
import { answerTap, type Tap, taps } from "./orders/answer-tap.ts";
import { answerPhoto, withCamera } from "./photo/answer-photo.ts";
import { type Colleague, roleName, roleNames } from "./staff-directory.ts";
import { textMessage, textReply } from "./staff-views.ts";

/** A parsed command or tap on a confirmation; the sender's role isn't checked yet. */
export type ParsedCommand =
  | { is: "typed"; command: Command; rest: string }
  | { is: "tapped"; command: Command; args: Readonly<Record<string, string>> }
  | TypedText
  | { is: "answer"; tap: Tap; args: Readonly<Record<string, string>> }
  /** A text with a slash that names no command. */
  | { is: "misspelt"; name: string }
  /** An image in the chat, whose codes are read if staff sent it. */
  | { is: "photo"; messageId: string };

/** A text without a slash, which a command may have asked for. */
export interface TypedText {
  is: "text";
  written: string;
  /** Whether it is a small word of members, too. */
  isSmallWord?: boolean;
}

/** A parsed command, or the text that a command asked for: its arguments with this one. */
type CommandToRun =
  | Exclude<ParsedCommand, { is: "text" }>
  | { is: "input"; command: Command; args: Readonly<Record<string, string>> }
  /** A text that no command asked for. */
  | { is: "bare"; written: string };

export type CommandRouter = ReturnType<typeof createCommandRouter>;

const commandPattern = /^\s*[/／]\s*(\S*)(?:\s+([\s\S]*))?$/;
/** The command whose roles may have photos read. */
const photoCommand = "check";
const isTap = (name: string): name is Tap => taps.some((tap) => tap === name);

type CommandsByName = ReadonlyMap<string, Command>;

interface RouterServices {
  commands: CommandsByName;
  writesAsMember: boolean;
  staffContext: RunningStaffContext;
}

/**
 * @param options `table`: the commands on offer, with their roles. `writesAsMember`: whether what staff write without
 * a slash is a member's text, as in the dev channel.
 */
export function createCommandRouter(options: {
  table: readonly Command[];
  staffContext: StaffContext;
  writesAsMember?: boolean;
}) {
  const { table, staffContext, writesAsMember = false } = options;
  const commands = new Map(table.map((command) => [command.name, command]));
  const shown = (reply: Reply, context: Context, colleague: Colleague | null) =>
    staffContext.photos && permissionsOf(commands, colleague)(photoCommand)
      ? withCamera(context, reply)
      : reply;
  return {
    /** @returns null when the event can't be a staff command. */
    parse(event: LineEvent): ParsedCommand | null {
      if (event.postback) return parseTap(commands, event);
      return (
        parseText(commands, event) ?? parseInput(event) ?? parsePhoto(staffContext.photos, event)
      );
    },
    /**
     * @returns null when the sender isn't staff, may not have a photo read, or no command asked for the text: it
     * is then a message like any other.
     * @throws {LoyaltyError}
     */
    async answer(parsed: ParsedCommand, context: Context): Promise<Reply | null> {
      const dialogue = await openDialogue(staffContext.dialogues, context);
      const read =
        parsed.is === "text" ? readText(commands, parsed, dialogue, writesAsMember) : parsed;
      if (!read) return null;
      const services = { commands, writesAsMember, staffContext: { ...staffContext, dialogue } };
      const colleague = await staffContext.directory.of(context.account, context.lineId);
      const answered = await answer(services, read, context, colleague).catch(unreadReply(context));
      const reply = answered && shown(answered, context, colleague);
      const change = dialogue.change(context.lineId);
      return reply && change ? { ...reply, writes: [...(reply.writes ?? []), change] } : reply;
    },
    /** What the sender can do as staff; null when they aren't, or where staff write as members. */
    async overview(context: Context): Promise<Reply | null> {
      if (writesAsMember) return null;
      const colleague = await staffContext.directory.of(context.account, context.lineId);
      const help = colleague && { messages: [helpFor(context, colleague, table, staffContext)] };
      return help && shown(help, context, colleague);
    },
  };
}

function parseTap(commands: CommandsByName, { postback }: LineEvent): ParsedCommand | null {
  const { action, details: args } = parsePostback(postback?.data ?? "");
  // `/undo` without an order is the command of that name.
  if (isTap(action) && args["id"] !== undefined) return { is: "answer", tap: action, args };
  const command = action.startsWith("/") ? commands.get(action.slice(1)) : undefined;
  return command ? { is: "tapped", command, args } : null;
}

function parseText(commands: CommandsByName, { type, message }: LineEvent): ParsedCommand | null {
  if (type !== "message") return null;
  const [, written, rest = ""] = commandPattern.exec(message?.text ?? "") ?? [];
  if (written === undefined) return null;
  const name = withoutFraming(written.normalize("NFKC")).toLowerCase();
  const command = commands.get(name);
  return command ? { is: "typed", command, rest } : { is: "misspelt", name };
}

function parseInput(event: LineEvent): ParsedCommand | null {
  if (event.type !== "message" || isCommand(event)) return null;
  const written = event.message?.text?.trim();
  return written ? { is: "text", written } : null;
}

/** A text without a slash: a command in words, what a command asked for, or neither. @returns null for a small word. */
function readText(
  commands: CommandsByName,
  { written, isSmallWord = false }: TypedText,
  dialogue: Dialogue,
  writesAsMember: boolean,
): CommandToRun | null {
  const meant = writesAsMember ? undefined : commandInWords(written);
  const command = meant && commands.get(meant.name);
  if (command) return { is: "typed", command, rest: meant.rest };
  const input = inputOf(commands, written, dialogue);
  if (input || (isSmallWord && !isNumberEnding(written))) return input;
  return { is: "bare", written };
}

/** @returns null when no command asked for a text. */
function inputOf(
  commands: CommandsByName,
  written: string,
  dialogue: Dialogue,
): CommandToRun | null {
  const expected = dialogue.expectedInput();
  const command = expected && commands.get(expected.command);
  if (!command) return null;
  return {
    is: "input",
    command,
    args: { ...expected.args, [expected.parameter]: unquoted(written) },
  };
}

/** Only images that LINE keeps: others are at addresses that their sender chose. */
function parsePhoto(
  photos: StaffContext["photos"],
  { type, message }: LineEvent,
): ParsedCommand | null {
  const isPhoto = type === "message" && message?.type === "image" && photos !== null;
  const provider = message?.contentProvider?.type ?? "line";
  return isPhoto && provider === "line" ? { is: "photo", messageId: message.id } : null;
}

async function answer(
  services: RouterServices,
  parsed: CommandToRun,
  context: Context,
  colleague: Colleague | null,
): Promise<Reply | null> {
  const { commands, staffContext } = services;
  const { t } = context;
  if (parsed.is === "answer") {
    if (!colleague) return null;
    const commandNamed = (name: string) => commands.get(name);
    const tapContext = { context, staffContext, asker: colleague, commandNamed };
    return answerTap(parsed.tap, parsed.args, tapContext);
  }
  if (parsed.is === "misspelt") {
    const ctx = { ...context, staffContext };
    return colleague && unknownCommandReply(ctx, colleague, parsed.name, commands.values());
  }
  if (parsed.is === "bare") return bareReply(services, parsed.written, context, colleague);
  if (parsed.is === "photo") return photoReply(services, parsed.messageId, context, colleague);
  const { command } = parsed;
  if (!isAllowed(command, colleague)) {
    return colleague && forbiddenCommandReply(context, colleague, command);
  }
  const args =
    parsed.is === "typed"
      ? parseArguments(command.parameters, parsed.rest)
      : argsOf(parsed.args, staffContext.dialogue);
  const mayWrite = command.confirm || command.mutates;
  if (isTooLate(context) && mayWrite && !command.judgesLateness) {
    return colleague && textReply(t("staff.late"));
  }
  if (args) {
    const mayUse = permissionsOf(commands, colleague);
    const ctx = { ...context, staffContext, colleague, command, mayUse, args };
    return endingInput(staffContext.dialogue, () => runCommand(ctx));
  }
  const refusal =
    parsed.is === "tapped"
      ? t("staff.choice.expired")
      : t("staff.usage", { usage: usageLine(context, command) });
  return textReply(refusal);
}

/**
 * Runs a command with its arguments, or asks for the first one that it lacks.
 * @returns null when the command treats the message like any unknown text. @throws {LoyaltyError}
 */
async function runCommand(ctx: OpenCommandContext): Promise<Reply | null> {
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

const permissionsOf = (commands: CommandsByName, colleague: Colleague | null) => (name: string) => {
  const command = commands.get(name);
  return command !== undefined && isAllowed(command, colleague);
};

/** Does what a text without a slash names, or tells what the sender can do; null for who isn't staff. */
async function bareReply(
  { commands, writesAsMember, staffContext }: RouterServices,
  written: string,
  context: Context,
  colleague: Colleague | null,
): Promise<Reply | null> {
  const command = commands.get("help");
  if (writesAsMember || !colleague || !command) return null;
  const mayUse = permissionsOf(commands, colleague);
  const ctx = { ...context, staffContext, colleague, command, mayUse, args: {} };
  return (
    (await namedReply(ctx, written)) ?? {
      messages: [
        textMessage(context.t("staff.text.unknown")),
        helpFor(context, colleague, [...commands.values()], staffContext),
      ],
    }
  );
}

async function namedReply(ctx: CommandContext, written: string): Promise<Reply | null> {
  const named = await namedByBareText(ctx, written);
  if (!named || "messages" in named) return named;
  return ctx.mayUse(named.command.name) ? runCommand({ ...ctx, ...named }) : null;
}

/** Opens what the codes of a photo name; null for somebody who may not check coupons and see members. */
async function photoReply(
  { commands, staffContext }: RouterServices,
  messageId: string,
  context: Context,
  colleague: Colleague | null,
): Promise<Reply | null> {
  const command = commands.get(photoCommand);
  const { photos } = staffContext;
  if (!photos || !command || !colleague || !isAllowed(command, colleague)) return null;
  const mayUse = permissionsOf(commands, colleague);
  const ctx = { ...context, staffContext, colleague, command, mayUse, args: {} };
  return endingInput(staffContext.dialogue, () => answerPhoto(ctx, photos, messageId));
}

/** After the work, an input that was expected before isn't any more: it may be of another member than this is about. */
async function endingInput(
  dialogue: Dialogue,
  work: () => Promise<Reply | null>,
): Promise<Reply | null> {
  const before = dialogue.expectedInput();
  // When it throws, the input is still expected: it can be written again.
  const reply = await work();
  if (before && dialogue.expectedInput() === before) dialogue.expectInput(null);
  return reply;
}

// The replies to staff whose command doesn't exist, or belongs to another role.

const maxNameLength = 40;

/** Names the nearest command that the asker may use. @param name as written, without the slash. */
function unknownCommandReply(
  ctx: Context & { staffContext: RunningStaffContext },
  asker: Colleague,
  name: string,
  table: Iterable<Command>,
): Reply {
  const { t } = ctx;
  const allowed = new Map(
    [...table].filter((one) => isAllowed(one, asker)).map((one) => [one.name, one]),
  );
  const meant = allowed.get(nearest(name, allowed.keys()) ?? "");
  const command = ui.clip(name, maxNameLength);
  const words = meant
    ? t("staff.command.nearest", { command, usage: usageLine(ctx, meant) })
    : t("staff.command.unknown", { command });
  const offered = new Set([...(meant ? [meant.name] : []), "help"]);
  const buttons = [...offered].map((one) => commandButton(ctx, `/${one}`, one, {}));
  return { messages: [ui.withQuickReplies(textMessage(words), buttons)] };
}

/** Says which roles may use a command. */
export function forbiddenCommandReply(
  ctx: RenderContext,
  { role }: Colleague,
  { name: command, roles }: Command,
): Reply {
  const names = roles === "anyone" ? "" : roleNames(ctx, roles);
  const values = { command, roles: names, role: roleName(ctx, role) };
  return textReply(ctx.t("staff.command.forbidden", values));
}
