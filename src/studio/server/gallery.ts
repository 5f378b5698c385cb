/** Every reply with every sample, rendered by the views that replies are made by, and kept for each set of texts. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";
import { replyCatalogue, sampleName, type CatalogueEntry } from "../../bot/reply-catalogue.ts";
import { startOfDay } from "../../bot/views/dates.ts";
import type { Messages } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import { isNear, limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { Fault, Message } from "../../line/messages/prepare-reply.ts";
import type { GalleryPage, Sample } from "./api-types.ts";
import { giveWay } from "../../give-way.ts";
import { createKept } from "./kept.ts";
import type { PreviewContext, PreviewedDraft } from "./preview-context.ts";

/** Of one megabyte each: the published texts, and some drafts and languages. */
const maxKept = 6;
const compress = promisify(gzip);

/** Answers with the gallery as JSON: of one language, or of all; with a draft's texts, or without. */
export type SendGallery = (
  request: Request,
  response: Response,
  language: Language | null,
  draft: PreviewedDraft | null,
) => Promise<void>;

/** @returns renders once for each set of texts, language and day, on which the samples' dates depend. */
export function createGallery(previews: PreviewContext): SendGallery {
  const kept = createKept<{ json: Buffer; gzipped: Buffer }>(maxKept);
  return async (request, response, language, draft) => {
    const { published, messagesOf, renderContext, languages, timeZone } = previews;
    const messages = messagesOf(published());
    const { now } = renderContext(messages, languages[0] ?? "en");
    const texts = [messages.version, draft?.author, draft?.version];
    const key = JSON.stringify([...texts, language, startOfDay(now, timeZone)]);
    const { json, gzipped } = await kept(key, async () => {
      const written = await writeGallery(previews, language, draft);
      return { json: written, gzipped: await compress(written) };
    });
    response.type("json").vary("accept-encoding");
    if (request.acceptsEncodings("gzip") === "gzip") {
      response.set("content-encoding", "gzip").end(gzipped);
    } else response.end(json);
  };
}

async function writeGallery(
  previews: PreviewContext,
  language: Language | null,
  draft: PreviewedDraft | null,
): Promise<Buffer> {
  const shown: string[] = [];
  for await (const samples of renderGallery(previews, language, draft)) {
    shown.push(...samples.map((sample) => JSON.stringify(sample)));
  }
  const { languages } = previews;
  const page: GalleryPage = { drafts: draft !== null, languages, shown: [] };
  return Buffer.from(`${JSON.stringify(page).slice(0, -"]}".length)}${shown.join(",")}]}`);
}

/** Renders a few hundred messages, one reply in one language after another. @param language only this one's. */
export async function* renderGallery(
  context: PreviewContext,
  language: Language | null,
  draft: PreviewedDraft | null,
): AsyncGenerator<Sample[]> {
  const { languages, published, messagesOf } = context;
  const now = messagesOf(published());
  const next = draft && messagesOf(await context.cataloguesOf(draft));
  for (const reply of replyCatalogue) {
    for (const one of language ? [language] : languages) {
      await giveWay();
      yield renderReply(context, reply, one, now, next);
    }
  }
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
  // By name: a draft may have another number of the shop's answers.
  const former = new Map(before.map((sample) => [sampleName(sample), sample.messages]));
  return after.map((sample) => {
    const { json, replaced } = prepare(sample.messages);
    const published = former.get(sampleName(sample)) ?? [];
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
