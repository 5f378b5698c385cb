/** Finds where each text appears: in which samples of which replies, and on which rich menus. */
import type { RenderContext } from "../../bot/context.ts";
import { messageKeys, type MessageKey } from "../../bot/i18n/message-keys.ts";
import type { Translate } from "../../bot/i18n/translate.ts";
import { giveWay } from "../../give-way.ts";
import { replyCatalogue, sampleName, type CatalogueKind } from "../../bot/reply-catalogue.ts";

export interface TextPlace {
  reply: string;
  kind: CatalogueKind;
  sample: string;
}

export type TextPlaces = ReadonlyMap<MessageKey, readonly TextPlace[]>;

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
export async function findTextPlaces(ctx: RenderContext): Promise<TextPlaces> {
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

const readers: Readonly<Record<CatalogueKind, string>> = {
  intent: "Members read it",
  onboarding: "People who haven’t joined read it",
  notice: "Members read it after staff have done something,",
  failure: "Members read it when something fails,",
  group: "Groups read it",
  staff: "Staff read it",
};

/** One sentence that says who reads a text, and where. @param isOnMenu whether rich menus show it. */
export function placeSentence(places: readonly TextPlace[], isOnMenu: boolean): string {
  const kinds = [...new Set(places.map(({ kind }) => kind))];
  const parts = kinds.map((kind) => {
    const replies = new Set(places.filter((one) => one.kind === kind).map(({ reply }) => reply));
    return `${readers[kind]} in ${listOf([...replies].map((reply) => `“${reply}”`))}`;
  });
  if (isOnMenu) parts.push(parts.length > 0 ? "it is on the rich menu" : "It is on the rich menu");
  if (parts.length === 0)
    return "No sample has it: the bot sends it in a case that the gallery doesn’t show.";
  return `${parts.join("; ").replace(/; ([A-Z])/g, (_all, first: string) => `; ${first.toLowerCase()}`)}.`;
}

const listOf = (items: readonly string[]) => new Intl.ListFormat("en").format(items);
