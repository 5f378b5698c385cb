/** The dev channel's bot: the members' bot with impersonation, sample replies and dry-run writes. */
import type { Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { routeEvent } from "../event-router.ts";
import { createCommandRouter } from "../staff/command-router.ts";
import type { StaffContext } from "../staff/command.ts";
import { infoCard } from "../staff/staff-views.ts";
import type { BotReply, Reply } from "../context.ts";
import { isGroupChat } from "../group-chats.ts";
import { isCommand } from "../routing/text-normalizer.ts";
import { createBot, type Bot, type BotOptions } from "../bot.ts";
import { normalizeEvent } from "../routing/text-normalizer.ts";
import { intents } from "../intents/intents.ts";
import { createTextRouter } from "../routing/text-router.ts";
import { DryRunWrite, dryRunResolution, dryRunExecutor, dryRunClient } from "./dry-run.ts";
import { devCommandTable, maySeeMembers } from "./dev-commands.ts";
import { createImpersonation } from "./impersonation.ts";

/** LINE shows this as the sender of every message. */
const testSender = { name: "TEST" };

const withTestSender = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, sender: testSender }));

/** The members' account's staff as the dev channel's; without cashiers when members are real people. */
function devStaffContext(
  { directory, staff, ...staffContext }: StaffContext,
  real: boolean,
  staffAccount: string,
): StaffContext {
  return {
    ...staffContext,
    // The dev channel has no staff of its own: every account means the members' account.
    staff: {
      ...staff,
      get: (_account, lineId) => staff.get(staffAccount, lineId),
      list: () => staff.list(staffAccount),
      invite: (_account, action, invitation) => staff.invite(staffAccount, action, invitation),
      join: (_account, action, hash, name) => staff.join(staffAccount, action, hash, name),
      remove: (_account, action, lineId) => staff.remove(staffAccount, action, lineId),
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
 * @param options `staffContext`: of the members' account; its writes become dry runs here.
 * `real`: whether members are real people.
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
  const { staffAccount, real, clock } = options;
  const loyalty = dryRunClient(options.loyalty);
  const impersonation = createImpersonation(loyalty, clock);
  const prepare = (messages: readonly Message[]) => options.prepare(withTestSender(messages));
  const staffContext: StaffContext = {
    ...devStaffContext(options.staffContext, real, staffAccount),
    members: impersonation,
    executor: dryRunExecutor(loyalty, options.staffContext.confirmations),
  };
  const table = devCommandTable({ impersonation, staffAccount, real });
  const bot = createBot({
    ...options,
    loyalty,
    members: impersonation,
    commands: createCommandRouter({ table, staffContext, clock }),
    prepare,
  });
  const route = createTextRouter(intents);

  const botReply = (intent: string, { messages, writes = [] }: Reply): BotReply => ({
    intent,
    reply: prepare(messages),
    writes,
  });

  /** A sample reply to a member intent, in the mode `samples`; null = answer normally. */
  async function sampleReply(account: string, event: LineEvent): Promise<BotReply | null> {
    const lineId = event.source?.userId ?? "";
    if (impersonation.of(lineId).as !== "samples") return null;
    const request = routeEvent(normalizeEvent(event), route);
    const intent = intents.find(({ name }) => name === request?.intent);
    if (intent?.access !== "member") return null;
    const [sample] = intent.samples(await bot.renderContextFor(account, lineId));
    return sample ? botReply(`${intent.name} (sample)`, { messages: sample.messages }) : null;
  }

  /** Shows the write that would have been sent, and resolves its confirmation. */
  async function dryRunReply(account: string, event: LineEvent, write: DryRunWrite) {
    const lineId = event.source?.userId ?? "";
    const ctx = await bot.renderContextFor(account, lineId);
    const { operation, input, confirmation } = write;
    const body = JSON.stringify(input, null, 1).split("\n").slice(1, -1);
    return botReply("held back", {
      messages: [infoCard(ctx, ctx.t("dev.held"), [operation, ...body])],
      writes: confirmation
        ? [
            {
              kind: "conclusion",
              ...dryRunResolution(confirmation, lineId, event.webhookEventId, ctx.now),
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
      if (impersonation.of(userId).as === "member") {
        const colleague = await staffContext.directory.of(staffAccount, userId);
        if (!maySeeMembers({ real }, colleague)) impersonation.set(userId, { as: "samples" });
      }
      const sample = isCommand(event) ? null : await sampleReply(account, event);
      if (sample) return sample;
      try {
        return await bot.handle(account, event);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        return dryRunReply(account, event, error);
      }
    },
  };
}
