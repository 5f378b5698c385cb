/** Lists of phrases, written compactly. Nothing is guessed: what isn't listed is unknown. */

/** The phrases of a text that are parted by commas or line ends. */
export function phraseList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

/** What Thais put behind a request, as it is said and as it is typed in a hurry. */
const particles = phraseList(`
  ค่ะ, คะ, ค่า, คร่า, ครับ, คับ, ครับผม, จ้า, จ้ะ, นะ, นะคะ, นะครับ, ที, ด้วย, ด้วยค่ะ, ด้วยครับ
  หน่อย, หน่อยค่ะ, หน่อยคะ, หน่อยครับ, หน่อยคับ, หน่อยนะ, หน่อยนะคะ, หน่อยนะครับ, หน่อยจ้า
`);

/** Thai phrases as listed, and each with every particle, with a blank before it or without. */
export function thaiPhraseList(text: string): string[] {
  return phraseList(text).flatMap((phrase) => [
    phrase,
    ...particles.flatMap((particle) => [`${phrase}${particle}`, `${phrase} ${particle}`]),
  ]);
}
