/** The bot's only door: an event comes in, the answer to it goes out. */
import { deadline, type Clock } from "../clock.ts";
import type { Connect } from "../loyalty/client.ts";
import type { CodeAddresses } from "../http/code-images.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import { preparedFrom, type Message, type Prepared } from "../line/messages/prepare-reply.ts";
import type { Log } from "../observability/log.ts";
import { isAbsent } from "../loyalty/unsupported-operation.ts";
import { asked } from "./event-router.ts";
import type { CommandDoor, Heard } from "./staff/command-router.ts";
import type { NoticeReader } from "./staff/confirmation/notifications.ts";
import type { Answer, Brand, Context, Intent, Look, Said } from "./context.ts";
import { createForMembers, isPlatformFailure } from "./member-reply.ts";
import { createGroups, isShared } from "./group-chats.ts";
import { createGuesses } from "./routing/code-guess-limiter.ts";
import { heard } from "./routing/text-normalizer.ts";
import { unknown } from "./intents/unknown.ts";
import { intents } from "./intents/intents.ts";
import type { Languages } from "./i18n/user-language.ts";
import { createNotes, type Notes } from "./tracer.ts";
import type { MemberLookup, Members } from "../members/member-cache.ts";
import { remembered } from "./routing/event-side-effects.ts";
import { createRouter } from "./routing/text-router.ts";
import { createSeldom } from "./routing/fallback-throttle.ts";
import { withContact } from "./views/onboarding.ts";
import type { MessageKey } from "./i18n/message-keys.ts";
import type { Words } from "./i18n/translate.ts";

export interface Bot {
  /** Decides what is said to an event. @throws only for faults of ours: a neighbour's failure is answered kindly. */
  handle(account: string, event: LineEvent): Promise<Answer>;
  /** What is said when handling an event failed for good. */
  apologise(account: string, event: LineEvent): Promise<Answer>;
  /** The one line that is said when a reply token has little life left. */
  beLate(account: string, event: LineEvent): Promise<Answer>;
  /** The one line that is said to somebody who writes faster than anybody can be answered. */
  calmDown(account: string, event: LineEvent): Promise<Answer>;
  /** What somebody's views are drawn with. */
  lookFor(account: string, lineId: string): Promise<Look>;
}

export interface BotOptions {
  connect: Connect;
  members: Members;
  languages: Languages;
  words: Words;
  brand: Brand;
  /** The account's id in LINE's addresses, such as `@sakura`. */
  basicId: string;
  timeZone: string;
  images: CodeAddresses;
  commands: CommandDoor;
  notices: NoticeReader;
  /** Checks and serialises what is about to be said. */
  prepare(messages: readonly Message[]): Prepared;
  /** Whether answers tell what was looked up for them. */
  observed?: boolean;
  /** Is told whether a member who was needed was kept, or had to be waited for. */
  lookedUp?(kept: boolean): void;
  clock: Clock;
  log: Log;
}

/** What somebody wants in their 1:1 chat with the account. */
interface Wanted {
  account: string;
  lineId: string;
  /** With only the words left in its text. */
  event: LineEvent;
  order: Heard | null;
  intent: Intent;
  details: Context["details"];
}

/** How many people are kept from being told the same again. */
const mostSeldom = 10_000;

/** One budget for all that an answer asks of the platform, retries and pages included. */
const budgetMs = 8000;
/** LINE takes so many messages at once, and people so many notices. */
const mostMessages = 5;
const mostNotices = 2;
const silence: Answer = { intent: "none", reply: null, writes: [] };

/** What a view draws with in one language, at this moment. */
export function lookOf(
  { brand, timeZone, images, clock }: Pick<BotOptions, "brand" | "timeZone" | "images" | "clock">,
  words: Words,
  language: Look["language"],
): Look {
  return { language, say: words.in(language), brand, timeZone, images, now: clock.now() };
}

