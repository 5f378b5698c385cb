/** Builds the dev channel's bot: the draft translations, without effects on members. Imported only if there is one. */
import type { Bot } from "../bot/bot.ts";
import { createDevBot } from "../bot/dev/dev-bot.ts";
import { draftMessages } from "../bot/i18n/draft-translations.ts";
import type { Config } from "../config/config.ts";

export function createDevChannelBot(
  config: Config,
  options: Omit<Parameters<typeof createDevBot>[0], "real">,
): Bot {
  return createDevBot({
    ...options,
    translations: draftMessages(config.wordsDir, options.translations, options.timeZone),
    real: config.connect.kind === "real",
  });
}
