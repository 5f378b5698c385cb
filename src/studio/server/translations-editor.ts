/** The catalogues as marketers edit them: published texts, the editor's draft and its faults. */
import type { RenderContext } from "../../bot/context.ts";
import {
  replyCatalogue,
  sampleName,
  type CatalogueEntry,
  type CatalogueKind,
} from "../../bot/reply-catalogue.ts";
import { missingPlurals, textFaults, type TextFault } from "../../bot/i18n/validate-catalogue.ts";
import { messageKeys, type MessageKey } from "../../bot/i18n/message-keys.ts";
import { builtInCatalogues, type Translate } from "../../bot/i18n/translate.ts";
import type { Language } from "../../config/environment-schema.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { giveWay } from "../../give-way.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import type { StudioTranslate } from "../i18n/message-keys.ts";
import { groupOf, textGroups, type TextGroup } from "../i18n/titles.ts";
import type { PreviewContext, PreviewedDraft } from "./preview-context.ts";
import { sampleText, type TextPlaces } from "./text-places.ts";
import type { Preview, Text, CatalogueTable } from "./api-types.ts";

const keys = Object.keys(messageKeys) as MessageKey[];

/** @param texts of the editor's own draft. @param reader the language of who edits. */
export async function catalogueTable(
  { published, languages }: PreviewContext,
  texts: PreviewedDraft["texts"],
  places: TextPlaces,
  reader: Language,
): Promise<CatalogueTable> {
  const t = studioTranslate(reader);
  const titles = await places.titles(reader);
  const current = published();
  const rows: CatalogueTable["rows"] = [];
  for (const key of keys) {
    const row: Record<string, Text> = {};
    for (const language of languages) {
      const text = texts[language]?.[key];
      if (text !== undefined) await giveWay();
      row[language] = {
        builtIn: builtInCatalogues[language][key],
        published: current[language][key],
        ...(text !== undefined && { draft: text }),
        faults: text === undefined ? [] : textFaultsOf(t, language, key, text),
      };
    }
    const [title, place] = [titles.get(key) ?? key, places.sentence(key, reader)];
    rows.push({ key, title, place, group: groupOf(key), values: messageKeys[key], texts: row });
  }
  return { languages, rows: rows.toSorted((a, b) => placeOf(a.group) - placeOf(b.group)) };
}

const placeOf = (group: TextGroup) => textGroups.indexOf(group);

/** What is wrong with a text, in the editor's words. */
export const textFaultsOf = (
  t: StudioTranslate,
  language: Language,
  key: string,
  text: string,
): string[] => textFaults(language, key, text).map((fault) => faultText(t, fault));

function faultText(t: StudioTranslate, fault: TextFault): string {
  switch (fault.kind) {
    case "unknown":
    case "missing":
      return t(`fault.${fault.kind}`);
    case "syntax":
    case "format":
      return t(`fault.${fault.kind}`, { reason: fault.reason });
    case "argument":
      return t("fault.argument", { name: `{${fault.name}}`, known: fault.known || "–" });
    case "use":
      return t(`fault.use.${fault.of}`, { name: `{${fault.name}}` });
  }
}

/** What is doubtful in a text, in the editor's words. */
export const textWarningsOf = (t: StudioTranslate, language: Language, text: string): string[] =>
  missingPlurals(language, text).map(({ name, form }) =>
    t("fault.plural", { name: `{${name}}`, form }),
  );

/** Renders a text in a reply that contains it, before it is written anywhere. */
export async function previewText(
  context: PreviewContext,
  draft: PreviewedDraft | null,
  t: StudioTranslate,
  { language, key, text }: { language: Language; key: MessageKey; text: string },
): Promise<Preview> {
  await giveWay();
  const faults = textFaultsOf(t, language, key, text);
  if (faults.length > 0) return { faults, warnings: [], formatted: null };
  const base = draft ? await context.cataloguesOf(draft) : context.published();
  await giveWay();
  const edited = { ...base, [language]: { ...base[language], [key]: text } };
  const ctx = context.renderContext(context.messagesOf(edited), language);
  const reply = await replyWith(ctx, key);
  await giveWay();
  return {
    faults,
    warnings: textWarningsOf(t, language, text),
    formatted: sampleText(text, language, key, {
      text: ctx.brand.name,
      number: 1250,
      time: ctx.now,
      timeZone: ctx.timeZone,
    }),
    ...(reply && {
      reply: { ...reply, messages: JSON.parse(context.prepare(reply.messages).json) as Message[] },
    }),
  };
}

/** Who reads the texts of a group first of all. */
const firstReaders: Partial<Record<TextGroup, CatalogueKind>> = {
  joining: "onboarding",
  reminders: "notice",
  failing: "failure",
  staff: "staff",
};

/** A sample that contains a message: one of those who read it first of all, if there is one. */
async function replyWith(ctx: RenderContext, key: MessageKey) {
  let isUsed = false;
  const t: Translate = (wanted, ...values) => {
    isUsed ||= wanted === key;
    return ctx.t(wanted, ...values);
  };
  const first = firstReaders[groupOf(key)] ?? "intent";
  const isLater = ({ kind }: CatalogueEntry) => Number(kind !== first);
  for (const reply of replyCatalogue.toSorted((a, b) => isLater(a) - isLater(b))) {
    await giveWay();
    isUsed = false;
    const samples = reply.samples({ ...ctx, t });
    if (!isUsed) continue;
    for (const [index, sample] of samples.entries()) {
      await giveWay();
      if (containsMark(reply.samples, index, ctx, key)) {
        const { name, kind } = reply;
        return { name, kind, sample: sampleName(sample), messages: sample.messages };
      }
    }
  }
  return null;
}

/** Whether a sample contains a message: renders it with a mark in the place of the text. */
function containsMark(
  samples: (typeof replyCatalogue)[number]["samples"],
  index: number,
  ctx: RenderContext,
  key: MessageKey,
): boolean {
  const mark = "\u2402";
  const t: Translate = (wanted, ...values) => (wanted === key ? mark : ctx.t(wanted, ...values));
  return JSON.stringify(samples({ ...ctx, t })[index]?.messages ?? []).includes(mark);
}
