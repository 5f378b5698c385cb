/** Words as they stand in the folder of drafts at this moment, for whoever tries them out. */
import { readDraft } from "./draft-folder.ts";
import { withPublished } from "./published-overrides.ts";
import { createWords, type Words } from "./translate.ts";

/** @param dir null = nobody writes any: what is published is said. */
export function liveWords(dir: string | null, published: Words, timeZone: string): Words {
  if (!dir) return published;
  let last = { read: "", words: published };
  const current = (): Words => {
    const read = JSON.stringify(readDraft(dir).overrides);
    // What can't be said gives way to ours, so that a slip never silences the channel.
    if (read !== last.read) {
      last = { read, words: createWords(withPublished(read).catalogues, timeZone) };
    }
    return last.words;
  };
  return {
    in: (language) => current().in(language),
    get version() {
      return current().version;
    },
  };
}
