/** An answer of the shop's own as lines that people read and compare, and what is doubtful in it. */
import type { Answer } from "../../bot/i18n/answers/answer.ts";

/** @param json as it is stored; empty = there is none. Never throws. */
export function answerLines(json: string): string {
  const answer = read(json);
  if (!answer) return json;
  const { phrases = {}, reply, picture, buttons = [], from, until, hours } = answer;
  return [
    ...Object.entries(phrases).map(([language, list]) => `${language} asks: ${list?.join(", ")}`),
    ...Object.entries(reply).map(([language, text]) => `${language} reads: ${text}`),
    ...(picture ? [`Picture: ${picture}`] : []),
    ...buttons.map(
      ({ label, url, intent }) =>
        `Button: ${Object.values(label).join(" / ")} → ${url ?? `the bot’s ${intent}`}`,
    ),
    ...(from ? [`From ${from}`] : []),
    ...(until ? [`Until ${until}`] : []),
    ...(hours ? [`Hours ${hours}`] : []),
  ].join("\n");
}

/** @param json as in `answerLines`. @param offered the business's languages. */
export function answerWarnings(json: string, offered: readonly string[]): string[] {
  const reply: Readonly<Record<string, string>> | undefined = read(json)?.reply;
  if (!reply) return [];
  const missing = offered.filter((language) => reply[language] === undefined);
  return missing.length > 0
    ? [`Its reply has no text in ${new Intl.ListFormat("en").format(missing)}.`]
    : [];
}

function read(json: string): Answer | null {
  try {
    const answer = json === "" ? null : (JSON.parse(json) as Answer);
    return answer?.reply ? answer : null;
  } catch {
    return null;
  }
}
