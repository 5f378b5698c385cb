/** What samples are drawn with: the published words, or the draft's in their place. */
import { existsSync } from "node:fs";
import type { RenderContext } from "../../bot/context.ts";
import { readDraft, type Draft } from "../../bot/i18n/draft-folder.ts";
import { withPublished } from "../../bot/i18n/published-overrides.ts";
import { createMessages, type Catalogues, type Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Message, SerializedMessages } from "../../line/messages/prepare-reply.ts";

export interface PreviewOptions {
  /** The business's, its default first. */
  languages: readonly Language[];
  /** The texts that members get now; the same object until others are published. */
  published(): Catalogues;
  /** Where drafts are; null = nobody writes any. */
  wordsDir: string | null;
  timeZone: string;
  renderContext(messages: Messages, language: Language): RenderContext;
  /** The check that everything passes that is sent. */
  prepare(messages: readonly Message[]): SerializedMessages;
}

export interface PreviewContext extends PreviewOptions {
  /** Reads the folder anew; nothing is cached, so that an edit shows at once. */
  draft(): { catalogues: Catalogues; overrides: Draft["overrides"]; faults: string[] } | null;
  /** @param catalogues the same ones are made ready once only. */
  messagesOf(catalogues: Catalogues): Messages;
}

export function createPreviewContext(options: PreviewOptions): PreviewContext {
  const { published, wordsDir, timeZone } = options;
  let current = { catalogues: published(), messages: createMessages(published(), timeZone) };
  const publishedMessages = (): Messages => {
    const catalogues = published();
    if (catalogues !== current.catalogues) {
      current = { catalogues, messages: createMessages(catalogues, timeZone) };
    }
    return current.messages;
  };
  return {
    ...options,
    draft() {
      if (!wordsDir) return null;
      // The first text that is saved makes the folder.
      const { overrides, faults } = existsSync(wordsDir)
        ? readDraft(wordsDir)
        : { overrides: {}, faults: [] };
      const { catalogues } = withPublished(JSON.stringify(overrides));
      return { catalogues, overrides, faults };
    },
    messagesOf: (catalogues) =>
      catalogues === published() ? publishedMessages() : createMessages(catalogues, timeZone),
  };
}
