/** Words as they stand in the folder of drafts at this moment, for whoever tries them out. */
import { readDraft } from "./draft-folder.ts";
import { withPublished } from "./published-overrides.ts";
import { createMessages, type Messages } from "./translate.ts";

/** @param dir null = nobody writes any: what is published is said. */
export function draftMessages(dir: string | null, published: Messages, timeZone: string): Messages {
  if (!dir) return published;
  let last = { read: "", words: published };
  const current = (): Messages => {
    const read = JSON.stringify(readDraft(dir).overrides);
    // What can't be said gives way to ours, so that a slip never silences the channel.
    if (read !== last.read) {
      last = { read, words: createMessages(withPublished(read).catalogues, timeZone) };
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
