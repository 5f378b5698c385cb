/** Builds the bot of the members' channel, and of the dev channel where there is one. */
import { type Bot, type BotOptions, createBot } from "../bot/bot.ts";
import { createPublishing, type Publishing } from "../bot/i18n/drafts/publishing.ts";
import { openPublishedTexts, type PublishedTexts } from "../bot/i18n/published-texts.ts";
import { createUserLanguages, type UserLanguages } from "../bot/i18n/user-language.ts";
import { createCodeGuessLimiter } from "../bot/routing/code-guess-limiter.ts";
import type { StaffContext } from "../bot/staff/command.ts";
import { createCommandRouter } from "../bot/staff/command-router.ts";
import { commandTable } from "../bot/staff/commands/index.ts";
import { createNoticeReader } from "../bot/staff/orders/notices.ts";
import type { Images } from "../bot/context.ts";
import { createGiftRules } from "../bot/staff/rules/gift-rules.ts";
import { createReminders, type Reminders } from "../bot/staff/rules/reminders.ts";
import { createRules } from "../bot/staff/rules/rules.ts";
import {
  createEditors,
  createStudioLinks,
  type Editors,
  type StudioLinks,
} from "../bot/staff/studio-links.ts";
import { createStaffContext } from "../bot/staff/create-staff-context.ts";
import { isTraced } from "../config/config.ts";
import type { Language } from "../config/environment-schema.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { createCodeImages, type CodeImages } from "../http/code-images.ts";
import { counterPath } from "../http/counter-page.ts";
import { createMemberCodes, type MemberCodes } from "../http/member-codes.ts";
import { createStatisticsCounter, type StatisticsCounter } from "../jobs/statistics-counter.ts";
import { serializeMessages, type Message } from "../line/messages/prepare-reply.ts";
import { createCouponSetCache } from "../loyalty/coupon-sets.ts";
import { createRewardPrices } from "../loyalty/reward-prices.ts";
import type { Log } from "../observability/log.ts";
import type { LineChannel } from "./connections.ts";
import type { AppContext } from "./context.ts";
import type { Services } from "./connect-services.ts";
import { openAnswerBook } from "./open-answer-book.ts";
import { createMembers, type Members, type MirroredPlatform, mirrorLedger } from "./members.ts";

/** The options that the bots of all channels share. */
export type SharedBotOptions = Omit<BotOptions, "commands" | "languages" | "basicId"> & {
  /** Whether replies are traced for the studio's inspector. */
  traced: boolean;
};

export interface ChannelBot {
  bot: Bot;
  languages: UserLanguages;
}

export interface Bots {
  members: ChannelBot;
  dev: ChannelBot | null;
  shared: SharedBotOptions;
  staffContext: StaffContext;
  editors: Editors;
  publishing: Publishing;
  images: CodeImages & Images;
  texts: PublishedTexts;
  crawler: Members["crawler"];
  mirror: MirroredPlatform["mirror"];
  counter: StatisticsCounter;
  reminders: Reminders;
  /** When the store was last restored from a backup, in milliseconds since 1970; null = never. */
  restoredAt: number | null;
}

