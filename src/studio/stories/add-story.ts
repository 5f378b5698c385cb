/** Adds a story to the folder under a name and a title that no other story has. */
import { nameFor, type StoryFiles } from "./story-files.ts";

const titleLine = /^(\s*[#＃]+[ \t]*)(\S.*)$/m;

/** @returns the name that it got. @throws {Error} when it can't be written. */
export function addStory(files: StoryFiles, text: string): string {
  const title = titleLine.exec(text)?.[2]?.trim();
  if (title === undefined) return files.save(nameFor(""), text, false);
  const taken = new Set(files.list().map((story) => story.title));
  let free = title;
  for (let number = 2; taken.has(free); number += 1) free = `${title} ${number}`;
  const titled = text.replace(titleLine, (_line, mark: string) => mark + free);
  return files.save(nameFor(free), titled, false);
}
