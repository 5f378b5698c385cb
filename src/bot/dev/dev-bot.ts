/** The dev channel's bot: the members' bot with impersonation, sample replies and dry-run writes. */
import type { Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message, SerializedMessages } from "../../line/messages/prepare-reply.ts";
import { routeEvent } from "../event-router.ts";
import { createCommandRouter } from "../staff/command-router.ts";
import type { StaffContext } from "../staff/command.ts";
import { commandTable } from "../staff/commands/index.ts";
import { infoCard } from "../staff/staff-views.ts";
import type { BotReply, Reply } from "../context.ts";
import { isGroupChat } from "../group-chats.ts";
import { isCommand, normalizeEvent } from "../routing/text-normalizer.ts";
import { createBot, type Bot, type BotOptions, type HandleOptions } from "../bot.ts";
import { intents, routeToIntent } from "../intents/intents.ts";
import {
  DryRunWrite,
  dryRunClient,
  dryRunConclusion,
  dryRunExecutor,
  dryRunRedeemer,
} from "./dry-run.ts";
import { devCommandTable, maySeeMembers } from "./dev-commands.ts";
import { devDirectory, sharedStaff } from "./dev-staff.ts";
import { createImpersonation, type Impersonation } from "./impersonation.ts";

/** LINE shows this as the sender of every message. */
const testSender = { name: "TEST" };

const withTestSender = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, sender: testSender }));

interface DevBotServices {
  /** The members' bot, with the dev channel's commands and members. */
  bot: Bot;
  impersonation: Impersonation;
  prepare(messages: readonly Message[]): SerializedMessages;
}

/**
 * @param options `staffContext`: of the members' account; its writes become dry runs here.
 * `real`: whether members are real people.
 */
export function createDevBot(
  options: Omit<BotOptions, "commands" | "members"> & {
    loyalty: LoyaltyClient;
    staffContext: StaffContext;
    /** The dev channel's own. */
    account: string;
    staffAccount: string;
    real: boolean;
    clock: Clock;
  },
): Bot {
  const { staffAccount, real, clock } = options;
  const loyalty = dryRunClient(options.loyalty);
  const directory = devDirectory(options.staffContext.directory, staffAccount, real);
  const impersonation = createImpersonation({
    loyalty,
    dialogues: options.staffContext.dialogues,
    account: options.account,
    maySeeMembers: async (lineId) =>
      maySeeMembers({ real }, await directory.of(staffAccount, lineId)),
    clock,
  });
  const prepare = (messages: readonly Message[]) => options.prepare(withTestSender(messages));
  const staffContext: StaffContext = {
    ...options.staffContext,
    staff: sharedStaff(options.staffContext.staff, staffAccount),
    directory,
    members: impersonation,
    executor: dryRunExecutor(loyalty, options.staffContext.orders),
    redeemer: dryRunRedeemer(options.staffContext.redeemer, impersonation),
  };
  const { redeemer } = staffContext;
  const staffCommands = commandTable(staffContext.limits);
  const table = devCommandTable({ staffAccount, real }, staffCommands);
  const commands = createCommandRouter({ table, staffContext, writesAsMember: true });
  const members = impersonation;
  const bot = createBot({ ...options, loyalty, members, redeemer, commands, prepare });
  const services = { bot, impersonation, prepare };
  return { ...bot, handle: (account, event, how) => handle(services, account, event, how) };
}

async function handle(
  services: DevBotServices,
  account: string,
  event: LineEvent,
  how?: HandleOptions,
): Promise<BotReply> {
  const { bot } = services;
  if (isGroupChat(event) || !event.source?.userId) return bot.handle(account, event, how);
  const lineId = event.source.userId;
  const sample = isCommand(event) ? null : await sampleReply(services, lineId, event);
  if (sample) return sample;
  try {
    return await bot.handle(account, event, how);
  } catch (error) {
    if (!(error instanceof DryRunWrite)) throw error;
    return dryRunReply(services, lineId, event, error);
  }
}

/** A sample reply to a member intent, in the mode `samples`; null = answer normally. */
async function sampleReply(
  services: DevBotServices,
  lineId: string,
  event: LineEvent,
): Promise<BotReply | null> {
  const { bot, impersonation } = services;
  if ((await impersonation.of(lineId)).as !== "samples") return null;
  const routed = routeEvent(normalizeEvent(event), routeToIntent);
  const intent = intents.find(({ name }) => name === routed?.intent);
  if (intent?.access !== "member") return null;
  const [sample] = intent.samples(await bot.renderContextFor(lineId));
  return sample ? botReply(services, `${intent.name} (sample)`, sample) : null;
}

/** Shows the write that would have been sent, and ends its order. */
async function dryRunReply(
  services: DevBotServices,
  lineId: string,
  event: LineEvent,
  { operation, input, order }: DryRunWrite,
): Promise<BotReply> {
  const ctx = await services.bot.renderContextFor(lineId);
  const inputLines = JSON.stringify(input, null, 1).split("\n").slice(1, -1);
  const actor = { by: lineId, eventId: event.webhookEventId };
  return botReply(services, "dry_run", {
    messages: [infoCard(ctx, ctx.t("dev.held"), [operation, ...inputLines])],
    writes: order ? [{ kind: "conclusion", actor, ...dryRunConclusion(order) }] : [],
  });
}

const botReply = (
  { prepare }: DevBotServices,
  intent: string,
  { messages, writes = [] }: Reply,
): BotReply => ({ intent, reply: prepare(messages), writes });
