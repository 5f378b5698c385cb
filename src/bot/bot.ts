/** The bot's entry point: takes one webhook event and returns the reply and the state changes to store. */
import { deadline, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
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
import type {
  BotReply,
  Brand,
  CodeAddresses,
  Context,
  Intent,
  RenderContext,
  Reply,
} from "./context.ts";
import { createMemberReply, isPlatformFailure } from "./member-reply.ts";
import { createGroupChats, isGroupChat } from "./group-chats.ts";
import { createCodeGuessLimiter } from "./routing/code-guess-limiter.ts";
import { normalizeEvent } from "./routing/text-normalizer.ts";
import { unknown } from "./intents/unknown.ts";
import { intents } from "./intents/intents.ts";
import type { UserLanguages } from "./i18n/user-language.ts";
import { createReplyCache } from "./reply-cache.ts";
import { createTracer, type Tracer } from "./tracing/tracer.ts";
import type { MemberLookup, MemberCache } from "../members/member-cache.ts";
import { sideEffectsOf } from "./routing/event-side-effects.ts";
import { createTextRouter } from "./routing/text-router.ts";
import { createFallbackThrottle } from "./routing/fallback-throttle.ts";
import { withContactButton } from "./views/onboarding.ts";
import type { MessageKey } from "./i18n/message-keys.ts";
import type { Messages } from "./i18n/translate.ts";

export interface Bot {
  /**
   * Answers one event. A failure of the loyalty platform becomes an apology.
   * @throws only on faults of the bot itself.
   */
  handle(account: string, event: LineEvent): Promise<BotReply>;
  /** The reply to an event whose handling failed on every attempt. */
  errorReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The short reply to an event whose reply token is about to expire. */
  lateReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The short reply to a sender who is over the rate limit. */
  rateLimitReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The render context in this user's language. */
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
  /** Validates and serialises the messages of a reply. */
  prepare(messages: readonly Message[]): SerializedMessages;
  /** Whether replies carry a trace of the lookups made for them; turns the reply cache off. */
  traced?: boolean;
  /** Called for each member lookup: true on a cache hit, false when the platform is asked. */
  onMemberLookup?(hit: boolean): void;
  clock: Clock;
  log: Log;
}

/** A routed event of a 1:1 chat. */
interface UserRequest {
  account: string;
  lineId: string;
  /** The normalised event: its text without emoji and mentions of the account. */
  event: LineEvent;
  command: ParsedCommand | null;
  intent: Intent;
  details: Context["details"];
}

/** Senders that the fallback throttle remembers. */
const maxThrottledSenders = 10_000;

/** Time limit for all platform calls of one answer, retries and pages included. */
const budgetMs = 8000;
/** LINE accepts 5 messages per reply. */
const maxMessages = 5;
/** Staff notices put in front of one reply. */
const maxNotices = 2;
const noReply: BotReply = { intent: "none", reply: null, writes: [] };

/** The render context of one language, at the clock's current time. */
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
  const replyInGroup = createGroupChats({ basicId: options.basicId, route });
  const mayFallBack = createFallbackThrottle(clock, maxThrottledSenders);
  const codeGuesses = createCodeGuessLimiter(clock);
  const intentsByName = new Map(intents.map((intent) => [intent.name, intent]));

  const renderContextIn = (language: RenderContext["language"]): RenderContext =>
    renderContextOf(options, words, language);

  const serialize = ({ messages, writes = [] }: Reply): Omit<BotReply, "intent"> => ({
    reply: messages.length > 0 ? prepare(messages) : null,
    writes,
  });

  const memberReply = createMemberReply({ members, replies: createReplyCache(), words, serialize });

  function answerPrivately(account: string, event: LineEvent): BotReply | Promise<BotReply> {
    const lineId = privateSender(event);
    const normalized = normalizeEvent(event);
    const command = commands.parse(normalized);
    const routed = command ? { intent: unknown.name, details: {} } : routeEvent(normalized, route);
    if (!lineId || !routed) return noReply;
    const intent = intentsByName.get(routed.intent) ?? unknown;
    const request = {
      account,
      lineId,
      event: normalized,
      command,
      intent,
      details: routed.details,
    };
    return cachedReply(request) ?? computeReply(request);
  }

  /** The reply that needs no call and no rendering: language, member and rendered reply are all cached; else null. */
  function cachedReply({ account, lineId, intent, details }: UserRequest): BotReply | null {
    if (options.traced || intent.access !== "member" || intent.throttled) return null;
    const language = languages.cached(account, lineId);
    const lookup = members.cached(lineId);
    const reply =
      language && lookup && memberReply.findCached(intent, lookup, { language, details });
    if (!reply) return null;
    options.onMemberLookup?.(true);
    return { intent: intent.name, reply, writes: [] };
  }

  async function computeReply(request: UserRequest): Promise<BotReply> {
    const { account, lineId, event, command, intent } = request;
    const tracer = options.traced ? createTracer(clock) : null;
    // Started before the language is known: a first message waits for the slower of the two, not for both.
    const started =
      intent.access === "member"
        ? { intent, lookup: lookUp(intent, lineId, tracer) }
        : { intent, lookup: null };
    const language = languages.cached(account, lineId) ?? languages.of(account, lineId);
    tracer?.add("language", language, (found) => found);
    const traceFields = tracer && { trace: tracer.entries };
    using budget = deadline(clock, budgetMs);
    const context: Context = {
      ...renderContextIn(await language),
      event,
      account,
      lineId,
      details: request.details,
      loyalty: tracer?.instrument(loyalty) ?? loyalty,
      get signal() {
        return budget.signal;
      },
      codeGuesses,
      offeredLanguages: languages.offered,
      translatorFor: words.in,
    };
    try {
      const commandReply = command && (await commands.answer(command, context));
      if (commandReply) return { intent: "command", ...serialize(commandReply), ...traceFields };
      if (intent.throttled && !mayFallBack(lineId, event.webhookEventId)) return noReply;
      const reply =
        started.lookup === null
          ? serialize(await started.intent.answer(context))
          : await memberReply.answer(started, context);
      for (const write of reply.writes) {
        if (write.kind === "language") languages.choose(account, write.lineId, write.language);
      }
      return { intent: intent.name, ...reply, ...traceFields };
    } catch (error) {
      if (!isPlatformFailure(error)) throw error;
      log.info({ intent: intent.name, code: error.code, reason: error.message }, "apologised");
      const apology = isUnsupported(error) ? "apology.absent" : "apology.platform";
      return { ...(await apologize(account, event, apology)), ...traceFields };
    }
  }

  function lookUp(
    { fresh }: { fresh?: boolean },
    lineId: string,
    tracer: Tracer | null,
  ): MemberLookup | Promise<MemberLookup> {
    if (fresh) members.forget(lineId);
    const cached = members.cached(lineId);
    options.onMemberLookup?.(cached !== null);
    const lookup = cached ?? members.lookup(lineId);
    tracer?.add("member", lookup, ({ kind }) => kind);
    // The awaiting caller handles the failure; this only prevents an unhandled rejection in the meantime.
    if (lookup instanceof Promise) lookup.catch(() => {});
    return lookup;
  }

  async function apologize(
    account: string,
    event: LineEvent,
    key: Extract<MessageKey, `apology.${string}`>,
  ): Promise<BotReply> {
    const lineId = privateSender(event);
    if (!lineId || !routeEvent(normalizeEvent(event), route)) return noReply;
    const ctx = renderContextIn(await languages.of(account, lineId));
    const message = withContactButton(ctx, { type: "text", text: ctx.t(key) });
    return { intent: "apology", reply: prepare([message]), writes: [] };
  }

  const renderContextFor = async (account: string, lineId: string) =>
    renderContextIn(await languages.of(account, lineId));

  /** Puts the sender's pending notices in front of the reply, as many as LINE's message limit allows. */
  async function withNotices(
    account: string,
    event: LineEvent,
    answer: BotReply,
  ): Promise<BotReply> {
    const lineId = privateSender(event);
    const slots = Math.min(maxNotices, maxMessages - (answer.reply?.count ?? maxMessages));
    if (!lineId || !answer.reply || slots < 1) return answer;
    const pending = (await notices.of(account, lineId)).slice(0, slots);
    if (pending.length === 0) return answer;
    const ctx = await renderContextFor(account, lineId);
    const rendered = await Promise.all(
      pending.map(async (notice) => ({ id: notice.id, view: await notices.view(ctx, notice) })),
    );
    const carried = rendered.filter(({ view }) => view !== null).map(({ id }) => id);
    const obsolete = rendered.filter(({ view }) => view === null).map(({ id }) => id);
    const views = rendered.map(({ view }) => view).filter((view) => view !== null);
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
        ? {
            intent: "group",
            ...serialize({ messages: replyInGroup(event, renderContextIn(languages.fallback)) }),
          }
        : await answerPrivately(account, event);
      return withSideEffects(event, await withNotices(account, event, answer));
    },
    errorReply: (account, event) => apologize(account, event, "apology.failed"),
    lateReply: async (account, event) =>
      withSideEffects(event, await apologize(account, event, "apology.late")),
    rateLimitReply: async (account, event) => ({
      ...(await apologize(account, event, "apology.flood")),
      intent: "flood",
    }),
  };
}

/** Adds the state changes that the event causes itself, whatever the reply is. */
function withSideEffects(event: LineEvent, answer: BotReply): BotReply {
  const sideEffects = sideEffectsOf(event);
  return sideEffects.length > 0
    ? { ...answer, writes: [...sideEffects, ...answer.writes] }
    : answer;
}

/** Joins two serialised replies, without parsing them. */
const concatReplies = (first: SerializedMessages, second: SerializedMessages): SerializedMessages =>
  serializedFrom(`${first.json.slice(0, -1)},${second.json.slice(1)}`, first.count + second.count, [
    ...first.replaced,
    ...second.replaced,
  ]);

/** The sender of an event from a 1:1 chat, else null. Member data is shown in 1:1 chats only. */
function privateSender(event: LineEvent): string | null {
  return event.source?.type === "user" ? (event.source.userId ?? null) : null;
}
