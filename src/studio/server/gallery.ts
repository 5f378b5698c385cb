/** Every reply with every sample, rendered by the views that replies are made by. */
import { replyCatalogue, sampleName, type CatalogueEntry } from "../../bot/reply-catalogue.ts";
import type { Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import { isNear, limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Fault, Message } from "../../line/messages/prepare-reply.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { GalleryPage, Sample } from "./api-types.ts";

/** Draws it all: a few hundred messages. @param language only this one's. */
export function renderGallery(context: PreviewContext, language: Language | null): GalleryPage {
  const { languages, published, messagesOf } = context;
  const draft = context.draft();
  const now = messagesOf(published());
  const next = draft && messagesOf(draft.catalogues);
  const wanted = language ? [language] : languages;
  return {
    drafts: draft !== null,
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
