/** Makes the book of the shop's own answers by the configuration: with the demo's answers below the published ones, or without. */
import { createAnswerBook, type AnswerBook } from "../bot/i18n/answers/answer-book.ts";
import { createAnswerReader } from "../bot/i18n/answers/answer-reader.ts";
import { answerRules } from "../bot/staff/bare-text.ts";
import type { Config } from "../config/config.ts";

/**
 * A book without published answers.
 * @param platform the origin of the embedded platform, which serves the demo's pictures; null = it isn't known.
 */
export async function openAnswerBook(
  { line, demoAnswers: hasDemo }: Pick<Config, "line" | "demoAnswers">,
  platform: string | null,
): Promise<AnswerBook> {
  const read = createAnswerReader(answerRules(line.kind === "embedded"));
  const builtIn = hasDemo ? (await import("./demo-answers.ts")).demoAnswers(platform) : {};
  return createAnswerBook({ read, builtIn, texts: {} });
}
