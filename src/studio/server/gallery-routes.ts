/** The addresses of the gallery and of the texts; no member data passes here. */
import express, { Router } from "express";
import { z } from "zod";
import { languages } from "../../config/environment-schema.ts";
import type { PreviewContext } from "./preview-context.ts";
import { renderGallery } from "./gallery.ts";
import { isMessageKey, previewText, saveText, catalogueTable } from "./translations-editor.ts";

const json = express.json({ limit: "20kb" });
const place = {
  language: z.enum(languages),
  key: z.string().refine(isMessageKey, "no such message"),
};
/** Longer than any message of LINE's. */
const text = z.string().max(5000);
const preview = z.object({ ...place, text });
const edit = z.object({ ...place, text: text.nullable() });

export function galleryRoutes(context: PreviewContext) {
  const router = Router({ strict: true });

  router.get("/replies", (request, response) => {
    const wanted = languages.find((one) => one === request.query["language"]);
    response.json(renderGallery(context, wanted ?? null));
  });
  router.get("/catalogues", (_request, response) => void response.json(catalogueTable(context)));
  router.post("/catalogues/preview", json, (request, response) => {
    const read = preview.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: read.error.issues[0]?.message ?? "malformed" });
      return;
    }
    response.json(previewText(context, read.data.language, read.data.key, read.data.text));
  });
  router.post("/catalogues", json, (request, response) => {
    const read = edit.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: read.error.issues[0]?.message ?? "malformed" });
      return;
    }
    const faults = saveText(context, read.data.language, read.data.key, read.data.text);
    if (faults.length === 0) response.json({});
    else response.status(422).json({ message: faults.join("; ") });
  });
  return router;
}
