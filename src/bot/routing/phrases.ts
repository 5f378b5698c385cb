/** Parses the phrase lists of intents; a text matches only a listed phrase. */

/** The phrases of a text, separated by commas or line breaks. Each has to be in the form of `plain`. */
export function phraseList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

/** Thai particles that may follow a request, with common misspellings. */
const particles = phraseList(`
  ค่ะ, คะ, ค่า, คร่า, ครับ, คับ, ครับผม, จ้า, จ้ะ, นะ, นะคะ, นะครับ, ที, ด้วย, ด้วยค่ะ, ด้วยครับ
  หน่อย, หน่อยค่ะ, หน่อยคะ, หน่อยครับ, หน่อยคับ, หน่อยนะ, หน่อยนะคะ, หน่อยนะครับ, หน่อยจ้า
`);

/** The listed Thai phrases, and each followed by every particle, with and without a space. */
export function thaiPhraseList(text: string): string[] {
  return phraseList(text).flatMap((phrase) => [
    phrase,
    ...particles.flatMap((particle) => [`${phrase}${particle}`, `${phrase} ${particle}`]),
  ]);
}
