/** The readings of a phone number: every way in which people and tills write it. */

/** A blank, a dash, a dot or a bracket; what phone numbers are written with beside digits. */
const separators = /[\s\-–—.()/]/g;
const thaiZero = "๐".codePointAt(0)!;

/** Every reading, in digits, of a stored number. @param code the country's, digits only. */
export function phoneReadings(code: string, number: string): string[] {
  const national = digitsIn(number)?.replace(/^0+/, "");
  if (!national) return [];
  return [national, `0${national}`, `${code}${national}`, `${code}0${national}`];
}

/** What a search for a phone number looks up, or null where the text isn't one. */
export function phoneReadingOf(text: string): string | null {
  const digits = digitsIn(text);
  return digits !== null && digits.length >= 4 ? digits.replace(/^00/, "") : null;
}

function digitsIn(text: string): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.codePointAt(0)! - thaiZero))
    .replaceAll(separators, "")
    .replace(/^\+/, "");
  return /^\d+$/.test(plain) ? plain : null;
}
