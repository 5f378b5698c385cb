/** An answer of the shop's own as lines that people read and compare, and what is doubtful in it. */
import { languageNameIn, locales } from "../../bot/i18n/format.ts";
import type { Language } from "../../config/languages.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import { writeMessage, type StudioTranslate } from "../i18n/message-keys.ts";
import type { AnswerFault } from "../../bot/i18n/answers/answer-book.ts";
import { answerFaultSentence } from "../../bot/i18n/answers/answer-faults.ts";
import type { Answer } from "../../bot/i18n/answers/answer.ts";

/** @param json as it is stored; empty = there is none. Never throws: what another version has otherwise stays as it is. */
export function answerLines(t: StudioTranslate, json: string): string {
  const answer = read(json);
  try {
    return answer ? linesOf(t, answer).join("\n") : json;
  } catch {
    return json;
  }
}

function linesOf(t: StudioTranslate, answer: Answer): string[] {
  const { phrases = {}, reply, picture, buttons = [], from, until, hours } = answer;
  return [
    ...Object.entries(phrases).map(([language, list]) =>
      t("answer.line.asks", { language, phrases: list?.join(", ") ?? "" }),
    ),
    ...Object.entries(reply).map(([language, text]) => t("answer.line.reads", { language, text })),
    ...(picture ? [t("answer.line.picture", { address: picture })] : []),
    ...buttons.map(({ label, url, intent }) =>
      t("answer.line.button", {
        label: Object.values(label).join(" / "),
        target: url ?? intent ?? "",
      }),
    ),
    ...(from ? [t("answer.line.from", { day: from })] : []),
    ...(until ? [t("answer.line.until", { day: until })] : []),
    ...(hours ? [t("answer.line.hours", { hours })] : []),
  ];
}

/** What is wrong with one answer of a book, and with all together: each begins with the place in the answer. */
export const answerFaultsOf = (
  t: StudioTranslate,
  faults: readonly AnswerFault[],
  name: string,
): string[] =>
  faults
    .filter(({ names }) => names.length === 0 || names.includes(name))
    .map((fault) => answerFaultSentence(fault, (message) => writeMessage(t, message)));

/** @param json as in `answerLines`. @param offered the business's languages. */
export function answerWarnings(
  reader: Language,
  json: string,
  offered: readonly string[],
): string[] {
  const reply: Readonly<Record<string, string>> | undefined = read(json)?.reply;
  if (!reply) return [];
  const missing = offered.filter((language) => reply[language] === undefined);
  if (missing.length === 0) return [];
  const names = missing.map((language) => languageNameIn(reader, language));
  const languages = new Intl.ListFormat(locales[reader]).format(names);
  return [studioTranslate(reader)("answer.missing", { languages })];
}

function read(json: string): Answer | null {
  try {
    const answer = json === "" ? null : (JSON.parse(json) as Answer);
    return answer?.reply ? answer : null;
  } catch {
    return null;
  }
}
