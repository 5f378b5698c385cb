/** What was typed and not saved yet; it survives another view and a reload of the tab. */
import { useLayoutEffect, useState } from "preact/hooks";

/** Texts by `key/language`, answers and stories by name, what these were when their editing began likewise, comments by the draft's author. */
export type UnsavedTexts = ReadonlyMap<string, string>;

const storageKeys = [
  "unsaved-texts",
  "unsaved-answers",
  "unsaved-stories",
  "stories-before",
  "unsent-comments",
] as const;
type StorageKey = (typeof storageKeys)[number];

/** A browser that stores nothing, or holds something else there, starts without any. */
function readStored(storageKey: StorageKey): UnsavedTexts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return new Map(Array.isArray(stored) ? stored : []);
  } catch {
    return new Map();
  }
}

function store(storageKey: StorageKey, texts: UnsavedTexts): void {
  try {
    if (texts.size === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify([...texts]));
  } catch {
    // Without storage the texts live as long as the page.
  }
}

/** Whoever logs out leaves nothing in the tab. */
export function forgetUnsavedTexts(): void {
  for (const key of storageKeys) store(key, new Map());
}

export type UnsavedState = ReturnType<typeof useUnsavedTexts>;

export function useUnsavedTexts(storageKey: StorageKey) {
  const [texts, setTexts] = useState(() => readStored(storageKey));
  // At once: whoever logs out right after a letter leaves nothing behind, either.
  useLayoutEffect(() => store(storageKey, texts), [texts]);
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