export function createBot(options: BotOptions): Bot {
  const { connect, members, languages, words } = options;
  const { commands, notices, prepare, clock, log } = options;
  const route = createRouter(intents);
  const inGroup = createGroups({ basicId: options.basicId, route });
  const mayTell = createSeldom(clock, mostSeldom);
  const guesses = createGuesses(clock);
  const byName = new Map(intents.map((intent) => [intent.name, intent]));

  const lookIn = (language: Look["language"]): Look => lookOf(options, words, language);

  const spoken = ({ messages, writes = [] }: Said): Omit<Answer, "intent"> => ({
    reply: messages.length > 0 ? prepare(messages) : null,
    writes,
  });

  const forMembers = createForMembers({ members, wordsVersion: words.version, spoken });

  function answerPrivately(account: string, event: LineEvent): Answer | Promise<Answer> {
    const lineId = privateSender(event);
    const said = heard(event);
    const order = commands.hear(said);
    const request = order ? { intent: unknown.name, details: {} } : asked(said, route);
    if (!lineId || !request) return silence;
    const intent = byName.get(request.intent) ?? unknown;
    const wanted = { account, lineId, event: said, order, intent, details: request.details };
    return readyAnswer(wanted) ?? answerAnew(wanted);
  }

  /** What needs nobody to be asked and nothing to be drawn: what members look at again and again. */
  function readyAnswer({ account, lineId, intent, details }: Wanted): Answer | null {
    if (options.observed || intent.access !== "member" || intent.seldom) return null;
    const language = languages.kept(account, lineId);
    const lookup = members.kept(lineId);
    const reply = language && lookup && forMembers.ready(intent, lookup, { language, details });
    if (!reply) return null;
    options.lookedUp?.(true);
    return { intent: intent.name, reply, writes: [] };
  }

  async function answerAnew(wanted: Wanted): Promise<Answer> {
    const { account, lineId, event, order, intent } = wanted;
    const notes = options.observed ? createNotes(clock) : null;
    // Begun before the language is known, so that a first message waits for the slower of the two only.
    const begun =
      intent.access === "member"
        ? { intent, lookup: lookUp(intent, lineId, notes) }
        : { intent, lookup: null };
    const language = languages.kept(account, lineId) ?? languages.of(account, lineId);
    notes?.add("language", language, (found) => found);
    const lookedUp = notes && { lookups: notes.lookups };
    using budget = deadline(clock, budgetMs);
    const context: Context = {
      ...lookIn(await language),
      event,
      account,
      lineId,
      details: wanted.details,
      connect: notes?.watching(connect) ?? connect,
      get signal() {
        return budget.signal;
      },
      guesses,
      offered: languages.offered,
      sayIn: words.in,
    };
    try {
      const ordered = order && (await commands.answer(order, context));
      if (ordered) return { intent: "command", ...spoken(ordered), ...lookedUp };
      if (intent.seldom && !mayTell(lineId, event.webhookEventId)) return silence;
      const reply =
        begun.lookup === null
          ? spoken(await begun.intent.answer(context))
          : await forMembers.answer(begun, context);
      for (const write of reply.writes) {
        if (write.kind === "language") languages.choose(account, write.lineId, write.language);
      }
      return { intent: intent.name, ...reply, ...lookedUp };
    } catch (error) {
      if (!isPlatformFailure(error)) throw error;
      log.info({ intent: intent.name, code: error.code, reason: error.message }, "apologised");
      const apology = isAbsent(error) ? "apology.absent" : "apology.platform";
      return { ...(await sorry(account, event, apology)), ...lookedUp };
    }
  }

  function lookUp(
    { fresh }: { fresh?: boolean },
    lineId: string,
    notes: Notes | null,
  ): MemberLookup | Promise<MemberLookup> {
    if (fresh) members.forget(lineId);
    const kept = members.kept(lineId);
    options.lookedUp?.(kept !== null);
    const lookup = kept ?? members.lookup(lineId);
    notes?.add("member", lookup, ({ kind }) => kind);
    // Whoever awaits it is told of its failure.
    if (lookup instanceof Promise) lookup.catch(() => {});
    return lookup;
  }

  async function sorry(
    account: string,
    event: LineEvent,
    key: Extract<MessageKey, `apology.${string}`>,
  ): Promise<Answer> {
    const lineId = privateSender(event);
    if (!lineId || !asked(heard(event), route)) return silence;
    const look = lookIn(await languages.of(account, lineId));
    const message = withContact(look, { type: "text", text: look.say(key) });
    return { intent: "apology", reply: prepare([message]), writes: [] };
  }

  const lookFor = async (account: string, lineId: string) =>
    lookIn(await languages.of(account, lineId));

  /** What somebody was still to be told comes before what they asked for. */
  async function withNotices(account: string, event: LineEvent, answer: Answer): Promise<Answer> {
    const lineId = privateSender(event);
    const room = Math.min(mostNotices, mostMessages - (answer.reply?.count ?? mostMessages));
    if (!lineId || !answer.reply || room < 1) return answer;
    const waiting = (await notices.of(account, lineId)).slice(0, room);
    if (waiting.length === 0) return answer;
    const look = await lookFor(account, lineId);
    const found = await Promise.all(
      waiting.map(async (one) => ({ id: one.id, view: await notices.view(look, one) })),
    );
    const carried = found.filter(({ view }) => view !== null).map(({ id }) => id);
    const obsolete = found.filter(({ view }) => view === null).map(({ id }) => id);
    const views = found.map(({ view }) => view).filter((view) => view !== null);
    return {
      ...answer,
      reply: views.length > 0 ? joined(prepare(views), answer.reply) : answer.reply,
      writes: [
        ...answer.writes,
        { kind: "carried", eventId: event.webhookEventId, ids: carried },
        { kind: "obsolete", ids: obsolete },
      ],
    };
  }

  return {
    lookFor,
    async handle(account, event) {
      const answer = isShared(event)
        ? { intent: "group", ...spoken({ messages: inGroup(event, lookIn(languages.standard)) }) }
        : await answerPrivately(account, event);
      return withOwnWrites(event, await withNotices(account, event, answer));
    },
    apologise: (account, event) => sorry(account, event, "apology.failed"),
    beLate: async (account, event) =>
      withOwnWrites(event, await sorry(account, event, "apology.late")),
    calmDown: async (account, event) => ({
      ...(await sorry(account, event, "apology.flood")),
      intent: "flood",
    }),
  };
}

/** The event's own changes are stored whatever was said to it. */
function withOwnWrites(event: LineEvent, answer: Answer): Answer {
  const own = remembered(event);
  return own.length > 0 ? { ...answer, writes: [...own, ...answer.writes] } : answer;
}

/** Two replies as one. */
const joined = (first: Prepared, second: Prepared): Prepared =>
  preparedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);

/** The sender where nobody else can read the answer: member data is only ever shown there. */
function privateSender(event: LineEvent): string | null {
  return event.source?.type === "user" ? (event.source.userId ?? null) : null;
}
