/** Every phrasing of the tables is routed to its intent, and every near miss to none. */
import { describe, expect, test } from "vitest";
import { routeEvent } from "../../../src/bot/event-router.ts";
import { intents } from "../../../src/bot/intents/intents.ts";
import { createTextRouter } from "../../../src/bot/routing/text-router.ts";
import { languages } from "../../../src/config/environment-schema.ts";
import { en } from "./phrasings/en.ts";
import { ja } from "./phrasings/ja.ts";
import { nearMisses } from "./phrasings/near-misses.ts";
import { th } from "./phrasings/th.ts";
import { zhTW } from "./phrasings/zh-TW.ts";

const phrasings = { en, th, ja, "zh-TW": zhTW };

const route = createTextRouter(intents);

function intentOf(text: string): string | undefined {
  const message = { id: "1", type: "text", text };
  const event = { type: "message", webhookEventId: "01", timestamp: 0, message };
  return routeEvent(event, route)?.intent;
}

describe.each(languages)("phrasings in %s", (language) => {
  const rows = Object.entries(phrasings[language]).flatMap(([intent, texts]) =>
    texts.map((text) => [text, intent] as const),
  );

  test.each(rows)("%s is routed to %s", (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });

  test("there are at least 40 for each intent, without duplicates", () => {
    const texts = rows.map(([text]) => text);
    expect(new Set(texts).size).toBeGreaterThanOrEqual(40);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("there are some for every intent with phrases", () => {
    const worded = intents.filter(({ phrases }) => phrases[language].length > 0);
    expect(Object.keys(phrasings[language]).toSorted()).toEqual(
      worded.map(({ name }) => name).toSorted(),
    );
  });
});

test.each(nearMisses)("%s is unknown", (text) => {
  expect(intentOf(text)).toBe("unknown");
});
