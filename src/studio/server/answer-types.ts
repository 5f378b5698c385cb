/** What the server tells the page about the answers of the shop's own. */
import type { Message } from "../../line/messages/message-types.ts";

/** One answer, as JSON. */
export interface AnswerRow {
  name: string;
  /** What members get; null = none. */
  published: string | null;
  /** In the editor's own draft; empty = it goes. Absent = the draft leaves it as it is. */
  draft?: string;
  /** Of the draft's. */
  faults: string[];
}

export interface AnswersPage {
  languages: string[];
  /** What a button may ask for. */
  intents: string[];
  /** In the order of their names. */
  answers: AnswerRow[];
}

/** What becomes of an answer before it is saved. */
export interface AnswerPreview {
  /** For which it can't be saved; each begins with the place in the answer. */
  faults: string[];
  warnings: string[];
  /** As it is read, by language; empty while it has faults. */
  messages: Readonly<Record<string, Message[]>>;
}
