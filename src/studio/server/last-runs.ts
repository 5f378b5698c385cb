/** Keeps the last run of each story: what *Accept* accepts. */
import { LRUCache } from "lru-cache";
import { storyLanguages } from "../stories/play-story.ts";
import { languages } from "../../config/environment-schema.ts";
import type { StoryLanguage, StoryRun } from "./story-types.ts";

export interface LastRuns {
  /** @param text the story as it was played. @param json the whole run. */
  set(text: string, run: Pick<StoryRun, "name" | "language">, json: string): void;
  /** @returns null where the story was never played with this text, or so many were since that it isn't kept. */
  find(name: string, language: StoryLanguage, text: string): StoryRun | null;
  /** Forgets a story's runs in every language. */
  delete(name: string): void;
}

/** Some hundred runs. */
const maxCharacters = 10_000_000;

const keyOf = (name: string, language: StoryLanguage) => `${language} ${name}`;

export function createLastRuns(): LastRuns {
  // As JSON, which takes a third of the objects' memory.
  const runs = new LRUCache<string, { text: string; json: string }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text, json }) => text.length + json.length,
  });
  return {
    set: (text, { name, language }, json) => void runs.set(keyOf(name, language), { text, json }),
    find(name, language, text) {
      const last = runs.get(keyOf(name, language));
      return last?.text === text ? (JSON.parse(last.json) as StoryRun) : null;
    },
    delete(name) {
      for (const language of storyLanguages(languages)) runs.delete(keyOf(name, language));
    },
  };
}
