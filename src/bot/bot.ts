/** The bot's only door: an event comes in, the answer to it goes out. */
import { deadline, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { CodeAddresses } from "../http/code-images.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import {
  serializedFrom,
  type Message,
  type SerializedMessages,
} from "../line/messages/prepare-reply.ts";
import type { Log } from "../observability/log.ts";
import { isUnsupported } from "../loyalty/unsupported-operation.ts";
import { routeEvent } from "./event-router.ts";
import type { CommandRouter, ParsedCommand } from "./staff/command-router.ts";
import type { NoticeReader } from "./staff/confirmation/notifications.ts";
import type { BotReply, Brand, Context, Intent, RenderContext, Reply } from "./context.ts";
import { createMemberReply, isPlatformFailure } from "./member-reply.ts";
import { createGroupChats, isGroupChat } from "./group-chats.ts";
import { createCodeGuessLimiter } from "./routing/code-guess-limiter.ts";
import { normalizeEvent } from "./routing/text-normalizer.ts";
import { unknown } from "./intents/unknown.ts";
import { intents } from "./intents/intents.ts";
import type { UserLanguages } from "./i18n/user-language.ts";
import { createTracer, type Tracer } from "./tracer.ts";
import type { MemberLookup, MemberCache } from "../members/member-cache.ts";
import { sideEffectsOf } from "./routing/event-side-effects.ts";
import { createTextRouter } from "./routing/text-router.ts";
import { createFallbackThrottle } from "./routing/fallback-throttle.ts";
import { withContactButton } from "./views/onboarding.ts";
import type { MessageKey } from "./i18n/message-keys.ts";
import type { Messages } from "./i18n/translate.ts";

export interface Bot {
  /** Decides what is said to an event. @throws only for faults of ours: a neighbour's failure is answered kindly. */
  handle(account: string, event: LineEvent): Promise<BotReply>;
  /** What is said when handling an event failed for good. */
  errorReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The one line that is said when a reply token has little life left. */
  lateReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The one line that is said to somebody who writes faster than anybody can be answered. */
  rateLimitReply(account: string, event: LineEvent): Promise<BotReply>;
  /** What somebody's views are drawn with. */
  renderContextFor(account: string, lineId: string): Promise<RenderContext>;
}

export interface BotOptions {
  loyalty: LoyaltyClient;
  members: MemberCache;
  languages: UserLanguages;
  words: Messages;
  brand: Brand;
  /** The account's id in LINE's addresses, such as `@sakura`. */
  basicId: string;
  timeZone: string;
  images: CodeAddresses;
  commands: CommandRouter;
  notices: NoticeReader;
  /** Checks and serialises what is about to be said. */
  prepare(messages: readonly Message[]): SerializedMessages;
  /** Whether answers tell what was looked up for them. */
  traced?: boolean;
  /** Is told whether a member who was needed was kept, or had to be waited for. */
  onMemberLookup?(kept: boolean): void;
  clock: Clock;
  log: Log;
}

/** What somebody wants in their 1:1 chat with the account. */
interface UserRequest {
  account: string;
  lineId: string;
  /** With only the words left in its text. */
  event: LineEvent;
  command: ParsedCommand | null;
  intent: Intent;
  details: Context["details"];
}

/** How many people are kept from being told the same again. */
const maxThrottledSenders = 10_000;

/** One budget for all that an answer asks of the platform, retries and pages included. */
const budgetMs = 8000;
/** LINE takes so many messages at once, and people so many notices. */
const maxMessages = 5;
const maxNotices = 2;
const silence: BotReply = { intent: "none", reply: null, writes: [] };

/** What a view draws with in one language, at this moment. */
export function renderContextOf(
  { brand, timeZone, images, clock }: Pick<BotOptions, "brand" | "timeZone" | "images" | "clock">,
  words: Messages,
  language: RenderContext["language"],
): RenderContext {
  return { language, t: words.in(language), brand, timeZone, images, now: clock.now() };
}

