/** What was written of stories and not saved yet, and what each story was when that began. */
import type { StoryInfo } from "../../server/story-types.ts";
import { useUnsavedTexts, type UnsavedTexts } from "../use-unsaved-texts.ts";

export interface UnsavedStories {
  /** By the story's name. */
  texts: UnsavedTexts;
  /** What the story was when its editing began; what it is now where nobody has begun. */
  before(story: StoryInfo): string;
  write(story: StoryInfo, text: string): void;
  /** @param text forgets what was written only if it is still this; without one always. */
  forget(name: string, text?: string): void;
}

export function useUnsavedStories(): UnsavedStories {
  const written = useUnsavedTexts("unsaved-stories");
  const begun = useUnsavedTexts("stories-before");
  const before = ({ name, text }: StoryInfo) =>
    written.texts.has(name) ? (begun.texts.get(name) ?? text) : text;
  const forget = (name: string, text?: string) => {
    written.forget(name, text);
    begun.forget(name);
  };
  return {
    texts: written.texts,
    before,
    write(story, text) {
      if (text === story.text) return forget(story.name);
      begun.keep(story.name, before(story));
      written.keep(story.name, text);
    },
    forget,
  };
}
