/** The bot's entry point: takes one webhook event and returns the reply and the state changes to store. */
import { orAfter } from "../clock.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { StateChange } from "../store/state-changes.ts";
import { isNewcomer, isReminder, type StoredNotice } from "../store/notices.ts";
import {
  type BotReply,
  type Context,
  type Intent,
  type RenderContext,
  renderContextOf,
} from "./context.ts";
import { createEventRouter, type ReadRequest, type UserRequest } from "./event-router.ts";
import { commonReplyKey, freshReply, type FreshReplyServices, noReply } from "./fresh-reply.ts";
import { createGroupChats, type GroupChats, isGroupChat } from "./group-chats.ts";
import { isGivenAt } from "./i18n/answers/answer.ts";
import { routeToIntent } from "./intents/intents.ts";
import { languageOfText } from "./intents/text-language.ts";
import { findCachedReply, serializeReply } from "./member-reply.ts";
import { createCommonReplies, createReplyCache } from "./reply-cache.ts";
import { createFallbackThrottle } from "./routing/fallback-throttle.ts";
import type { RoutedRequest, RouteEvent } from "./routing/text-router.ts";
import { attachNotices, type NoticeReader } from "./staff/orders/notices.ts";
import type { Answered } from "./staff/rules/gift-rules.ts";
import type { Rules } from "./staff/rules/rules.ts";
import { answerIntent } from "./views/answer-view.ts";
import { type ApologyKey, apologyView, lateAnswerView } from "./views/fallback.ts";
import { noRemindersIntent } from "./views/reminder-view.ts";

export interface HandleOptions {
  /**
   * When the reply token is about to expire, in clock milliseconds: a member's question that isn't answered by then
   * gets a button that asks it again. Staff commands that have begun are never given up; one that hasn't begun by
   * then isn't carried out.
   */
  lateAt?: number | undefined;
  /**
   * Whether an earlier attempt may have replied: this reply may be taken for that one, so that it carries no notices,
   * which would count as told.
   */
  mayBeReplied?: boolean;
}

export interface Bot {
  /**
   * Answers one event. A failure of the loyalty platform becomes an apology.
   * @throws only on faults of the bot itself.
   */
  handle(account: string, event: LineEvent, options?: HandleOptions): Promise<BotReply>;
  /** The reply to an event whose handling failed on every attempt. */
  errorReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The short reply to a sender who is over the rate limit. */
  rateLimitReply(account: string, event: LineEvent): Promise<BotReply>;
  /** The render context in this user's language. */
  renderContextFor(lineId: string): Promise<RenderContext>;
}

export interface BotOptions extends Omit<
  FreshReplyServices,
  "replies" | "commonReplies" | "fallbacks"
> {
  /** The account's id in LINE's addresses, such as `@sakura`. */
  basicId: string;
  notices: NoticeReader;
  /** Absent where the bot does nothing by itself. */
  rules?: Rules | undefined;
}

interface BotServices extends FreshReplyServices {
  readRequest: ReadRequest;
  groups: GroupChats;
  notices: NoticeReader;
  rules?: Rules | undefined;
}

export function createBot(options: BotOptions): Bot {
  const { clock, commands, basicId } = options;
  const route = routeWithAnswers(options);
  const services: BotServices = {
    ...options,
    replies: createReplyCache(),
    commonReplies: createCommonReplies(),
    fallbacks: createFallbackThrottle(clock),
    readRequest: createEventRouter({ route, commands }),
    groups: createGroupChats({ basicId, route }),
  };
  return {
    handle: (account, event, how = {}) => handle(services, account, event, how),
    errorReply: (account, event) => apologize(services, account, event, "apology.failed"),
    rateLimitReply: async (account, event) => ({
      ...(await apologize(services, account, event, "apology.flood")),
      intent: "flood",
    }),
    renderContextFor: (lineId) => renderContextFor(services, lineId),
  };
}

/** Routes to the intents, and to the answers of the shop's own that are given now. */
function routeWithAnswers({ translations, timeZone, clock }: BotOptions): RouteEvent {
  return (event, options = {}) => {
    const { answers } = translations;
    const askedOfShop = (phrase: string): RoutedRequest | undefined => {
      const asked = answers?.asked(phrase);
      if (!asked || !isGivenAt(asked.answer, clock.now(), timeZone)) return undefined;
      const { name, language } = asked;
      return { intent: answerIntent, details: { name, ...(language && { language }) } };
    };
    return routeToIntent(event, { ...options, askedOfShop });
  };
}

