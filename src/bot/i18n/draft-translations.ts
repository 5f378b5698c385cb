/** Messages with the current draft overrides applied, for previewing them; the folder is read on each use. */
import { readDraftFolder } from "./draft-folder.ts";
import { withPublished } from "./published-overrides.ts";
import { createMessages, type Messages } from "./translate.ts";

/** @param dir the folder of drafts; null = none: the published messages are used. */
export function draftMessages(dir: string | null, published: Messages, timeZone: string): Messages {
  if (!dir) return published;
  let latest = { overrides: "", messages: published };
  const current = (): Messages => {
    const overrides = JSON.stringify(readDraftFolder(dir).overrides);
    // Invalid drafts are left out, so that a mistake never stops the replies.
    if (overrides !== latest.overrides) {
      latest = {
        overrides,
        messages: createMessages(withPublished(overrides).catalogues, timeZone),
      };
    }
    return latest.messages;
  };
  return {
    in: (language) => current().in(language),
    get version() {
      return current().version;
    },
  };
}
