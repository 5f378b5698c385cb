/** The addresses by which drafts of texts are reviewed, published and undone. */
import express, { Router, type Request, type Response } from "express";
import { z } from "zod";
import type { RenderContext } from "../../bot/context.ts";
import type { DraftRefusal, Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { DraftAction, Publishing } from "../../bot/i18n/drafts/publishing.ts";
import type { Translate } from "../../bot/i18n/translate.ts";
import type { Clock } from "../../clock.ts";
import { summaryOf, viewDraft, viewPublication } from "./draft-view.ts";
import type { SavedText } from "./api-types.ts";
import type { PublicationView, PublishingOverview } from "./draft-types.ts";
import { giveWay } from "../../give-way.ts";
import { createKept, type Kept } from "./kept.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { RichMenuRenderer } from "./rich-menu-previews.ts";
import { findTextPlaces, type TextPlaces } from "./text-places.ts";

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

/** What is said of each. */
export const refusals: Readonly<Record<DraftRefusal, string>> = {
  no_draft: "This draft isn't there any more: it was published or discarded.",
  changed: "The draft was changed meanwhile. Look at it again.",
  overtaken: "Somebody has published meanwhile. Look at the draft again.",
  conflict: "Others have published the same texts since this draft was begun.",
  own_draft: "Somebody else has to approve your draft.",
  not_the_author: "Only its author may do that.",
  not_requested: "Its author hasn't asked for a review.",
  needs_approval: "It has to be approved first.",
  faulty: "A text has a fault: look at the texts with errors.",
  too_long: "All texts together are too long.",
  wrong_time: "Choose a time from now on, within a year.",
};

type Draft = NonNullable<Awaited<ReturnType<Publishing["draftOf"]>>>;

/** What an edit has ended of an author's draft. */
export function endedBetween(before: Draft | null, after: Draft | null): SavedText["ended"] {
  if (before?.schedule && !after?.schedule) return "plan";
  return before && after && before.review !== "none" && after.review === "none" ? "review" : null;
}

export interface DraftRoutesOptions {
  publishing: Publishing;
  previews: PreviewContext;
  menus: RichMenuRenderer;
  editorOf(request: Request): Editor;
  clock: Clock;
}

export function draftRoutes(options: DraftRoutesOptions) {
  const { publishing, previews, editorOf } = options;
  const router = Router({ strict: true });
  const places = createPlaces(options);
  const publications = createKept<PublicationView>(maxPublications);

  router.get("/drafts", async (request, response) => {
    response.json(await overview(options, publications, editorOf(request)));
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
    const view = await viewDraft(state.draft, state, { previews, act, ...(await places()) });
    response.json(view);
  });
  router.post("/drafts/:author", json, async (request, response) => {
    const read = action.safeParse(request.body);
    const asked = read.success ? actionOf(read.data, previews.timeZone) : null;
    if (!asked) {
      response.status(400).json({ message: "malformed" });
      return;
    }
    const { author } = request.params;
    answer(response, await publishing.act(editorOf(request), author, asked));
  });
  router.post("/publications/undo", json, async (request, response) => {
    const read = undo.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: "malformed" });
      return;
    }
    const undone = await publishing.undo(editorOf(request), read.data.publication);
    if (undone === "overtaken") answer(response, "overtaken");
    else if (undone) response.json({});
    else response.status(409).json({ message: "No publication is left to undo." });
  });
  return router;
}

function answer(response: Response, refusal: DraftRefusal | null): void {
  if (refusal) response.status(409).json({ message: refusals[refusal], refusal });
  else response.json({});
}

async function overview(
  { publishing }: DraftRoutesOptions,
  kept: Kept<PublicationView>,
  editor: Editor,
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
    shown.push(await kept(`${one.id} ${before?.id}`, () => viewPublication(one, before)));
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

/** Where the texts appear: found once, since samples and menus are the same for all drafts. */
function createPlaces({ previews, menus }: DraftRoutesOptions) {
  const kept = createKept<{ places: TextPlaces; menuKeys: ReadonlySet<string> }>(1);
  return () =>
    kept("", async () => {
      const places = await findTextPlaces(contextOf(previews));
      await giveWay();
      return { places, menuKeys: keysOfMenus(previews, menus) };
    });
}

const contextOf = ({
  languages,
  renderContext,
  messagesOf,
  published,
}: PreviewContext): RenderContext => renderContext(messagesOf(published()), languages[0] ?? "en");

/** The texts that the rich menus ask for. */
function keysOfMenus(
  { messagesOf, published }: PreviewContext,
  menus: RichMenuRenderer,
): Set<string> {
  const keys = new Set<string>();
  const messages = messagesOf(published());
  menus.menus({
    version: messages.version,
    in: (language) => {
      const translate = messages.in(language);
      const t: Translate = (key, ...values) => {
        keys.add(key);
        return translate(key, ...values);
      };
      return t;
    },
  });
  return keys;
}