export async function buildBot(context: AppContext, services: Services): Promise<Bots> {
  const { config, store, metrics, clock, log } = context;
  const { members: line, dev: devLine } = services.line;
  await store.staff.add(line.channel.account, line.initialStaff);
  const images = await createImages(context, services);
  const memberCodes = await openMemberCodes(context, images, line);
  const { members, crawler } = await createMembers(context, services);
  const counter = countStatistics(context, line);
  const { brand, platform, clockDifference } = services;
  const { loyalty, mirror, transactions } = mirrorLedger(context, services);
  const studioLinks = studioLinksOf(context, line);
  const staffContext = createStaffContext({
    ...staffOptions(context, line),
    memberCodes,
    studioLinks,
    loyalty,
    transactions,
    members,
    idempotent: platform.idempotentWrites,
    clockDifference: clockDifference.current,
    onRedemption: metrics.onRedemption,
    onRuleGift: metrics.onRuleGift,
    onGuessRefused: () => counter.count("guess", "invitation", "unknown"),
  });
  const { timeZone } = config.business;
  const { settings } = store;
  const texts = await openPublishedTexts({
    settings,
    draftDir: config.wordsDir,
    answers: await openAnswerBook(config, originOf(services.platform.emulator)),
    timeZone,
    log,
  });
  const table = commandTable(config.limits);
  const couponSets = createCouponSetCache(clock);
  const { reminderDays: days } = config;
  const { onReminder } = metrics;
  const cardFacts = brand.cardFacts ?? [];
  const clocks = { timeZone, clock };
  const sources = { cardFacts, store, loyalty, couponSets };
  const restored = await store.settings.get(settingsKeys.restoredAt);
  const restoredAt = restored === null ? null : Number(restored);
  const reminders = createReminders({ days, ...sources, restoredAt, onReminder, ...clocks });
  const shared: SharedBotOptions = {
    loyalty,
    couponSets,
    transactions,
    members,
    notices: createNoticeReader({
      ...store,
      redeemer: staffContext.redeemer,
      loyalty,
      couponSets,
      members,
      directory: staffContext.directory,
      table,
      viewReminder: reminders.view,
      onGiftTold: (rule) => metrics.onRuleGift(rule, "told"),
      clock,
      log,
    }),
    translations: texts.messages,
    timeZone,
    images: withMemberCodes(images, memberCodes),
    rewardPrices: createRewardPrices({
      file: services.rewardsFile,
      staffPrices: () => store.staffPrices.list(line.channel.account),
    }),
    codeGuesses: createCodeGuessLimiter(store.failedAttempts, "coupon code", clock, () =>
      counter.count("guess", "coupon code", "unknown"),
    ),
    redeemer: staffContext.redeemer,
    brand,
    prepare: createSerializer(line, log),
    traced: isTraced(config),
    clock,
    log,
  };
  const languages = languagesOf(context, line);
  const bot = createBot({
    ...shared,
    languages,
    commands: createCommandRouter({ table, staffContext }),
    basicId: line.basicId,
    rules: createRules({
      gifts: createGiftRules({
        sets: config.giftSets,
        loyalty,
        couponSets,
        store,
        executor: staffContext.executor,
        onLeft: metrics.onRuleGift,
        onCame: counter.countPerson,
        timeZone,
        clock,
      }),
      reminders: days.coupon === null && days.points === null ? null : reminders,
      members,
      clock,
    }),
    onMemberLookup: metrics.onMemberLookup,
  });
  const { account } = line.channel;
  const editors = createEditors(staffContext.directory, account);
  const { wordsReview: review } = config;
  const publishing = createPublishing({ store, account, editors, review, texts, clock });
  const dev =
    devLine &&
    (await buildDevBot(context, shared, devLine, { account, studioLinks, texts, publishing }));
  const read = { crawler, mirror, reminders, restoredAt, counter };
  const parts = { shared, staffContext, editors, publishing, images, texts, ...read };
  return { members: { bot, languages }, dev, ...parts };
}

/** Of the embedded platform, whose pictures are beside its interface; null = there is none. */
const originOf = (emulator: { baseUrl: string } | null) =>
  emulator && new URL(emulator.baseUrl).origin;

/** @param members the account whose staff may use the dev channel, with their links to the studio and their drafts. */
async function buildDevBot(
  context: AppContext,
  shared: SharedBotOptions,
  line: LineChannel,
  members: {
    account: string;
    studioLinks: StudioLinks | null;
    texts: PublishedTexts;
    publishing: Publishing;
  },
): Promise<ChannelBot> {
  const { createDevChannelBot } = await import("./dev-channel.ts");
  const languages = languagesOf(context, line);
  const memberCodes = await openMemberCodes(context, shared.images, line);
  const staffContext = createStaffContext({
    ...staffOptions(context, line),
    memberCodes,
    studioLinks: members.studioLinks,
    loyalty: shared.loyalty,
    members: shared.members,
    idempotent: true,
  });
  const { config } = context;
  const { basicId } = line;
  const options = {
    ...shared,
    images: withMemberCodes(shared.images, memberCodes),
    languages,
    basicId,
    staffContext,
    account: line.channel.account,
    staffAccount: members.account,
  };
  return { bot: createDevChannelBot(config, members, options), languages };
}