export function createBot(options: BotOptions): Bot {
  const { loyalty, members, languages, words } = options;
  const { commands, notices, prepare, clock, log } = options;
  const route = createTextRouter(intents);
  const inGroup = createGroupChats({ basicId: options.basicId, route });
  const mayTell = createFallbackThrottle(clock, maxThrottledSenders);
  const codeGuesses = createCodeGuessLimiter(clock);
  const byName = new Map(intents.map((intent) => [intent.name, intent]));

  const lookIn = (language: RenderContext["language"]): RenderContext =>
    renderContextOf(options, words, language);

  const spoken = ({ messages, writes = [] }: Reply): Omit<BotReply, "intent"> => ({
    reply: messages.length > 0 ? prepare(messages) : null,
    writes,
  });

  const forMembers = createMemberReply({ members, wordsVersion: words.version, spoken });

  function answerPrivately(account: string, event: LineEvent): BotReply | Promise<BotReply> {
    const lineId = privateSender(event);
    const said = normalizeEvent(event);
    const command = commands.parse(said);
    const request = command ? { intent: unknown.name, details: {} } : routeEvent(said, route);
    if (!lineId || !request) return silence;
    const intent = byName.get(request.intent) ?? unknown;
    const wanted = { account, lineId, event: said, command, intent, details: request.details };
    return readyAnswer(wanted) ?? answerAnew(wanted);
  }

  /** What needs nobody to be asked and nothing to be drawn: what members look at again and again. */
  function readyAnswer({ account, lineId, intent, details }: UserRequest): BotReply | null {
    if (options.traced || intent.access !== "member" || intent.seldom) return null;
    const language = languages.cached(account, lineId);
    const lookup = members.cached(lineId);
    const reply = language && lookup && forMembers.ready(intent, lookup, { language, details });
    if (!reply) return null;
    options.onMemberLookup?.(true);
    return { intent: intent.name, reply, writes: [] };
  }

  async function answerAnew(wanted: UserRequest): Promise<BotReply> {
    const { account, lineId, event, command, intent } = wanted;
    const notes = options.traced ? createTracer(clock) : null;
    // Begun before the language is known, so that a first message waits for the slower of the two only.
    const begun =
      intent.access === "member"
        ? { intent, lookup: lookUp(intent, lineId, notes) }
        : { intent, lookup: null };
    const language = languages.cached(account, lineId) ?? languages.of(account, lineId);
    notes?.add("language", language, (found) => found);
    const lookedUp = notes && { lookups: notes.entries };
    using budget = deadline(clock, budgetMs);
    const context: Context = {
      ...lookIn(await language),
      event,
      account,
      lineId,
      details: wanted.details,
      loyalty: notes?.instrument(loyalty) ?? loyalty,
      get signal() {
        return budget.signal;
      },
      codeGuesses,
      offeredLanguages: languages.offered,
      translatorFor: words.in,
    };
    try {
      const ordered = command && (await commands.answer(command, context));
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
      const apology = isUnsupported(error) ? "apology.absent" : "apology.platform";
      return { ...(await sorry(account, event, apology)), ...lookedUp };
    }
  }

  function lookUp(
    { fresh }: { fresh?: boolean },
    lineId: string,
    notes: Tracer | null,
  ): MemberLookup | Promise<MemberLookup> {
    if (fresh) members.forget(lineId);
    const kept = members.cached(lineId);
    options.onMemberLookup?.(kept !== null);
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
  ): Promise<BotReply> {
    const lineId = privateSender(event);
    if (!lineId || !routeEvent(normalizeEvent(event), route)) return silence;
    const ctx = lookIn(await languages.of(account, lineId));
    const message = withContactButton(ctx, { type: "text", text: ctx.t(key) });
    return { intent: "apology", reply: prepare([message]), writes: [] };
  }

  const renderContextFor = async (account: string, lineId: string) =>
    lookIn(await languages.of(account, lineId));

  /** What somebody was still to be told comes before what they asked for. */
  async function withNotices(
    account: string,
    event: LineEvent,
    answer: BotReply,
  ): Promise<BotReply> {
    const lineId = privateSender(event);
    const room = Math.min(maxNotices, maxMessages - (answer.reply?.count ?? maxMessages));
    if (!lineId || !answer.reply || room < 1) return answer;
    const waiting = (await notices.of(account, lineId)).slice(0, room);
    if (waiting.length === 0) return answer;
    const ctx = await renderContextFor(account, lineId);
    const found = await Promise.all(
      waiting.map(async (one) => ({ id: one.id, view: await notices.view(ctx, one) })),
    );
    const carried = found.filter(({ view }) => view !== null).map(({ id }) => id);
    const obsolete = found.filter(({ view }) => view === null).map(({ id }) => id);
    const views = found.map(({ view }) => view).filter((view) => view !== null);
    return {
      ...answer,
      reply: views.length > 0 ? concatReplies(prepare(views), answer.reply) : answer.reply,
      writes: [
        ...answer.writes,
        { kind: "carried", eventId: event.webhookEventId, ids: carried },
        { kind: "obsolete", ids: obsolete },
      ],
    };
  }

  return {
    renderContextFor,
    async handle(account, event) {
      const answer = isGroupChat(event)
        ? { intent: "group", ...spoken({ messages: inGroup(event, lookIn(languages.fallback)) }) }
        : await answerPrivately(account, event);
      return withSideEffects(event, await withNotices(account, event, answer));
    },
    errorReply: (account, event) => sorry(account, event, "apology.failed"),
    lateReply: async (account, event) =>
      withSideEffects(event, await sorry(account, event, "apology.late")),
    rateLimitReply: async (account, event) => ({
      ...(await sorry(account, event, "apology.flood")),
      intent: "flood",
    }),
  };
}

/** The event's own changes are stored whatever was said to it. */
function withSideEffects(event: LineEvent, answer: BotReply): BotReply {
  const own = sideEffectsOf(event);
  return own.length > 0 ? { ...answer, writes: [...own, ...answer.writes] } : answer;
}

/** Two replies as one. */
const concatReplies = (first: SerializedMessages, second: SerializedMessages): SerializedMessages =>
  serializedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);

/** The sender where nobody else can read the answer: member data is only ever shown there. */
function privateSender(event: LineEvent): string | null {
  return event.source?.type === "user" ? (event.source.userId ?? null) : null;
}
