/** Every reply with every sample, rendered by the views that replies are made by. */
import { replyCatalogue, sampleName, type CatalogueEntry } from "../../bot/reply-catalogue.ts";
import type { Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import { isNear, limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Fault, Message } from "../../line/messages/prepare-reply.ts";
import type { DraftTexts, PreviewContext } from "./preview-context.ts";
import type { GalleryPage, Sample } from "./api-types.ts";

/** Renders it all: a few hundred messages. @param language only this one's. @param texts of a draft; null = of none. */
export function renderGallery(
  context: PreviewContext,
  language: Language | null,
  texts: DraftTexts | null,
): GalleryPage {
  const { languages, published, messagesOf } = context;
  const now = messagesOf(published());
  const next = texts && messagesOf(context.cataloguesWith(texts));
  const wanted = language ? [language] : languages;
  return {
    drafts: texts !== null,
    languages,
    shown: replyCatalogue.flatMap((reply) =>
      wanted.flatMap((one) => renderReply(context, reply, one, now, next)),
    ),
  };
}

function renderReply(
  { renderContext, prepare }: PreviewContext,
  reply: CatalogueEntry,
  language: Language,
  now: Messages,
  next: Messages | null,
): Sample[] {
  const before = reply.samples(renderContext(now, language));
  const after = next ? reply.samples(renderContext(next, language)) : before;
  return after.map((sample, index) => {
    const { json, replaced } = prepare(sample.messages);
    const published = before[index]?.messages ?? [];
    // Sealed addresses of pictures differ every time, and say nothing.
    const isChanged = bare(sample.messages) !== bare(published);
    return {
      reply: reply.name,
      kind: reply.kind,
      sample: sampleName(sample),
      language,
      messages: JSON.parse(json) as Message[],
      bytes: Buffer.byteLength(json),
      measures: limitUsageOf(sample.messages).map((one) => ({ ...one, near: isNear(one) })),
      faults: replaced.map(faultText),
      ...(isChanged && { published }),
    };
  });
}

const bare = (messages: readonly Message[]) =>
  JSON.stringify(messages).replaceAll(/\/images\/[\w.-]+/g, "");

const faultText = ({ property, rule }: Fault) => `${property || "the message"}: ${rule}`;
