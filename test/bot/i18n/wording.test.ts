/** How the texts of each language are written: counters, politeness, punctuation, times, and one word for one thing. */
import { TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { messageKeys, type MessageKey } from "../../../src/bot/i18n/message-keys.ts";
import { compile } from "../../../src/bot/i18n/format.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";
import { replyCatalogue } from "../../../src/bot/reply-catalogue.ts";
import { languages, type Language } from "../../../src/config/environment-schema.ts";
import { renderContextIn } from "../../support/render-context.ts";
import { worthText } from "../../../src/bot/views/coupon.ts";
import { visibleLines } from "../../../src/studio/stories/visible-lines.ts";
import { section, tableRows } from "../../docs/pages.ts";
import { stringsOf } from "../../support/views.ts";
import { proseOf, valuesIn } from "./message-parts.ts";

const keys = Object.keys(messageKeys) as MessageKey[];
const textsOf = (language: Language) =>
  keys.map((key) => [key, builtInCatalogues[language][key]] as const);

/** The keys of the texts for which `isFault` holds, with the texts. */
const faultsIn = (language: Language, isFault: (text: string, key: MessageKey) => boolean) =>
  textsOf(language).filter(([key, text]) => isFault(text, key));

/** What is addressed to members; the other keys are for staff and marketers. */
const isForMembers = (key: MessageKey) =>
  !/^(staff|dev)\./.test(key) || key === "staff.gift.notice";

const counters: Partial<Record<Language, RegExp>> = {
  th: /^ ?(ใบ|แต้ม|รายการ|คน|วัน|นาที|ครั้ง|ตัวอักษร|ชุด|%)/,
  ja: /^(枚|ポイント|件|名|日間|分|回|文字|%)/,
  "zh-TW": /^ ?(張|點|項|筆|位|天|分鐘|次|個字元|組|折|%)/,
};

/** Numbers that count nothing: bounds, a number on a list, the first of two balances, an amount of money. */
const uncounted: readonly RegExp[] = [
  /^number$/,
  /^staff\.number\.most$/,
  /^staff\.set\.noSuchNumber$/,
  /^staff\.balance$/,
  /^staff\.newset\.(fault\.|reads\.amount)/,
  /^coupon\.amount$/,
];

describe.each(["th", "ja", "zh-TW"] as const)("%s", (language) => {
  test("has a counter behind each count", () => {
    const isCounted = (text: string) =>
      valuesIn(text, TYPE.number, TYPE.pound).every(({ next }) => counters[language]?.test(next));
    expect(
      faultsIn(
        language,
        (text, key) => !uncounted.some((one) => one.test(key)) && !isCounted(text),
      ),
    ).toEqual([]);
  });
});

/** All English texts with every count being this number. */
const renderedWith = (number: number) =>
  textsOf("en").map(([key, text]) => {
    const sample = { text: "–", number, time: 0 };
    const values = Object.entries(messageKeys[key]).map(([name, kind]) => [name, sample[kind]]);
    return String(compile(text, "en", "UTC").format(Object.fromEntries(values)));
  });

describe("English", () => {
  test("has the singular for one, and the plural for more", () => {
    const nouns = "point|coupon|card|campaign|member|minute|day|set|time|character|gift";
    expect(renderedWith(1).filter((text) => /(?<![\d.,#])1 [a-z]+(?<!i)s\b/.test(text))).toEqual(
      [],
    );
    expect(renderedWith(2).filter((text) => new RegExp(`\\b2 (${nouns})\\b`).test(text))).toEqual(
      [],
    );
  });
});

const isSentence = (key: MessageKey) => /[.!?:]$/.test(builtInCatalogues.en[key]);

describe("Thai", () => {
  const polite = /(ค่ะ|คะ)$/;
  /** End with an example or a date behind the polite word. */
  const politeInside: ReadonlySet<MessageKey> = new Set(["check.ask", "coupon.alt"]);

  test("ends politely wherever members are addressed by a sentence", () => {
    expect(
      faultsIn(
        "th",
        (text, key) =>
          isForMembers(key) &&
          isSentence(key) &&
          !(politeInside.has(key) ? /ค่ะ|คะ/ : polite).test(text),
      ),
    ).toEqual([]);
  });

  test("says อีก once in a clause", () => {
    expect(faultsIn("th", (text) => /อีก[^\s}]*อีก/.test(text))).toEqual([]);
  });

  test("has น. behind every time, bound to it by a no-break space", () => {
    expect(
      faultsIn("th", (text) =>
        valuesIn(text, TYPE.time).some(({ next }) => !next.startsWith("\u00a0น.")),
      ),
    ).toEqual([]);
  });
});

/** The sentences of a Japanese text, without what ends them. */
const sentencesOf = (text: string) =>
  [...proseOf(text).matchAll(/([^。！？：]+)[。！？]/g)].map(([, sentence = ""]) => sentence);

describe("Japanese", () => {
  test("addresses people as 様", () => {
    const namesMember: readonly MessageKey[] = [
      "balance.alt",
      "balance.empty",
      "greeting.hello",
      "greeting.back",
      "registered.found",
    ];
    const texts = namesMember.map((key) => builtInCatalogues.ja[key]);
    expect(texts.filter((text) => !text.includes("{name}様"))).toEqual([]);
    expect(faultsIn("ja", (text) => /\}さん/.test(text))).toEqual([]);
  });

  test("ends each sentence to members politely", () => {
    const polite =
      /(です|ます|ません|ました|でした|ますか|ください|ましょうか|どうぞ|なさい|ようこそ)$/;
    expect(
      faultsIn(
        "ja",
        (text, key) => isForMembers(key) && sentencesOf(text).some((one) => !polite.test(one)),
      ),
    ).toEqual([]);
  });
});

const worth = (language: Language, type: "DISCOUNT_PERCENT" | "DISCOUNT_AMOUNT", value: number) =>
  worthText(renderContextIn(language), { type, value });

describe("discounts", () => {
  test.each([
    [10, "9 折"],
    [15, "85 折"],
    [12.5, "87.5 折"],
    [50, "5 折"],
    [95, "0.5 折"],
    [100, "免費"],
  ])("%s % off is what is left to pay in Chinese: %s", (percent, text) => {
    expect(worth("zh-TW", "DISCOUNT_PERCENT", percent)).toBe(text);
    expect(worth("en", "DISCOUNT_PERCENT", percent)).toBe(`${percent}% off`);
  });

  test("an amount, whose currency the platform doesn't tell, is no bare number in front of 引き", () => {
    expect(worth("ja", "DISCOUNT_AMOUNT", 50)).toBe("割引額：50");
    expect(faultsIn("ja", (text) => /\{\w+(?:, number)?\}引き/.test(text))).toEqual([]);
  });
});

describe("punctuation", () => {
  test.each(["ja", "zh-TW"] as const)("is full-width in %s", (language) => {
    expect(faultsIn(language, (text) => /[:;!?,()]/.test(proseOf(text)))).toEqual([]);
  });

  test.each(["en", "th"] as const)("is half-width in %s", (language) => {
    expect(faultsIn(language, (text) => /[：；！？，。（）「」]/.test(proseOf(text)))).toEqual([]);
  });
});

describe("one word for one thing", () => {
  const termRows = tableRows(section("docs/wording.md", "One word for one thing"), "English");
  /** Words that mean the same as a term. */
  const avoided: Record<Language, RegExp> = {
    en: /\b(voucher|movement|platform|credits|signs)\b|no limit|second person has to/i,
    th: /คะแนน|แคมเปญ|คนที่สอง|ย้อนกลับ|ยังไม่ได้ทำอะไร|(?<!หมาย)เลขบัตร|ของรางวัล/,
    ja: /お支払いの|取り戻|バウチャー|別の人|得点|読み取れません|何も行って/,
    "zh-TW": /經理|第二人|同意|發送|送出|積分|折價券|沒有執行任何/,
  };

  test.each(languages)("%s uses the terms of docs/wording.md", (language) => {
    const column = ["en", "th", "ja", "zh-TW"].indexOf(language);
    const terms = termRows.flatMap((row) => row[column]?.split(/ \/ |, .*/).filter(Boolean) ?? []);
    const texts = textsOf(language)
      .map(([, text]) => text.toLowerCase())
      .join("\n");
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.filter((term) => !texts.includes(term.toLowerCase()))).toEqual([]);
  });

  test.each(languages)("%s uses no other words for them", (language) => {
    expect(faultsIn(language, (text) => avoided[language].test(proseOf(text)))).toEqual([]);
  });
});

const linesIn = (language: Language) =>
  replyCatalogue.flatMap(({ name, samples }) =>
    samples(renderContextIn(language)).flatMap((sample) =>
      stringsOf(sample.messages)
        .split("\n")
        .map((line) => `${name}: ${line}`),
    ),
  );

const proseIn = (language: Language) =>
  linesIn(language)
    .map((line) => line.slice(line.indexOf(": ") + 2))
    .filter((line) =>
      /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line),
    );

