/** The dev channel's bot: the members' bot among marketers, who play members and change nothing. */
import { deadline, type Clock } from "../../clock.ts";
import type { Connect } from "../../loyalty/client.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { asked } from "../event-router.ts";
import { createCommandDoor } from "../staff/command-router.ts";
import { commands } from "../staff/commands/index.ts";
import type { Desk } from "../staff/command.ts";
import { sheet } from "../staff/staff-views.ts";
import type { Answer, Said } from "../context.ts";
import { isShared } from "../group-chats.ts";
import { isOrder } from "../routing/text-normalizer.ts";
import { createBot, lookOf, type Bot, type BotOptions } from "../bot.ts";
import { heard } from "../routing/text-normalizer.ts";
import { intents } from "../intents/intents.ts";
import { createRouter } from "../routing/text-router.ts";
import { HeldBack, heldConclusion, heldExecution, withoutWrites } from "./dry-run.ts";
import { answerDevOrder, devOrderIn, maySeeMembers, type DevDesk } from "./dev-commands.ts";
import { createPersonas } from "./impersonation.ts";

const budgetMs = 8000;
/** Shown as the speaker of every message. */
const mark = { name: "TEST" };

const marked = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, sender: mark }));

/** Real members are for those who look after the replies or the shop; a cashier has the members' channel. */
function trustedOnly({ roster, staff, ...desk }: Desk, real: boolean, staffAccount: string): Desk {
  return {
    ...desk,
    // Staff are the members' account's, wherever they are asked about.
    staff: {
      ...staff,
      get: (_account, lineId) => staff.get(staffAccount, lineId),
      list: () => staff.list(staffAccount),
      invite: (_account, deed, invitation) => staff.invite(staffAccount, deed, invitation),
      join: (_account, deed, hash, name) => staff.join(staffAccount, deed, hash, name),
      remove: (_account, deed, lineId) => staff.remove(staffAccount, deed, lineId),
    },
    roster: {
      ...roster,
      async of(_account, lineId) {
        const found = await roster.of(staffAccount, lineId);
        return real && found?.role === "cashier" ? null : found;
      },
      all: () => roster.all(staffAccount),
    },
  };
}

/**
 * @param desk of the staff of the members' account; its writes are held back here.
 * @param real whether members are real people.
 */
export function createDevBot(
  options: Omit<BotOptions, "commands" | "members"> & {
    connect: Connect;
    desk: Desk;
    staffAccount: string;
    real: boolean;
    clock: Clock;
  },
): Bot {
  const { languages, words, staffAccount, real, clock } = options;
  const connect = withoutWrites(options.connect);
  const personas = createPersonas(connect, clock);
  const prepare = (messages: readonly Message[]) => options.prepare(marked(messages));
  const desk: Desk = {
    ...trustedOnly(options.desk, real, staffAccount),
    members: personas,
    execution: heldExecution(connect, options.desk.confirmations),
  };
  const bot = createBot({
    ...options,
    connect,
    members: personas,
    commands: createCommandDoor({ table: commands, desk, clock }),
    prepare,
  });
  const lookIn = (language: Language) => lookOf(options, words, language);
  const devDesk: DevDesk = {
    connect,
    personas,
    roster: options.desk.roster,
    staffAccount,
    real,
    table: commands,
    languages: languages.offered,
    lookIn,
  };
  const route = createRouter(intents);

  const said = (intent: string, { messages, writes = [] }: Said): Answer => ({
    intent,
    reply: prepare(messages),
    writes,
  });

  /** What stands for the members' answers as long as nobody is played. */
  async function sampleFor(account: string, event: LineEvent): Promise<Answer | null> {
    const lineId = event.source?.userId ?? "";
    if (personas.of(lineId).as !== "samples") return null;
    const request = asked(heard(event), route);
    const intent = intents.find(({ name }) => name === request?.intent);
    if (intent?.access !== "member") return null;
    const [sample] = intent.samples(await bot.lookFor(account, lineId));
    return sample ? said(`${intent.name} (sample)`, { messages: sample.messages }) : null;
  }

  async function answerHeldBack(account: string, event: LineEvent, held: HeldBack) {
    const lineId = event.source?.userId ?? "";
    const look = await bot.lookFor(account, lineId);
    const { operation, input, confirmation } = held;
    const body = JSON.stringify(input, null, 1).split("\n").slice(1, -1);
    return said("held back", {
      messages: [sheet(look, look.say("dev.held"), [operation, ...body])],
      writes: confirmation
        ? [
            {
              kind: "conclusion",
              ...heldConclusion(confirmation, lineId, event.webhookEventId, look.now),
            },
          ]
        : [],
    });
  }

  return {
    ...bot,
    async handle(account, event) {
      if (isShared(event) || !event.source?.userId) return bot.handle(account, event);
      const { userId } = event.source;
      if (personas.of(userId).as === "member" && !(await maySeeMembers(userId, devDesk))) {
        personas.play(userId, { as: "samples" });
      }
      const order = devOrderIn(event);
      if (order) {
        using budget = deadline(clock, budgetMs);
        const look = await bot.lookFor(account, userId);
        return said(
          `/${order.name}`,
          await answerDevOrder(order, look, event, devDesk, budget.signal),
        );
      }
      const sample = isOrder(event) ? null : await sampleFor(account, event);
      if (sample) return sample;
      try {
        return await bot.handle(account, event);
      } catch (error) {
        if (!(error instanceof HeldBack)) throw error;
        return answerHeldBack(account, event, error);
      }
    },
  };
}
