/** What the server tells the page about stories and their runs. */
import type { Message } from "../../line/messages/message-types.ts";

/** A language, or each person's own. */
export type StoryLanguage = "own" | "th" | "en" | "ja" | "zh-TW";

export interface StoryTitle {
  /** The file's name, without its ending. */
  name: string;
  title: string;
}

/** A story as the list shows it. */
export interface StoryInfo extends StoryTitle {
  text: string;
  /** What is wrong with the file, such as `line 3: expected …`. */
  faults: readonly string[];
  /** In which languages replies are kept to compare with. */
  kept: readonly StoryLanguage[];
}

/** What is wrong with a text that isn't saved. */
export interface StoryFaults {
  /** As a story's. */
  faults: readonly string[];
}

export interface StoryList {
  /** The folder, for people. */
  folder: string;
  languages: readonly StoryLanguage[];
  /** Whether there is a draft of texts to play them with. */
  hasDraft: boolean;
  stories: readonly StoryInfo[];
}

/** One line of the story, and what came of it. */
export interface StepResult {
  /** In the file, from 1. */
  line: number;
  text: string;
  kind: "act" | "expect" | "direct";
  /** Why the line isn't true; absent where it is. */
  fault?: string;
  /** What the bot sent in answer; only for what a person does. */
  reply?: Message[];
  /** Who answered, such as `balance`. */
  intent?: string;
  /** The reply that was kept; absent where nothing that people see has changed. */
  before?: Message[];
  /** Lines of the two replies that the other hasn't. */
  changed?: { before: string[]; now: string[] };
}

export interface StoryRun {
  name: string;
  title: string;
  language: StoryLanguage;
  /** `new`: every line is true, and there are no kept replies to compare with. */
  outcome: "passed" | "new" | "changed" | "failed";
  steps: StepResult[];
  /** How long it took, in milliseconds. */
  ms: number;
}

/** What a draft of texts would change in a story. */
export interface StoryChange {
  name: string;
  title: string;
  outcome: "same" | "changed" | "failed";
  run: StoryRun;
}
