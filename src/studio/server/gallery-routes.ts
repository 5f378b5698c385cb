/** The addresses of the gallery and of the texts; no member data passes here. */
import express, { Router, type Request } from "express";
import { z } from "zod";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { Publishing } from "../../bot/i18n/drafts/publishing.ts";
import { isMessageKey } from "../../bot/i18n/message-keys.ts";
import { languages } from "../../config/environment-schema.ts";
import type { SavedText } from "./api-types.ts";
import { endedBetween, refusalText } from "./draft-routes.ts";
import { languageOf, translateFor } from "./language.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { SendGallery } from "./gallery.ts";
import type { TextPlaces } from "./text-places.ts";
import { previewText, textFaultsOf, catalogueTable } from "./translations-editor.ts";

const json = express.json({ limit: "20kb" });
const place = {
  language: z.enum(languages),
  key: z.string().refine(isMessageKey, "no such message"),
};
/** Longer than any message of LINE's. */
const text = z.string().max(5000);
const preview = z.object({ ...place, text });
const edit = z.object({ ...place, text: text.nullable() });

export interface GalleryRoutesOptions {
  previews: PreviewContext;
  sendGallery: SendGallery;
  publishing: Pick<Publishing, "act" | "draftOf">;
  places(): Promise<TextPlaces>;
  editorOf(request: Request): Editor;
}

export function galleryRoutes(options: GalleryRoutesOptions) {
  const { previews, sendGallery, publishing, places, editorOf } = options;
  const router = Router({ strict: true });

  // With somebody's draft: one's own unless another's is reviewed.
  router.get("/replies", async (request, response) => {
    const wanted = languages.find((one) => one === request.query["language"]);
    const { author } = request.query;
    const drafter = typeof author === "string" ? author : editorOf(request).id;
    await sendGallery(request, response, wanted ?? null, await publishing.draftOf(drafter));
  });
  router.get("/catalogues", async (request, response) => {
    const draft = await publishing.draftOf(editorOf(request).id);
    const texts = draft?.texts ?? {};
    const found = await places();
    response.json(await catalogueTable(previews, texts, found, languageOf(request)));
  });
  router.post("/catalogues/preview", json, async (request, response) => {
    const read = preview.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const draft = await publishing.draftOf(editorOf(request).id);
    response.json(await previewText(previews, draft, translateFor(request), read.data));
  });
  router.post("/catalogues", json, async (request, response) => {
    const read = edit.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const { language, key, text: written } = read.data;
    const faults =
      written === null ? [] : textFaultsOf(translateFor(request), language, key, written);
    if (faults.length > 0) {
      response.status(422).json({ message: faults.join("; ") });
      return;
    }
    const editor = editorOf(request);
    const name = { language, key };
    const before = await publishing.draftOf(editor.id);
    const refusal = await publishing.act(editor, editor.id, { do: "edit", name, text: written });
    if (refusal) {
      response.status(422).json({ message: refusalText(request, refusal) });
      return;
    }
    const after = await publishing.draftOf(editor.id);
    response.json({ ended: endedBetween(before, after) } satisfies SavedText);
  });
  return router;
}
