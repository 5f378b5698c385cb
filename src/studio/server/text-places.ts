/** Says of each text what it is, and where it appears: in which samples of which replies, and on which rich menus. */
import type { RenderContext } from "../../bot/context.ts";
import { compile, locales } from "../../bot/i18n/format.ts";
import { isMessageKey, messageKeys, type MessageKey } from "../../bot/i18n/message-keys.ts";
import { builtInCatalogues, type Translate } from "../../bot/i18n/translate.ts";

import type { Language } from "../../config/languages.ts";
import { giveWay } from "../../give-way.ts";
import { replyCatalogue, sampleName, type CatalogueKind } from "../../bot/reply-catalogue.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import { pageKeys, type StudioTranslate } from "../i18n/message-keys.ts";
import { titleOf } from "../i18n/titles.ts";
import { createKept } from "./kept.ts";
import type { PreviewContext } from "./preview-context.ts";
import type { RichMenuRenderer } from "./rich-menu-previews.ts";

interface TextPlace {
  reply: string;
  kind: CatalogueKind;
  sample: string;
}

export interface TextPlaces {
  /** The samples that contain a text. */
  samples(key: string): readonly TextPlace[];
  /** Who reads a text, and where, in the editor's language. */
  sentence(key: string, language: Language): string;
  /** Text → what it is, in the editor's language. */
  titles(language: Language): Promise<ReadonlyMap<string, string>>;
}

/** Finds the places once, since samples and menus are the same for all drafts. */
export function createTextPlaces(
  previews: PreviewContext,
  menus: RichMenuRenderer,
): () => Promise<TextPlaces> {
  const kept = createKept<TextPlaces>(1);
  const titles = createKept<ReadonlyMap<string, string>>(Object.keys(locales).length);
  return () =>
    kept("", async () => {
      const { languages, renderContext, messagesOf, published } = previews;
      const places = await findTextPlaces(
        renderContext(messagesOf(published()), languages[0] ?? "en"),
      );
      await giveWay();
      const menuKeys = keysOfMenus(previews, menus);
      const samples = (key: string) => (isMessageKey(key) ? (places.get(key) ?? []) : []);
      return {
        samples,
        sentence: (key, language) => placeSentence(samples(key), menuKeys.has(key), language),
        titles: (language) => titles(language, () => titlesIn(language)),
      };
    });
}

/** As many titles are made at a time. */
const atATime = 30;

async function titlesIn(language: Language): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [index, key] of keys.entries()) {
    if (index % atATime === 0) await giveWay();
    found.set(key, textTitle(key, language));
  }
  return found;
}

/** One character of a private-use plane for each text, which no text has itself. */
const firstMark = 0xf0000;
const keys = Object.keys(messageKeys) as MessageKey[];
const markOf = new Map(keys.map((key, index) => [key, String.fromCodePoint(firstMark + index)]));

/** A mark in the place of each text; an argument may be another text, so its mark is kept. */
const marked: Translate = (key, ...values) =>
  [
    markOf.get(key),
    ...Object.values(values[0] ?? {}).filter((one) => typeof one === "string"),
  ].join("");

/** Renders every sample once, with a mark in the place of each text. @param ctx of any language. */
async function findTextPlaces(ctx: RenderContext): Promise<Map<MessageKey, TextPlace[]>> {
  const places = new Map<MessageKey, TextPlace[]>();
  for (const { name, kind, samples } of replyCatalogue) {
    await giveWay();
    for (const sample of samples({ ...ctx, t: marked })) {
      for (const key of marksIn(JSON.stringify(sample.messages))) {
        const place = { reply: name, kind, sample: sampleName(sample) };
        places.set(key, [...(places.get(key) ?? []), place]);
      }
    }
  }
  return places;
}

function marksIn(json: string): Set<MessageKey> {
  const found = [...json.matchAll(/[\u{F0000}-\u{FFFFD}]/gu)].map(
    ([mark]) => keys[(mark.codePointAt(0) ?? 0) - firstMark],
  );
  return new Set(found.filter((key) => key !== undefined));
}

/** The texts that the rich menus ask for. */
function keysOfMenus(
  { messagesOf, published }: PreviewContext,
  menus: RichMenuRenderer,
): Set<string> {
  const used = new Set<string>();
  const messages = messagesOf(published());
  menus.menus({
    version: messages.version,
    in: (language) => {
      const translate = messages.in(language);
      const t: Translate = (key, ...values) => {
        used.add(key);
        return translate(key, ...values);
      };
      return t;
    },
  });
  return used;
}

function placeSentence(
  places: readonly TextPlace[],
  isOnMenu: boolean,
  language: Language,
): string {
  const t = studioTranslate(language);
  const byKind = Map.groupBy(places, ({ kind }) => kind);
  const sentences = Array.from(byKind, ([kind, own]) =>
    t(`place.${kind}`, {
      replies: replyList(
        t,
        language,
        own.map(({ reply }) => reply),
      ),
    }),
  );
  if (isOnMenu) sentences.push(t("place.menu"));
  return sentences.length > 0 ? sentences.join(" ") : t("place.none");
}

/** The titles of replies, each once. */
export const replyList = (
  t: StudioTranslate,
  language: Language,
  replies: readonly string[],
  ...more: readonly string[]
): string =>
  new Intl.ListFormat(locales[language]).format([
    ...[...new Set(replies)].map((reply) => t("place.quoted", { name: replyTitle(t, reply) })),
    ...more,
  ]);

function replyTitle(t: StudioTranslate, reply: string): string {
  const key = `reply.${reply}`;
  return isReplyKey(key) ? t(key) : reply;
}

type ReplyKey = Extract<keyof typeof pageKeys, `reply.${string}`>;
const isReplyKey = (key: string): key is ReplyKey => Object.hasOwn(pageKeys, key);

/** What a title shows of a text. */
const maxTitleText = 60;

/** What a text is in the words of who edits it; of one that the bot doesn't have, its key. */
export function textTitle(key: string, language: Language): string {
  if (!isMessageKey(key)) return key;
  const says = sampleText(builtInCatalogues[language][key], language, key, sampleValues);
  return titleOf(
    key,
    language,
    says.length > maxTitleText ? `${says.slice(0, maxTitleText - 1)}…` : says,
  );
}

const sampleValues = { text: "…", number: 2, time: Date.UTC(2026, 0, 15), timeZone: "UTC" };

/** A text by itself, with a value for each kind of argument. */
export function sampleText(
  text: string,
  language: Language,
  key: MessageKey,
  values: typeof sampleValues,
): string {
  const kinds: Readonly<Record<string, "text" | "number" | "time">> = messageKeys[key];
  const filled = Object.entries(kinds).map(([name, kind]) => [name, values[kind]]);
  return String(compile(text, language, values.timeZone).format(Object.fromEntries(filled)));
}