async function handle(
  services: BotServices,
  account: string,
  event: LineEvent,
  { lateAt = Infinity, mayBeReplied = false }: HandleOptions,
): Promise<BotReply> {
  if (isGroupChat(event)) return withSideEffects(event, await groupReply(services, event));
  const request = services.readRequest(account, event);
  if (!request) {
    return withSideEffects(event, isAnonymous(event) ? anonymousReply(services, event) : noReply);
  }
  const reply = cachedReply(services, request) ?? (await replyInTime(services, request, lateAt));
  if (!reply) return withSideEffects(event, await lateReply(services, request));
  if (!reply.reply) return withSideEffects(event, reply);
  const waiting = await services.notices.of(account, request.lineId);
  // Hardly anybody has a notice, or gets something by a rule.
  const answered = forRules(services, request, reply, waiting);
  if (waiting.length === 0 && !answered) return withSideEffects(event, reply);
  const how = { waiting, answered, mayTell: !mayBeReplied };
  return withSideEffects(event, await withNotices(services, request, reply, how));
}

/** Whether a person writes or taps in a 1:1 chat without having agreed that LINE tells their user id. */
const isAnonymous = ({ type, source }: LineEvent): boolean =>
  (type === "message" || type === "postback") && source?.type === "user" && !source.userId;

/** Nobody can be looked up for an anonymous event: the reply names the staff instead. */
function anonymousReply(services: BotServices, event: LineEvent): BotReply {
  const { translations, languages, prepare } = services;
  const language =
    languageOfText(event.message?.text ?? "", languages.offered) ?? languages.fallback;
  const ctx = renderContextOf(services, translations, language);
  const reply = prepare([apologyView(ctx, "apology.absent")]);
  return { intent: "apology", reply, writes: [] };
}

/** @returns null when there is no time for an answer, or it isn't ready in time. */
async function replyInTime(
  services: BotServices,
  request: UserRequest,
  lateAt: number,
): Promise<BotReply | null> {
  const { clock } = services;
  const { intent } = request;
  const isCommand = isStaffCommand(request);
  const isLate = clock.now() >= lateAt;
  // The other intents need no call of the platform.
  if (isLate && (isCommand || intent.access === "member" || intent.writes)) return null;
  const reply = freshReply(services, request);
  if (isCommand || intent.access !== "member" || lateAt === Infinity) return reply;
  return orAfter(clock, lateAt - clock.now(), reply, () => null);
}

/** A text that a command may have asked for is a text like any other. */
const isStaffCommand = ({ command }: UserRequest): boolean =>
  command !== null && command.is !== "text";

async function lateReply(services: BotServices, request: UserRequest): Promise<BotReply> {
  const { lineId, intent, details } = request;
  const ctx = await renderContextFor(services, lineId);
  const view = isStaffCommand(request)
    ? apologyView(ctx, "apology.late")
    : lateAnswerView(ctx, { intent: intent.name, details });
  return { intent: "late", reply: services.prepare([view]), writes: [] };
}

async function groupReply(services: BotServices, event: LineEvent): Promise<BotReply> {
  const { groups, translations, languages, prepare } = services;
  const request = groups.read(event);
  if (!request) return { ...noReply, intent: "group" };
  const writer = event.source?.userId;
  const language =
    (writer === undefined ? null : await languages.known(writer)) ??
    languageOfText(request.text, languages.offered) ??
    languages.fallback;
  const messages = groups.reply(request, renderContextOf(services, translations, language));
  return { intent: "group", ...serializeReply({ messages }, prepare) };
}

