/** Languages by name. */
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** A language tag as a word; a tag that isn't one is shown as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