describe("rendered replies", () => {
  test("have น. behind every time in Thai", () => {
    const times = proseIn("th").filter((line) => /\d\d:\d\d/.test(line));
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((line) => /\d\d:\d\d(?!\u00a0น\.)/.test(line))).toEqual([]);
  });

  test("begin each English line to staff with a capital", () => {
    const lines = replyCatalogue
      .filter(({ kind }) => kind === "staff")
      .flatMap(({ samples }) => samples(renderContextIn("en")))
      .flatMap(({ messages }) => visibleLines(messages))
      .flatMap((text) => text.split("\n"));
    expect(lines).toContain("In progress");
    // A key is written as /void takes it.
    expect(lines.filter((line) => /^(?!key:)[a-z]/.test(line))).toEqual([]);
  });

  test.each([
    ["en", /[（）]/],
    ["th", /[（）]/],
    ["ja", /[()]/],
    ["zh-TW", /[()]/],
  ] as const)("have one kind of brackets in %s", (language, others) => {
    const lines = linesIn(language);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => others.test(line))).toEqual([]);
  });

  test.each(["ja", "zh-TW"] as const)("have colons only in times in %s", (language) => {
    const lines = proseIn(language);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => /(?<!\d):|:(?!\d)/.test(line))).toEqual([]);
  });
});
