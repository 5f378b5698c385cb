/** Builds the dev channel's bot: drafts of texts, without effects on members. Imported only if there is one. */
import type { Bot } from "../bot/bot.ts";
import { createDevBot, createDraftBots } from "../bot/dev/dev-bot.ts";
import { draftMessages } from "../bot/i18n/draft-folder.ts";
import { cataloguesWith } from "../bot/i18n/published-overrides.ts";
import type { PublishedTexts } from "../bot/i18n/published-texts.ts";
import type { Publishing } from "../bot/i18n/drafts/publishing.ts";
import { createMessages } from "../bot/i18n/translate.ts";
import type { Config } from "../config/config.ts";

export function createDevChannelBot(
  config: Config,
  { texts, publishing }: { texts: PublishedTexts; publishing: Pick<Publishing, "draftOf"> },
  options: Omit<Parameters<typeof createDevBot>[0], "real">,
): Bot {
  const real = config.connect.kind === "real";
  const { timeZone } = options;
  return createDraftBots({
    draftOf: (author) => publishing.draftOf(author),
    withDraft(draft) {
      const catalogues = cataloguesWith(texts.catalogues, draft.texts);
      return createDevBot({ ...options, translations: createMessages(catalogues, timeZone), real });
    },
    publishedVersion: () => texts.messages.version,
    others: createDevBot({
      ...options,
      translations: draftMessages(
        { words: config.wordsDir, answers: config.answersDir },
        options.translations,
        timeZone,
      ),
      real,
    }),
  });
}
