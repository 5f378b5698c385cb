/** What stands behind a command, read as its arguments. Pure. */

export interface Parameter {
  name: string;
  optional?: boolean;
  /** How `/help` writes it, where its name doesn't tell enough. */
  shown?: string;
  /**
   * `word`: one word, or several in quotes. `person`: besides, a phone or card number in groups, or the
   * several words of a name where nothing else can be meant. `whole`: a whole number, still as it was written. `rest`: all that is left.
   */
  is: "word" | "person" | "whole" | "rest";
}

interface Word {
  text: string;
  quoted: boolean;
}

/** Phones make these quotes by themselves. */
const words = /["“”„＂]([^"“”„＂]*)["“”„＂]|「([^」]*)」|『([^』]*)』|(\S+)/gu;
const group = /^[+(]?[\d()./–—-]+$/;
/** May be meant as a number, rightly written or not. */
const isNumeric = (text: string) => /^[+-]?\d[\d.,]*$/.test(text);

/** Digits of other scripts as ASCII ones; everything else stays. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Decimal digits of every script come in runs of ten; zero is the first of its run.
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
    return String(code - zero);
  });

/**
 * A whole number in plain digits, with or without a comma before every three of them. Null for all else:
 * what one country writes for a thousand is one in another.
 */
export function wholeNumber(text: string): number | null {
  const digits = asciiDigits(text.normalize("NFKC"));
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(digits) ? Number(digits.replaceAll(",", "")) : null;
}

/** How the arguments are written: `<set> <who> [quantity]`. */
export const usageOf = (parameters: readonly Parameter[]): string =>
  parameters
    .map(({ name, optional, shown }) => shown ?? (optional ? `[${name}]` : `<${name}>`))
    .join(" ");

/** @returns the arguments by name, or null where one is missing or too much was written. */
export function parseArguments(
  parameters: readonly Parameter[],
  text: string,
): Record<string, string> | null {
  const left = tokenize(text);
  const read: Record<string, string> = {};
  for (const [index, parameter] of parameters.entries()) {
    const value = next(parameter, left, parameters.slice(index + 1));
    if (value) read[parameter.name] = value;
    else if (!parameter.optional) return null;
  }
  return left.length > 0 ? null : read;
}

function tokenize(text: string): Word[] {
  return [...text.matchAll(words)].map(([, one, two, three, bare]) =>
    bare === undefined
      ? { text: one ?? two ?? three ?? "", quoted: true }
      : { text: asciiDigits(bare), quoted: false },
  );
}

/** Takes what belongs to one parameter off the words. */
function next({ is }: Parameter, left: Word[], after: readonly Parameter[]): string {
  if (is === "rest") {
    return left
      .splice(0)
      .map(({ text }) => text)
      .join(" ");
  }
  const first = left.shift();
  if (!first) return "";
  if (is === "word" || is === "whole" || first.quoted) return first.text;
  const taken = [first.text];
  const take = () => taken.push(left.shift()?.text ?? "");
  if (group.test(first.text)) {
    while (left[0] && group.test(left[0].text) && isPart(taken.join(""), left, after)) take();
  } else if (after.every(({ optional }) => optional)) {
    const last = left.at(-1);
    const kept = after.length > 0 && last && isNumeric(last.text) ? 1 : 0;
    while (left.length > kept) take();
  }
  return taken.join(" ");
}

/** Whether the next group of digits still belongs to a phone or card number. */
function isPart(number: string, left: readonly Word[], after: readonly Parameter[]): boolean {
  if (after.length === 0) return true;
  const digits = number.replace(/\D/g, "").length;
  const whole = number.startsWith("00") ? 12 : /^[+0]/.test(number) ? 10 : 12;
  // The last of them may be a quantity or points.
  const isNeeded = after.some(({ optional }) => !optional) && left.length === 1;
  return digits < whole && !isNeeded && (left.length > 1 || (left[0]?.text.length ?? 0) > 2);
}
