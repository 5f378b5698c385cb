/** What samples are rendered with: the published texts, or a draft's in their place. */
import type { RenderContext } from "../../bot/context.ts";
import { cataloguesWith } from "../../bot/i18n/published-overrides.ts";
import { createMessages, type Catalogues, type Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Message, SerializedMessages } from "../../line/messages/prepare-reply.ts";

export interface PreviewOptions {
  /** The business's, its default first. */
  languages: readonly Language[];
  /** The texts that members get now; the same object until others are published. */
  published(): Catalogues;
  timeZone: string;
  renderContext(messages: Messages, language: Language): RenderContext;
  /** The check that everything passes that is sent. */
  prepare(messages: readonly Message[]): SerializedMessages;
}

/** Language → message → text. */
export type DraftTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PreviewContext extends PreviewOptions {
  /** The published texts with a draft's in their place, but for faulty ones. */
  cataloguesWith(texts: DraftTexts): Catalogues;
  /** @param catalogues the same ones are made ready once only. */
  messagesOf(catalogues: Catalogues): Messages;
}

export function createPreviewContext(options: PreviewOptions): PreviewContext {
  const { published, timeZone } = options;
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
    cataloguesWith: (texts) => cataloguesWith(published(), texts),
    messagesOf: (catalogues) =>
      catalogues === published()
        ? publishedMessages()
        : createMessages(catalogues, timeZone, published()),
  };
}
