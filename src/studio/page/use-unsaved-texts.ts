/** Texts that were typed and not saved yet, by cell; they survive another view and a reload of the tab. */
import { useEffect, useState } from "preact/hooks";

/** By `key/language`. */
export type UnsavedTexts = ReadonlyMap<string, string>;

const storageKey = "unsaved-texts";

/** A browser that stores nothing, or holds something else there, starts without any. */
function readStored(): UnsavedTexts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return new Map(Array.isArray(stored) ? stored : []);
  } catch {
    return new Map();
  }
}

function store(texts: UnsavedTexts): void {
  try {
    if (texts.size === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify([...texts]));
  } catch {
    // Without storage the texts live as long as the page.
  }
}

/** Whoever logs out leaves nothing in the tab. */
export const forgetUnsavedTexts = (): void => store(new Map());

export function useUnsavedTexts() {
  const [texts, setTexts] = useState(readStored);
  useEffect(() => store(texts), [texts]);
  return {
    texts,
    keep: (cell: string, text: string) => setTexts((before) => new Map(before).set(cell, text)),
    /** @param text forgets the cell only if this is still what it holds; without one always. */
    forget: (cell: string, text?: string) =>
      setTexts((before) => {
        if (text !== undefined && before.get(cell) !== text) return before;
        const after = new Map(before);
        after.delete(cell);
        return after;
      }),
  };
}
