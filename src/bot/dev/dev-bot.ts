/** The dev channel's bot: the members' bot among marketers, who play members and change nothing. */
import { deadline, type Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { routeEvent } from "../event-router.ts";
import { createCommandRouter } from "../staff/command-router.ts";
import { commands } from "../staff/commands/index.ts";
import type { StaffContext } from "../staff/command.ts";
import { infoCard } from "../staff/staff-views.ts";
import type { BotReply, Reply } from "../context.ts";
import { isGroupChat } from "../group-chats.ts";
import { isCommand } from "../routing/text-normalizer.ts";
import { createBot, renderContextOf, type Bot, type BotOptions } from "../bot.ts";
import { normalizeEvent } from "../routing/text-normalizer.ts";
import { intents } from "../intents/intents.ts";
import { createTextRouter } from "../routing/text-router.ts";
import { DryRunWrite, heldConclusion, heldExecution, dryRunClient } from "./dry-run.ts";
import { runDevCommand, parseDevCommand, maySeeMembers, type DevContext } from "./dev-commands.ts";
import { createImpersonation } from "./impersonation.ts";

const budgetMs = 8000;
/** Shown as the speaker of every message. */
const mark = { name: "TEST" };

const marked = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, sender: mark }));

/** Real members are for those who look after the replies or the shop; a cashier has the members' channel. */
function trustedOnly(
  { directory, staff, ...staffContext }: StaffContext,
  real: boolean,
  staffAccount: string,
): StaffContext {
  return {
    ...staffContext,
    // Staff are the members' account's, wherever they are asked about.
    staff: {
      ...staff,
      get: (_account, lineId) => staff.get(staffAccount, lineId),
      list: () => staff.list(staffAccount),
      invite: (_account, deed, invitation) => staff.invite(staffAccount, deed, invitation),
      join: (_account, deed, hash, name) => staff.join(staffAccount, deed, hash, name),
      remove: (_account, deed, lineId) => staff.remove(staffAccount, deed, lineId),
    },
    directory: {
      ...directory,
      async of(_account, lineId) {
        const found = await directory.of(staffAccount, lineId);
        return real && found?.role === "cashier" ? null : found;
      },
      all: () => directory.all(staffAccount),
    },
  };
}

/**
 * @param desk of the staff of the members' account; its writes are held back here.
 * @param real whether members are real people.
 */
export function createDevBot(
  options: Omit<BotOptions, "commands" | "members"> & {
    loyalty: LoyaltyClient;
    staffContext: StaffContext;
    staffAccount: string;
    real: boolean;
    clock: Clock;
  },
): Bot {
  const { languages, words, staffAccount, real, clock } = options;
  const loyalty = dryRunClient(options.loyalty);
  const impersonation = createImpersonation(loyalty, clock);
  const prepare = (messages: readonly Message[]) => options.prepare(marked(messages));
  const staffContext: StaffContext = {
    ...trustedOnly(options.staffContext, real, staffAccount),
    members: impersonation,
    execution: heldExecution(loyalty, options.staffContext.confirmations),
  };
  const bot = createBot({
    ...options,
    loyalty,
    members: impersonation,
    commands: createCommandRouter({ table: commands, staffContext, clock }),
    prepare,
  });
  const renderContextIn = (language: Language) => renderContextOf(options, words, language);
  const devDesk: DevContext = {
    loyalty,
    impersonation,
    roster: options.staffContext.directory,
    staffAccount,
    real,
    table: commands,
    languages: languages.offered,
    renderContextIn,
  };
  const route = createTextRouter(intents);

  const said = (intent: string, { messages, writes = [] }: Reply): BotReply => ({
    intent,
    reply: prepare(messages),
    writes,
  });

  /** What stands for the members' answers as long as nobody is played. */
  async function sampleFor(account: string, event: LineEvent): Promise<BotReply | null> {
    const lineId = event.source?.userId ?? "";
    if (impersonation.of(lineId).as !== "samples") return null;
    const request = routeEvent(normalizeEvent(event), route);
    const intent = intents.find(({ name }) => name === request?.intent);
    if (intent?.access !== "member") return null;
    const [sample] = intent.samples(await bot.renderContextFor(account, lineId));
    return sample ? said(`${intent.name} (sample)`, { messages: sample.messages }) : null;
  }

  async function answerHeldBack(account: string, event: LineEvent, held: DryRunWrite) {
    const lineId = event.source?.userId ?? "";
    const ctx = await bot.renderContextFor(account, lineId);
    const { operation, input, confirmation } = held;
    const body = JSON.stringify(input, null, 1).split("\n").slice(1, -1);
    return said("held back", {
      messages: [infoCard(ctx, ctx.t("dev.held"), [operation, ...body])],
      writes: confirmation
        ? [
            {
              kind: "conclusion",
              ...heldConclusion(confirmation, lineId, event.webhookEventId, ctx.now),
            },
          ]
        : [],
    });
  }

  return {
    ...bot,
    async handle(account, event) {
      if (isGroupChat(event) || !event.source?.userId) return bot.handle(account, event);
      const { userId } = event.source;
      if (impersonation.of(userId).as === "member" && !(await maySeeMembers(userId, devDesk))) {
        impersonation.set(userId, { as: "samples" });
      }
      const order = parseDevCommand(event);
      if (order) {
        using budget = deadline(clock, budgetMs);
        const ctx = await bot.renderContextFor(account, userId);
        return said(
          `/${order.name}`,
          await runDevCommand(order, ctx, event, devDesk, budget.signal),
        );
      }
      const sample = isCommand(event) ? null : await sampleFor(account, event);
      if (sample) return sample;
      try {
        return await bot.handle(account, event);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        return answerHeldBack(account, event, error);
      }
    },
  };
}
