/** Reads answers as JSON and checks each by itself: its form, LINE's limits, and what the bot understands already. */
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Language } from "../../../config/environment-schema.ts";
import { reasonOf } from "../../../errors.ts";
import { plain } from "../../../text/folded-name.ts";
import type { PlacedFault } from "./answer-faults.ts";
import {
  answerSchema,
  dateFaults,
  maxAnswers,
  messageOfIssue,
  nameFaults,
  phrasesOf,
  readableParts,
  type Answer,
  type CheckedParts,
} from "./answer.ts";

/** What the bot says of answers. */
export interface AnswerRules {
  /** By what a phrase is understood already: the name of an intent or a command; null = by nothing. */
  understoodAs(phrase: string): string | null;
  /** Whether a button may ask for it. */
  isIntent(name: string): boolean;
  /** Whether LINE can load a picture from an address. */
  isPicture(url: string): boolean;
}

export interface AnswerPhrase {
  folded: string;
  language: Language;
  /** Where it stands in the answer, such as `phrases.en.0`. */
  place: string;
}

export interface ReadAnswer {
  name: string;
  /** Null for what isn't one. */
  answer: Answer | null;
  /** Found when they are first asked for: to see what the bot understands already takes the longest. */
  readonly faults: readonly PlacedFault[];
  phrases: readonly AnswerPhrase[];
  /** Of its phrases; found when they are first asked for. */
  readonly words: ReadonlySet<string>;
}

/** @param json what is stored, or in a file. Never throws. */
export type AnswerReader = (name: string, json: string) => ReadAnswer;

/** Some drafts and what is published: to check a hundred phrases takes milliseconds. */
const maxKept = 3 * maxAnswers;

export function createAnswerReader(rules: AnswerRules): AnswerReader {
  const schema = answerSchema(rules.isPicture);
  const kept = new LRUCache<string, ReadAnswer>({ max: maxKept });
  return (name, json) => {
    const key = `${name}\n${json}`;
    const before = kept.get(key);
    if (before) return before;
    const read = readAnswer(name, json, schema, rules);
    kept.set(key, read);
    return read;
  };
}

function readAnswer(
  name: string,
  json: string,
  schema: z.ZodType<Answer>,
  rules: AnswerRules,
): ReadAnswer {
  const nothing = { name, answer: null, phrases: [], words: new Set<string>() };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const values = { reason: reasonOf(error) };
    return { ...nothing, faults: [{ place: "", message: { key: "answer.fault.json", values } }] };
  }
  const { data: answer, error } = schema.safeParse(value);
  // A fault of its form hides no other.
  const parts = answer ?? readableParts.parse(value);
  const formFaults = error?.issues.map(faultOfIssue) ?? [];
  const phrases = (answer ? phrasesOf(answer) : []).map(({ text, ...where }) => ({
    ...where,
    folded: plain(text),
  }));
  let faults: readonly PlacedFault[] | null = null;
  let words: ReadonlySet<string> | null = null;
  return {
    name,
    answer: answer ?? null,
    phrases,
    get faults() {
      faults ??= [
        ...formFaults,
        ...dateFaults(parts),
        ...nameFaults(name, parts),
        ...understoodFaults(parts, rules),
        ...intentFaults(parts, rules),
      ];
      return faults;
    },
    get words() {
      words ??= new Set(phrases.flatMap(({ folded }) => [...wordsIn(folded)]));
      return words;
    },
  };
}

function faultOfIssue({ path, message, ...issue }: z.core.$ZodIssue): PlacedFault {
  const place = path.join(".");
  if (issue.code !== "unrecognized_keys") return { place, message: messageOfIssue(message) };
  const values = { names: issue.keys.join(", ") };
  return { place, message: { key: "answer.fault.unknown", values } };
}

const understoodFaults = (parts: CheckedParts, { understoodAs }: AnswerRules): PlacedFault[] =>
  phrasesOf(parts).flatMap(({ text: phrase, place }) => {
    const intent = understoodAs(phrase);
    if (intent === null) return [];
    const values = { phrase, intent };
    return [{ place, message: { key: "answer.fault.phrase.understood", values } }];
  });

const intentFaults = ({ buttons = [] }: CheckedParts, { isIntent }: AnswerRules): PlacedFault[] =>
  buttons.flatMap(({ intent }, index) => {
    if (intent === undefined || isIntent(intent)) return [];
    const place = `buttons.${index}.intent`;
    return [{ place, message: { key: "answer.fault.button.intent", values: { intent } } }];
  });

/** Words that questions of all kinds have. */
const common = new Set(
  `
  a about all also am an and any are as at be been by can can't could do does did don't for from get give go got had
  has have hello help here hey hi how how's i i'd i'm if in into is it it's its just know let like many may me much my
  need no not now of off ok on one or our out please pls see shall she should so some tell than thank thanks that
  that's the their them then there they this time to today too tomorrow until up us want was we were what what's when
  where where's which who whose why will with would yes you your you're
  อยาก จะ ที่ มี ไหม มั้ย ได้ อะไร ไง ยังไง อย่างไร เท่าไหร่ เท่าไร กี่ เมื่อไหร่ เมื่อไร ไหน นี้ นั้น ค่ะ คะ ครับ คับ นะ
  จ้า หรือ และ กับ ของ ให้ ไป มา เป็น อยู่ ขอ หน่อย ด้วย ทราบ รู้ บอก ถาม สอบถาม ร้าน ทาง ใน ตอน วัน วันนี้ พรุ่งนี้ เปล่า
  ไม่ แล้ว ก็ ว่า คือ การ ความ ต้อง ทำ ใช้ ดู เรา ผม ฉัน หนู คุณ บ้าง เลย ที ละ ล่ะ
  は が を に で と も の へ や か な ね よ から まで より です ます ました ません でしょう だ た て ください 下さい あり ある ない
  いる いい いつ どこ 何 なに なん どう どの どれ いくら 誰 こと もの する し さ れ お ご 教え 知り たい できる でき 今日 明日
  的 了 嗎 吗 呢 吧 啊 是 有 沒有 没有 在 我 你 您 他 們 我們 你們 請 請問 想 要 可以 能 會 什麼 什么 怎麼 怎么 哪 哪裡 哪里 幾
  多少 幾點 這 那 個 和 跟 與 及 也 都 就 到 去 來 不 沒 很 說 問 知道 今天 明天 現在 店 店家 一下 麻煩
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Made once: that takes longer than to split a text. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text in any of the four languages, without those that say nothing of what is asked. @returns each word once, in its folded form; none with a single Latin letter or digit. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(plain(text))) {
    if (isWordLike && !common.has(segment) && !/^[a-z\d]$/.test(segment))
      words.add(singular(segment));
  }
  return words;
}

/** An English plural is the same word. */
const singular = (word: string): string =>
  /^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word;
