/** Properties of routing over random texts: it never throws, never guesses, and normalising twice changes nothing. */
import { expect, test } from "vitest";
import { intents } from "../../../src/bot/intents/intents.ts";
import { emptyPostback, parsePostback } from "../../../src/bot/routing/postback.ts";
import {
  withoutPoliteEnding,
  withoutPoliteWords,
} from "../../../src/bot/routing/text-normalizer.ts";
import { createTextRouter, phrasesIn, plain } from "../../../src/bot/routing/text-router.ts";
import { commandWords } from "../../../src/bot/staff/bare-text.ts";
import { languages } from "../../../src/config/environment-schema.ts";
import type { LineEvent } from "../../../src/line/webhook-events.ts";
import * as fc from "../../support/properties.ts";

const route = createTextRouter(intents);
const base = { webhookEventId: "01", timestamp: 0 };
const textEvent = (text: string): LineEvent => ({
  ...base,
  type: "message",
  message: { id: "1", type: "text", text },
});

const phrases = intents.flatMap((intent) =>
  languages
    .flatMap((language) => phrasesIn(intent, language))
    .map((phrase) => ({ name: intent.name, phrase })),
);
const names = new Set(intents.map(({ name }) => name));
const byPhrase = new Map(phrases.map(({ name, phrase }) => [phrase, name]));
const openings = new Set([
  ...byPhrase.keys(),
  ...intents.flatMap(({ argument }) => argument?.openings ?? []),
]);

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc
    .tuple(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.constantFrom(...phrases.map(({ phrase }) => phrase)),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    )
    .map((parts) => parts.join("")),
);
/** What people and phones put around a text. */
const around = fc
  .array(fc.constantFrom(" ", "\u3000", "\n", "!", "?", "。", "…", "\u200B", "\uFEFF", "👍", "️"))
  .map((signs) => signs.join(""));

test("whatever is listed is in the form in which texts are compared", () => {
  const listed = [...openings, ...Object.values(commandWords).flat()];
  expect(listed.filter((phrase) => plain(phrase) !== phrase)).toEqual([]);
});

test("normalising a text twice changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(plain(plain(text))).toBe(plain(text));
    }),
    { numRuns: 2000 },
  );
});

test("a text is routed by a phrase or an argument that it holds, and by nothing else", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const routed = route(textEvent(text));
      if (!routed) return;
      const value = Object.values(routed.details)[0] ?? "";
      if (value === "") {
        const isPhrase = [plain(text), ...withoutPoliteWords(plain(text))].some(
          (rest) => byPhrase.get(rest) === routed.intent,
        );
        const isAfterOpening = [...openings].some(
          (opening) =>
            plain(text).startsWith(opening) &&
            byPhrase.get(
              plain(withoutPoliteEnding(text.normalize("NFKC").trim()).slice(opening.length)),
            ) === routed.intent,
        );
        const endsWithPhrase = [...byPhrase].some(
          ([phrase, name]) => name === routed.intent && plain(text).endsWith(phrase),
        );
        expect(isPhrase || isAfterOpening || endsWithPhrase).toBe(true);
        return;
      }
      expect(plain(text)).toContain(value.toLowerCase());
      expect(value).toMatch(/^[\p{L}\p{M}\p{N} -]+$/u);
    }),
    { numRuns: 500 },
  );
});

test("a phrase is routed to its intent, whatever is put around it", () => {
  fc.assert(
    fc.property(around, fc.constantFrom(...phrases), around, (before, { phrase }, after) => {
      const routed = route(textEvent(before + phrase + after));
      expect(routed?.intent).toBe(byPhrase.get(phrase));
    }),
    { numRuns: 2000 },
  );
});

test("a postback is routed to the intent that it names, or to none", () => {
  const data = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(emptyPostback, "do=balance", "do=__proto__", "do=constructor&page=2", "do="),
    fc.webQueryParameters().map((query) => `do=balance&${query}`),
  );
  fc.assert(
    fc.property(data, (postback) => {
      const routed = route({ ...base, type: "postback", postback: { data: postback } });
      const { action } = parsePostback(postback);
      expect(routed?.intent).toBe(names.has(action) ? action : undefined);
    }),
    { numRuns: 2000 },
  );
});
