/** Phrasings are written one on a line. */

/** Intent → phrasings. */
export type Phrasings = Readonly<Record<string, readonly string[]>>;

export const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
