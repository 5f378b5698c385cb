/** Takes ICU messages apart: their values with what follows each, and their literal text. */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/** The parts of a message, each with the text behind it; the parts of plural forms follow. */
function* partsOf(
  elements: readonly MessageFormatElement[],
  behind = "",
): Generator<{ part: MessageFormatElement; next: string }> {
  for (const [index, part] of elements.entries()) {
    const following = elements[index + 1];
    const next = following ? (following.type === TYPE.literal ? following.value : "{}") : behind;
    yield { part, next };
    if (part.type === TYPE.plural) {
      for (const { value } of Object.values(part.options)) yield* partsOf(value, next);
    }
  }
}

/** Every value of these kinds in a message, with the text behind it. */
export const valuesIn = (text: string, ...types: TYPE[]) =>
  [...partsOf(parse(text, { ignoreTag: true }))].filter(({ part }) => types.includes(part.type));

/** The literal text of a message, without what has to be typed: commands and keys. */
export const proseOf = (text: string) =>
  [...partsOf(parse(text, { ignoreTag: true }))]
    .flatMap(({ part }) => (part.type === TYPE.literal ? part.value : []))
    .join("{}")
    .replace(/^\/newset.*$/gm, "")
    .replace(/\bkey:/g, "");
