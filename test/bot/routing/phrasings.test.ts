/** Every phrasing of the tables is routed to its intent, and every near miss to none. */
import { describe, expect, test } from "vitest";
import { routeEvent } from "../../../src/bot/event-router.ts";
import { coupons } from "../../../src/bot/intents/coupons.ts";
import { rewardsIntent } from "../../../src/bot/intents/rewards/rewards.ts";
import { createTextRouter, thaiPhraseList } from "../../../src/bot/routing/text-router.ts";
import { pointsExpiry } from "../../../src/bot/intents/points-expiry.ts";
import { topicVariants } from "../../../src/bot/intents/questions/questions.ts";
import { smallTalk } from "../../../src/bot/intents/small-talk.ts";
import { intents } from "../../../src/bot/intents/intents.ts";
import { commandWords } from "../../../src/bot/staff/bare-text.ts";
import { languages } from "../../../src/config/environment-schema.ts";
import { en } from "./phrasings/en.ts";
import { ja } from "./phrasings/ja.ts";
import { questions } from "./phrasings/questions.ts";
import { nearMisses } from "./phrasings/near-misses.ts";
import { th } from "./phrasings/th.ts";
import { zhTW } from "./phrasings/zh-TW.ts";

const phrasings = { en, th, ja, "zh-TW": zhTW };

const route = createTextRouter(intents);
/** The programme's own questions that other requests answer, by the words that only these have in each language. */
const answeredByOthers = {
  "next reward": [
    rewardsIntent,
    {
      en: /next|how far|how close|how many/,
      th: /^(?:อีก|ขาด|ต้อง|กี่)|ถัดไป|ต่อไป/,
      ja: /次の|あと|何ポイント/,
      "zh-TW": /下一?個|還差|還要|還需/,
    },
  ],
  "use of a coupon": [coupons, { en: /use/, th: /ใช้/, ja: /使|利用/, "zh-TW": /用/ }],
  gifts: [
    coupons,
    { en: /gift|present/, th: /ของ/, ja: /プレゼント|ギフト|誕生日/, "zh-TW": /禮/ },
  ],
} as const;

/** How many phrases there must be for each question, and for small words, in each language. */
const fewest = { variant: 15, smallTalk: 40 };

function requestOf(text: string) {
  const message = { id: "1", type: "text", text };
  const event = { type: "message", webhookEventId: "01", timestamp: 0, message };
  return routeEvent(event, route);
}

const intentOf = (text: string) => requestOf(text)?.intent;

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

describe.each(languages)("questions and languages named in %s", (language) => {
  const rows = Object.entries(questions[language]).flatMap(([asked, texts]) =>
    texts.map((text) => [text, asked] as const),
  );

  test.each(rows)("%s is routed to %s", (text, asked) => {
    const request = requestOf(text);
    expect([request?.intent, ...Object.values(request?.details ?? {})].join(" ")).toBe(asked);
  });

  test("every question has enough phrases, and so have small words", () => {
    // Thai phrases of requests are listed with every polite ending.
    const forms = language === "th" ? thaiPhraseList("แต้ม").length : 1;
    for (const [topic, texts] of Object.entries(topicVariants.phrases)) {
      expect([topic, texts[language].length >= fewest.variant]).toEqual([topic, true]);
    }
    for (const [topic, [{ phrases }, words]] of Object.entries(answeredByOthers)) {
      const asked = phrases[language].filter((text) => words[language].test(text));
      expect([topic, asked.length / forms >= fewest.variant]).toEqual([topic, true]);
    }
    expect(pointsExpiry.phrases[language].length).toBeGreaterThanOrEqual(fewest.variant);
    expect(smallTalk.phrases[language].length / forms).toBeGreaterThanOrEqual(fewest.smallTalk);
  });
});

test("no words of staff for a command are a request of members, or of two commands", () => {
  const words = Object.values(commandWords).flat();
  expect(words.filter((text) => intentOf(text) !== "unknown")).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test.each(nearMisses)("%s is unknown", (text) => {
  expect(intentOf(text)).toBe("unknown");
});
