/** Adds a story to the folder under a name and a title that no other story has. */
import { headingIn, lineEnd } from "./parse-story.ts";
import { nameFor, type StoryFiles } from "./story-files.ts";

/** @returns the name that it got. @throws {Error} when it can't be written. */
export function addStory(files: StoryFiles, text: string): string {
  const lines = text.split(lineEnd);
  const titles = lines.map((line) => headingIn(line.trim()) ?? "");
  const title = titles.find(Boolean);
  if (title === undefined) return files.save(nameFor(""), text, false);
  const taken = new Set(files.list().map((story) => story.title));
  let free = title;
  for (let number = 2; taken.has(free); number += 1) free = `${title} ${number}`;
  const titled = free === title ? text : lines.with(titles.indexOf(title), `# ${free}`).join("\n");
  return files.save(nameFor(free), titled, false);
}
