/** What samples are rendered with: the published texts, or a draft's in their place. */
import type { RenderContext } from "../../bot/context.ts";
import { answerSection, draftedAnswers } from "../../bot/i18n/published-overrides.ts";
import { messageFaults } from "../../bot/i18n/validate-catalogue.ts";
import { createMessages, type Catalogues, type Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import { giveWay } from "../../give-way.ts";
import { createKept } from "./kept.ts";
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

/** Language → message → text, and `answers` → name → answer. */
type DraftTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What of a draft is previewed; the version names its texts. */
export interface PreviewedDraft {
  author: string;
  version: number;
  texts: DraftTexts;
}

/** Drafts of which the texts are kept, checked. */
const maxDrafts = 8;

export interface PreviewContext extends PreviewOptions {
  /** The published texts with a draft's in their place, but for faulty ones. */
  cataloguesOf(draft: PreviewedDraft): Promise<Catalogues>;
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
  const drafts = createKept<Catalogues>(maxDrafts);
  return {
    ...options,
    cataloguesOf({ author, version, texts }) {
      const key = JSON.stringify([author, version, publishedMessages().version]);
      return drafts(key, () => withDraft(published(), texts));
    },
    messagesOf: (catalogues) =>
      catalogues === published()
        ? publishedMessages()
        : createMessages(catalogues, timeZone, published()),
  };
}

async function withDraft(catalogues: Catalogues, texts: DraftTexts): Promise<Catalogues> {
  const merged: [string, object][] = [];
  const { answers, ...byLanguage } = catalogues;
  for (const [language, catalogue] of Object.entries(byLanguage)) {
    const valid: Record<string, string> = {};
    for (const [key, text] of Object.entries(texts[language] ?? {})) {
      await giveWay();
      if (messageFaults(language as Language, key, text).length === 0) valid[key] = text;
    }
    merged.push([language, { ...catalogue, ...valid }]);
  }
  await answers?.prepare(texts[answerSection] ?? {});
  return { ...(Object.fromEntries(merged) as Catalogues), ...draftedAnswers(catalogues, texts) };
}
