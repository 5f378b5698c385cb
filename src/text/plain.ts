/** Brings what people type to the form in which it is compared with phrases. Pure. */
import { plainName } from "./folded-name.ts";

/** The longest text that is compared; what is behind it doesn't count. */
const maxLength = 200;

/** The form in which texts are compared: NFKC, lower case, without surrounding spaces, punctuation and emoji. */
export const plain = (text: string): string => normalizeText(text).toLowerCase();

/** The same with its capitals. */
export function normalizeText(text: string): string {
  return plainName(text.slice(0, maxLength))
    .replace(
      /^[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+|(?<![\s\p{P}\p{S}\p{C}\uFE0F\u20E3])[\s\p{P}\p{S}\p{C}\uFE0F\u20E3]+$/gu,
      "",
    )
    .replace(/[\s,]+/gu, " ");
}
