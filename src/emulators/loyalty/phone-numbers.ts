/** Readings of a phone number: the digits of each common way to write it, for comparing numbers. */

/** Characters in a phone number other than digits. */
const separators = /[\s\-–—.()/]/g;
const thaiZero = "๐".codePointAt(0)!;

/** All readings of a stored number. @param code the country calling code, in digits. */
export function phoneReadings(code: string, number: string): string[] {
  const national = digitsIn(number)?.replace(/^0+/, "");
  if (!national) return [];
  return [national, `0${national}`, `${code}${national}`, `${code}0${national}`];
}

/** The reading that a text stands for; null if the text isn't a phone number. */
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