/** Stopped after the last event has ended. */
function countStatistics(
  { config, store, stack, clock, log }: AppContext,
  { channel }: LineChannel,
): StatisticsCounter {
  const counter = createStatisticsCounter({
    account: channel.account,
    statistics: store.statistics,
    timeZone: config.business.timeZone,
    clock,
    log,
  });
  stack.defer(() => counter.stop());
  return counter;
}

/** Null where the studio is off. With a real LINE only PUBLIC_URL tells under which address it is reached. */
function studioLinksOf(
  { config, secrets, store, origin, wallClock }: AppContext,
  { channel, emulator }: LineChannel,
): StudioLinks | null {
  if (!config.studio) return null;
  return createStudioLinks({
    access: store.studioAccess,
    account: channel.account,
    password: secrets.studioPassword,
    address() {
      const base = config.publicUrl ?? (emulator ? origin.get() : null);
      return base && `${base}/studio/`;
    },
    clock: wallClock,
  });
}

/** The address at which phones reach the bot, without a trailing slash; null if there is none. */
function publicAddress({ config, origin }: AppContext, { emulator }: LineChannel): string | null {
  if (emulator) return config.publicUrl ?? origin.get();
  return config.publicUrl?.startsWith("https:") ? config.publicUrl : null;
}

function staffOptions(context: AppContext, line: LineChannel) {
  const { config, store, clock } = context;
  const { messaging, content } = line;
  return {
    store,
    content,
    ownerLineIds: config.ownerLineIds,
    displayName: async (lineId: string) => (await messaging.getProfile(lineId))?.displayName,
    limits: config.limits,
    approvalAbove: config.giftApprovalAbove,
    oddThresholds: config.oddThresholds,
    counterPage(language: Language) {
      const address = publicAddress(context, line);
      return address && `${address}${counterPath}?lang=${language}`;
    },
    redemptionsPerMemberDay: config.redemptionsPerMemberDay,
    timeZone: config.business.timeZone,
    clock,
  };
}

/** Null where codes don't rotate. */
async function openMemberCodes(
  { config, store, clock }: AppContext,
  { qr }: Images,
  { channel }: LineChannel,
): Promise<MemberCodes | null> {
  if (!config.memberCodesRotate) return null;
  const { settings, usedCodes } = store;
  return createMemberCodes({ settings, usedCodes, qr, account: channel.account, clock });
}

const withMemberCodes = (images: Images, codes: MemberCodes | null): Images =>
  codes ? { ...images, memberCode: codes.address } : images;

/** How long a chosen language is cached where several processes may store one. */
const sharedLanguageMs = 5000;

const languagesOf = (
  { config, secrets, store, clock }: AppContext,
  { channel, messaging }: LineChannel,
): UserLanguages =>
  createUserLanguages({
    account: channel.account,
    offered: config.business.languages,
    lineUsers: store.lineUsers,
    phoneLanguage: async (lineId) => (await messaging.getProfile(lineId))?.language,
    clock,
    ...(secrets.databaseUrl !== null && { chosenCacheMs: sharedLanguageMs }),
    size: config.memberCache.size,
  });

/** LINE loads images over https only; an embedded one loads them from this machine. */
async function createImages(
  context: AppContext,
  { line, platform }: Services,
): Promise<CodeImages & Images> {
  const { store, clock } = context;
  const codes = await createCodeImages({
    settings: store.settings,
    publicUrl: () => publicAddress(context, line.members),
    clock,
  });
  if (!line.members.emulator) return codes;
  const demo = platform.emulator && {
    samplePicture: new URL("/pictures/two-cups.png", platform.emulator.baseUrl).href,
  };
  return { ...codes, allowHttp: true, ...demo };
}

const createSerializer =
  ({ emulator }: LineChannel, log: Log) =>
  (messages: readonly Message[]) => {
    const serialized = serializeMessages(messages, { allowHttpImages: emulator !== null });
    for (const fault of serialized.replaced) log.error(fault, "a message of ours breaks a rule");
    return serialized;
  };
