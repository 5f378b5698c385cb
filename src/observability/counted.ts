/** Writes a count with its noun, as operators read it. */

/** @returns such as `1 story` and `2 stories`. @param plural only where it isn't the noun with an s. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
