/** Composes the dev channel for marketers from the parts of the members' bot, with impersonation of members. */
import { createStaffContext } from "../bot/staff/create-staff-context.ts";
import { createDevBot } from "../bot/dev/dev-bot.ts";
import type { Bot, BotOptions } from "../bot/bot.ts";
import { createUserLanguages } from "../bot/i18n/user-language.ts";
import { draftMessages } from "../bot/i18n/draft-translations.ts";
import type { Config } from "../config/config.ts";
import type { LineChannel } from "./connections.ts";
import type { Store } from "../store/store.ts";

/**
 * @param shared the options of the members' bot.
 * @param staffAccount the members' account, whose staff may use the dev channel.
 */
export function createDevChannel(options: {
  shared: Omit<BotOptions, "commands" | "languages" | "basicId">;
  side: LineChannel;
  staffAccount: string;
  config: Config;
  store: Store;
}): { bot: Bot; forget(lineId: string): void } {
  const { shared, side, staffAccount, config, store } = options;
  const { messaging } = side;
  const languages = createUserLanguages({
    offered: config.business.languages,
    chats: store.lineUsers,
    phoneLanguage: async (lineId) => (await messaging.getProfile(lineId))?.language,
    clock: shared.clock,
    size: config.memberCache.size,
  });
  const staffContext = createStaffContext({
    loyalty: shared.loyalty,
    members: shared.members,
    store,
    ownerLineIds: config.ownerLineIds,
    displayName: async (lineId) => (await messaging.getProfile(lineId))?.displayName,
    limits: config.limits,
    approvalAbove: config.giftApprovalAbove,
    idempotent: true,
    clock: shared.clock,
  });
  const bot = createDevBot({
    ...shared,
    words: draftMessages(config.wordsDir, shared.words, shared.timeZone),
    languages,
    basicId: side.basicId,
    staffContext,
    staffAccount,
    real: config.connect.kind === "real",
  });
  return { bot, forget: (lineId) => languages.forget(side.channel.account, lineId) };
}
