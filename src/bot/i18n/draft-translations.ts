/** Messages with the current drafts in files applied, for previewing them; the folders are read on each use. */
import { noAnswers } from "./answers/answer-book.ts";
import { hasAnswersFolder, readAnswersFolder } from "./answers/answers-folder.ts";
import { readDraftFolder } from "./draft-folder.ts";
import { withPublished } from "./published-overrides.ts";
import { createMessages, type Messages } from "./translate.ts";

/** The folders of drafts. */
interface DraftFolders {
  /** Null = none: the published messages are used. */
  words: string | null;
  /** Where it isn't there or has no file, the published answers are used. */
  answers: string;
}

export function draftMessages(
  { words, answers }: DraftFolders,
  published: Messages,
  timeZone: string,
): Messages {
  let latest = { overrides: "", messages: published };
  const current = (): Messages => {
    if (words === null) return published;
    const overrides = JSON.stringify(readDraftFolder(words).overrides);
    // Invalid drafts are left out, so that a mistake never stops the replies.
    if (overrides !== latest.overrides) {
      latest = {
        overrides,
        messages: createMessages(withPublished(overrides).catalogues, timeZone),
      };
    }
    return latest.messages;
  };
  const currentAnswers = () => {
    const book = published.answers ?? noAnswers;
    return hasAnswersFolder(answers) ? book.of(readAnswersFolder(answers, book).texts) : book;
  };
  return {
    in: (language) => current().in(language),
    get answers() {
      return currentAnswers();
    },
    get version() {
      return `${current().version} ${currentAnswers().version}`;
    },
  };
}
