/** The addresses of the answers of the shop's own: listed, previewed, and saved to the editor's draft. */
import express, { Router, type Request, type Response } from "express";
import { z } from "zod";
import { fallbackName } from "../../bot/i18n/answers/answer.ts";
import { noAnswers, type AnswerBook } from "../../bot/i18n/answers/answer-book.ts";
import { overridesOf, textIn } from "../../bot/i18n/drafts/draft-texts.ts";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import type { Publishing } from "../../bot/i18n/drafts/publishing.ts";
import { answerSection } from "../../bot/i18n/published-overrides.ts";
import { answer } from "../../bot/intents/answer.ts";
import { askableIntents } from "../../bot/intents/intents.ts";
import { unknown } from "../../bot/intents/unknown.ts";
import type { Language } from "../../config/languages.ts";
import { giveWay } from "../../give-way.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import { answerFaultsOf, answerWarnings } from "./answer-lines.ts";
import type { AnswerPreview, AnswerRow, AnswersPage } from "./answer-types.ts";
import type { SavedText } from "./api-types.ts";
import { endedBetween, refusalText } from "./draft-routes.ts";
import type { PreviewContext } from "./preview-context.ts";
import { languageOf, translateFor } from "./language.ts";

/** A hundred phrases, and replies of the greatest length, in any script. */
const json = express.json({ limit: "500kb" });
const answerName = z.string().max(100);
/** An answer as JSON; empty = there is to be none. */
const text = z.string().max(200_000);
const preview = z.object({ name: answerName, text });
/** Null takes it out of the draft. */
const edit = z.object({ name: answerName, text: text.nullable() });

export interface AnswerRoutesOptions {
  previews: PreviewContext;
  publishing: Pick<Publishing, "act" | "draftOf" | "stateOf">;
  editorOf(request: Request): Editor;
}

export function answerRoutes({ previews, publishing, editorOf }: AnswerRoutesOptions) {
  const router = Router({ strict: true });
  const book = () => previews.published().answers ?? noAnswers;

  /** Every answer, with the editor's own draft in its place. */
  async function allTexts(editor: Editor) {
    const { draft, newest } = await publishing.stateOf(editor.id);
    const published = overridesOf(newest).answers ?? {};
    const drafted = draft?.texts[answerSection] ?? {};
    await book().prepare(drafted);
    return { published, drafted, all: { ...published, ...drafted } };
  }

  router.get("/answers", async (request, response) => {
    const { drafted, all } = await allTexts(editorOf(request));
    const { texts } = book();
    const faults = book().check(all);
    const t = translateFor(request);
    const names = new Set([...Object.keys(texts), ...Object.keys(drafted)]);
    response.json({
      languages: [...previews.languages],
      intents: [...askableIntents],
      answers: [...names].toSorted().map((one): AnswerRow => {
        const name = { language: answerSection, key: one } as const;
        const draft = textIn({ answers: drafted }, name);
        return {
          name: one,
          published: textIn({ answers: texts }, name) ?? null,
          ...(draft !== undefined && { draft }),
          faults: draft === undefined ? [] : answerFaultsOf(t, faults, one),
        };
      }),
    } satisfies AnswersPage);
  });
  router.post("/answers/preview", json, async (request, response) => {
    const read = preview.safeParse(request.body);
    if (!read.success) return malformed(response);
    const { all } = await allTexts(editorOf(request));
    response.json(await previewAnswer(previews, book(), all, read.data, languageOf(request)));
  });
  router.post("/answers", json, async (request, response) => {
    const read = edit.safeParse(request.body);
    if (!read.success) return malformed(response);
    const editor = editorOf(request);
    const { all } = await allTexts(editor);
    const { name: key, text: written } = read.data;
    if (written) {
      const found = book().check({ ...all, [key]: written });
      const faults = answerFaultsOf(translateFor(request), found, key);
      if (faults.length > 0) return refuse(response, faults.join("; "));
    }
    const before = await publishing.draftOf(editor.id);
    const named = { language: answerSection, key } as const;
    const asked = { do: "edit", name: named, text: written && compact(written) } as const;
    const refusal = await publishing.act(editor, editor.id, asked);
    if (refusal) return refuse(response, refusalText(request, refusal));
    const after = await publishing.draftOf(editor.id);
    response.json({ ended: endedBetween(before, after) } satisfies SavedText);
  });
  return router;
}

const malformed = (response: Response) =>
  void response.status(400).json({ message: translateFor(response.req)("malformed") });
const refuse = (response: Response, message: string) => void response.status(422).json({ message });

/** Without blanks, which differ from one writer to another. */
const compact = (written: string): string => JSON.stringify(JSON.parse(written));

/** Renders an answer in every language, before it is written anywhere. */
async function previewAnswer(
  previews: PreviewContext,
  book: AnswerBook,
  all: Readonly<Record<string, string>>,
  { name: key, text: written }: z.infer<typeof preview>,
  reader: Language,
): Promise<AnswerPreview> {
  await giveWay();
  const found = book.check({ ...all, [key]: written });
  const faults = answerFaultsOf(studioTranslate(reader), found, key);
  if (faults.length > 0) return { faults, warnings: [], messages: {} };
  await giveWay();
  const catalogues = { ...previews.published(), answers: book.of({ [key]: written }) };
  const texts = previews.messagesOf(catalogues);
  const messages: Record<string, Message[]> = {};
  for (const language of previews.languages) {
    await giveWay();
    const ctx = previews.renderContext(texts, language);
    const samples = key === fallbackName ? unknown.samples(ctx) : answer.samples(ctx);
    const shown = samples.find(({ about }) => about === (key === fallbackName ? undefined : key));
    if (shown) messages[language] = JSON.parse(previews.prepare(shown.messages).json) as Message[];
  }
  return { faults, warnings: answerWarnings(reader, written, previews.languages), messages };
}
