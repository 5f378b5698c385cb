/** The bot's only door: an event comes in, the answer to it goes out. */
import { deadline, type Clock } from "../clock.ts";
import type { Connect } from "../connect/client.ts";
import { KnownError } from "../errors.ts";
import type { CodeAddresses } from "../images.ts";
import type { LineEvent } from "../line/events.ts";
import type { Message, Prepared } from "../line/messages.ts";
import type { Log } from "../log.ts";
import { isAbsent } from "./absent.ts";
import type { Answer, Brand, Context, Intent, Look, Said } from "./context.ts";
import { createGuesses } from "./guesses.ts";
import { unknown } from "./intents/unknown.ts";
import { intents } from "./intents/intents.ts";
import type { Languages } from "./languages.ts";
import type { Members } from "./members.ts";
import { createRouter, pageIn } from "./route.ts";
import { strangerAnswer, withContact } from "./strangers.ts";
import type { MessageKey } from "./words/keys.ts";
import type { Words } from "./words/words.ts";

export interface Bot {
  /** Decides what is said to an event. @throws only for faults of ours: a neighbour's failure is answered kindly. */
  handle(account: string, event: LineEvent): Promise<Answer>;
  /** What is said when handling an event failed for good. */
  apologise(account: string, event: LineEvent): Promise<Answer>;
  /** The one line that is said when a reply token has little life left. */
  beLate(account: string, event: LineEvent): Promise<Answer>;
}

interface BotOptions {
  connect: Connect;
  members: Members;
  languages: Languages;
  words: Words;
  brand: Brand;
  timeZone: string;
  images: CodeAddresses;
  /** Checks and serialises what is about to be said. */
  prepare(messages: readonly Message[]): Prepared;
  clock: Clock;
  log: Log;
}

/** One budget for all that an answer asks of the platform, retries and pages included. */
const budgetMs = 8000;
const silence: Answer = { intent: "none", reply: null, writes: [] };

export function createBot(options: BotOptions): Bot {
  const { connect, members, languages, words, brand, timeZone, images } = options;
  const { prepare, clock, log } = options;
  const route = createRouter(intents);
  const guesses = createGuesses(clock);
  const byName = new Map(intents.map((intent) => [intent.name, intent]));

  async function lookFor(account: string, lineId: string): Promise<Look> {
    const language = await languages.of(account, lineId);
    return { language, say: words.in(language), brand, timeZone, images, now: clock.now() };
  }

  async function sorry(
    account: string,
    event: LineEvent,
    key: Extract<MessageKey, `apology.${string}`>,
  ): Promise<Answer> {
    const lineId = privateSender(event);
    if (!lineId) return silence;
    const look = await lookFor(account, lineId);
    const message = withContact(look, { type: "text", text: look.say(key) });
    return { intent: "apology", reply: prepare([message]), writes: [] };
  }

  /** Answers a member; what depends on the profile alone is rendered once and kept with it. */
  async function answerMember(
    intent: Extract<Intent, { access: "member" }>,
    context: Context,
  ): Promise<Omit<Answer, "intent">> {
    const found = await members.lookup(context.lineId);
    if (found.kind !== "member") return spoken({ messages: [strangerAnswer(context, found.kind)] });
    if (!intent.kept) return spoken(await intent.answer(context, found.profile));
    const key = [intent.name, pageIn(context.details), context.language, words.version].join("/");
    let reply = found.ready.get(key);
    if (!reply) {
      reply = prepare((await intent.answer(context, found.profile)).messages);
      found.ready.set(key, reply);
    }
    return { reply, writes: [] };
  }

  const spoken = ({ messages, writes = [] }: Said): Omit<Answer, "intent"> => ({
    reply: messages.length > 0 ? prepare(messages) : null,
    writes,
  });

  return {
    async handle(account, event) {
      const lineId = privateSender(event);
      if (!lineId || !isAsking(event)) return silence;
      const { intent: name, details } = route(event) ?? { intent: unknown.name, details: {} };
      const intent = byName.get(name) ?? unknown;
      // Begun before the language is known, so that a first message waits for the slower of the two only.
      if (intent.access === "member") members.lookup(lineId).catch(() => {});
      const look = await lookFor(account, lineId);
      using budget = deadline(clock, budgetMs);
      const { signal } = budget;
      const given = { event, account, lineId, details, connect, signal, guesses };
      const context: Context = { ...look, ...given };
      try {
        const said =
          intent.access === "member"
            ? await answerMember(intent, context)
            : spoken(await intent.answer(context));
        return { intent: intent.name, ...said };
      } catch (error) {
        if (!(error instanceof KnownError) || error.party !== "platform") throw error;
        log.warn({ intent: intent.name, code: error.code, reason: error.message }, "apologised");
        return sorry(account, event, isAbsent(error) ? "apology.absent" : "apology.platform");
      }
    },
    apologise: (account, event) => sorry(account, event, "apology.failed"),
    beLate: (account, event) => sorry(account, event, "apology.late"),
  };
}

/** The sender where nobody else can read the answer: member data is only ever shown there. */
function privateSender(event: LineEvent): string | null {
  return event.source?.type === "user" ? (event.source.userId ?? null) : null;
}

const isAsking = (event: LineEvent) =>
  (event.type === "message" && event.message?.type === "text") || event.type === "postback";
