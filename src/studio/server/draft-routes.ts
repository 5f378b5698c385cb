/** The addresses by which drafts of texts are reviewed, published and undone. */
import express, { Router, type Request, type Response } from "express";
import { z } from "zod";
import type { DraftRefusal, Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { DraftAction, Publishing } from "../../bot/i18n/drafts/publishing.ts";
import type { Clock } from "../../clock.ts";
import { languages, type Language } from "../../config/languages.ts";
import { summaryOf, viewDraft, viewPublication } from "./draft-view.ts";
import type { SavedText } from "./api-types.ts";
import type { PublicationView, PublishingOverview } from "./draft-types.ts";
import { createKept, type Kept } from "./kept.ts";
import { languageOf, translateFor } from "./language.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { TextPlaces } from "./text-places.ts";

const json = express.json({ limit: "10kb" });
const count = z.number().int().min(0);
const seen = z.object({ version: count, publication: count });
const action = z.discriminatedUnion("do", [
  z.object({ do: z.literal("request_review") }),
  z.object({ do: z.literal("comment"), text: z.string().trim().min(1).max(1000) }),
  z.object({ do: z.literal("approve"), version: count }),
  z.object({ do: z.literal("publish"), seen }),
  // In the business's time zone, as a browser's field has it.
  z.object({ do: z.literal("schedule"), seen, local: z.string().max(30) }),
  z.object({ do: z.literal("unschedule") }),
  z.object({ do: z.literal("rebase"), seen }),
  z.object({ do: z.literal("discard") }),
]);
const undo = z.object({ publication: count });

/** Publications that the history shows. */
const maxPublications = 30;

type Draft = NonNullable<Awaited<ReturnType<Publishing["draftOf"]>>>;

/** What an edit has ended of an author's draft. */
export function endedBetween(before: Draft | null, after: Draft | null): SavedText["ended"] {
  if (before?.schedule && !after?.schedule) return "plan";
  return before && after && before.review !== "none" && after.review === "none" ? "review" : null;
}

export const refusalText = (request: Request, refusal: DraftRefusal): string =>
  translateFor(request)(`draft.refused.${refusal}`);

export interface DraftRoutesOptions {
  publishing: Publishing;
  previews: PreviewContext;
  places(): Promise<TextPlaces>;
  editorOf(request: Request): Editor;
  clock: Clock;
}

export function draftRoutes(options: DraftRoutesOptions) {
  const { publishing, previews, editorOf } = options;
  const router = Router({ strict: true });
  const publications = createKept<PublicationView>(maxPublications * languages.length);

  router.get("/drafts", async (request, response) => {
    response.json(await overview(options, publications, editorOf(request), languageOf(request)));
  });
  router.get("/drafts/:author", async (request, response) => {
    const state = await publishing.stateOf(request.params.author);
    if (!state.draft) {
      // Published or discarded since the page was opened, which is no fault that a browser should report.
      response.json(null);
      return;
    }
    const needsReview = await publishing.needsReview();
    const { answers } = publishing;
    const act = { editor: editorOf(request), at: options.clock.now(), needsReview, answers };
    const places = await options.places();
    const language = languageOf(request);
    response.json(await viewDraft(state.draft, state, { previews, act, places, language }));
  });
  router.post("/drafts/:author", json, async (request, response) => {
    const read = action.safeParse(request.body);
    const asked = read.success ? actionOf(read.data, previews.timeZone) : null;
    if (!asked) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const { author } = request.params;
    answer(request, response, await publishing.act(editorOf(request), author, asked));
  });
  router.post("/publications/undo", json, async (request, response) => {
    const read = undo.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const undone = await publishing.undo(editorOf(request), read.data.publication);
    if (undone === "overtaken") answer(request, response, "overtaken");
    else if (undone) response.json({});
    else response.status(409).json({ message: translateFor(request)("draft.undone.none") });
  });
  return router;
}

function answer(request: Request, response: Response, refusal: DraftRefusal | null): void {
  if (refusal) response.status(409).json({ message: refusalText(request, refusal), refusal });
  else response.json({});
}

async function overview(
  { publishing }: DraftRoutesOptions,
  kept: Kept<PublicationView>,
  editor: Editor,
  language: Language,
): Promise<PublishingOverview> {
  const [drafts, publications, needsReview] = await Promise.all([
    publishing.drafts(),
    publishing.history(maxPublications + 1),
    publishing.needsReview(),
  ]);
  const own = drafts.filter(({ author }) => author === editor.id);
  const others = drafts.filter(({ author }) => author !== editor.id);
  const shown: PublicationView[] = [];
  for (const [index, one] of publications.slice(0, maxPublications).entries()) {
    const before = publications[index + 1] ?? null;
    // Neither ever changes.
    const name = `${one.id} ${before?.id} ${language}`;
    shown.push(await kept(name, () => viewPublication(one, before, language)));
  }
  return {
    drafts: [...own, ...others].map((draft) => summaryOf(draft, editor.id)),
    publications: shown,
    needsReview,
    canUndo: await publishing.canUndo(publications),
  };
}

/** @returns null for a time that isn't one. */
function actionOf(asked: z.infer<typeof action>, timeZone: string): DraftAction | null {
  if (asked.do !== "schedule") return asked;
  try {
    const local = Temporal.PlainDateTime.from(asked.local, { overflow: "reject" });
    const time = local.toZonedDateTime(timeZone).epochMilliseconds;
    return { do: "schedule", seen: asked.seen, time };
  } catch {
    return null;
  }
}
