/** Builds the marketers' channel out of the members' parts: the same bot, among people who play members. */
import { createDesk } from "../bot/staff/create-staff-context.ts";
import { createDevBot } from "../bot/dev/dev-bot.ts";
import type { Bot, BotOptions } from "../bot/bot.ts";
import { createLanguages } from "../bot/i18n/user-language.ts";
import { liveWords } from "../bot/i18n/draft-translations.ts";
import type { Config } from "../config/config.ts";
import type { LineSide } from "./connections.ts";
import type { Store } from "../store/store.ts";

/**
 * @param shared what the members' bot is made of.
 * @param staffAccount the members' account: its staff are this channel's.
 */
export function createDevChannel(options: {
  shared: Omit<BotOptions, "commands" | "languages" | "basicId">;
  side: LineSide;
  staffAccount: string;
  config: Config;
  store: Store;
}): { bot: Bot; forget(lineId: string): void } {
  const { shared, side, staffAccount, config, store } = options;
  const { sender } = side;
  const languages = createLanguages({
    offered: config.business.languages,
    chats: store.chats,
    phoneLanguage: async (lineId) => (await sender.getProfile(lineId))?.language,
    clock: shared.clock,
    size: config.memberCache.size,
  });
  const desk = createDesk({
    connect: shared.connect,
    members: shared.members,
    store,
    ownerLineIds: config.ownerLineIds,
    displayName: async (lineId) => (await sender.getProfile(lineId))?.displayName,
    limits: config.limits,
    approvalAbove: config.giftApprovalAbove,
    idempotent: true,
    clock: shared.clock,
  });
  const bot = createDevBot({
    ...shared,
    words: liveWords(config.wordsDir, shared.words, shared.timeZone),
    languages,
    basicId: side.basicId,
    desk,
    staffAccount,
    real: config.connect.kind === "real",
  });
  return { bot, forget: (lineId) => languages.forget(side.channel.account, lineId) };
}