/** The reply that needs no call and no rendering: language, member and rendered reply are all cached; else null. */
function cachedReply(
  services: BotServices,
  { lineId, command, intent, details }: UserRequest,
): BotReply | null {
  const { languages, members, translations, traced, onMemberLookup } = services;
  if (traced || command) return null;
  const language = languages.cached(lineId);
  if (!language) return null;
  const translationsVersion = translations.version;
  if (intent.access === "anyone") {
    return commonReply(services, intent, { language, details, translationsVersion });
  }
  const lookup = members.cached(lineId);
  if (!lookup) return null;
  const reply = findCachedReply(services, intent, lookup, {
    language,
    details,
    translationsVersion,
  });
  if (!reply) return null;
  onMemberLookup?.(true);
  return { intent: intent.name, reply, writes: [] };
}

/** The reply that everybody gets in a language; null = it isn't cached, or depends on the person. */
function commonReply(
  { translations, timeZone, clock, commonReplies }: BotServices,
  intent: Extract<Intent, { access: "anyone" }>,
  variables: Pick<Context, "language" | "details" | "translationsVersion">,
): BotReply | null {
  if (!intent.isAlike) return null;
  const { answers } = translations;
  const when = { now: clock.now(), timeZone };
  const key = commonReplyKey(intent, { ...variables, ...when, ...(answers && { answers }) });
  const reply = key && commonReplies.find(key);
  return reply && { intent: intent.name, reply, writes: [] };
}

/** What rules ask about the sender; null where they have nothing to do. */
function forRules(
  { rules }: BotServices,
  { account, lineId }: UserRequest,
  { intent, invites = false }: BotReply,
  waiting: readonly StoredNotice[],
): Answered | null {
  const answered = { account, lineId, invites, newcomer: waiting.find(isNewcomer) ?? null };
  return intent !== noRemindersIntent && rules?.concern(answered) === true ? answered : null;
}

/**
 * Does for the sender what rules say, and puts their pending notices in front of the reply.
 * @param how `waiting`: their notices. `answered`: null where rules have nothing to do. `mayTell`: whether the reply may
 * carry notices.
 */
async function withNotices(
  services: BotServices,
  { account, lineId, event }: UserRequest,
  reply: BotReply,
  how: { waiting: readonly StoredNotice[]; answered: Answered | null; mayTell: boolean },
): Promise<BotReply> {
  const { notices, prepare, rules } = services;
  const { waiting, answered, mayTell } = how;
  const isNew = answered !== null && (await rules?.follow(answered)) === true;
  if (!mayTell) return reply;
  const isDeclining = reply.intent === noRemindersIntent;
  const isHidden = (notice: StoredNotice) =>
    isNewcomer(notice) || (isDeclining && isReminder(notice));
  // What a rule has just done is told at once.
  const all = isNew ? await notices.of(account, lineId) : waiting;
  const pending = all.filter((notice) => !isHidden(notice));
  if (pending.length === 0) return reply;
  const renderContext = () => renderContextFor(services, lineId);
  return attachNotices(reply, pending, event.webhookEventId, { notices, prepare, renderContext });
}

/** Adds the state changes that the event causes itself, whatever the reply is. */
function withSideEffects(event: LineEvent, reply: BotReply): BotReply {
  const sideEffects = sideEffectsOf(event);
  return sideEffects.length > 0 ? { ...reply, writes: [...sideEffects, ...reply.writes] } : reply;
}

/** The apology to a user who asked for something; other events get no reply. */
async function apologize(
  services: BotServices,
  account: string,
  event: LineEvent,
  key: ApologyKey,
): Promise<BotReply> {
  const request = services.readRequest(account, event);
  if (!request) return noReply;
  const ctx = await renderContextFor(services, request.lineId);
  return {
    intent: "apology",
    reply: services.prepare([apologyView(ctx, key, request.intent.name)]),
    writes: [],
  };
}

async function renderContextFor(services: BotServices, lineId: string): Promise<RenderContext> {
  const { languages, translations } = services;
  return renderContextOf(services, translations, await languages.of(lineId));
}

/** The state changes that an event causes itself, whatever the reply: follow, unfollow and unsend. */
function sideEffectsOf(event: LineEvent): StateChange[] {
  const lineId = event.source?.userId;
  switch (event.type) {
    case "follow":
    case "unfollow":
      return lineId ? [{ kind: "following", lineId, following: event.type === "follow" }] : [];
    case "unsend":
      return event.unsend ? [{ kind: "unsent", messageId: event.unsend.messageId }] : [];
    default:
      return [];
  }
}
