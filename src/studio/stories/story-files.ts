/** Reads and writes the folder of stories: `NAME.txt`, and beside it the replies that were accepted. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { decodeText, EncodingError } from "../../text/text-file.ts";
import type { Message } from "../../line/messages/message-types.ts";
import { writeMessage, type StudioTranslate } from "../i18n/message-keys.ts";
import type { StoryInfo, StoryLanguage, StoryRun, StoryTitle } from "../server/story-types.ts";
import { parseStory } from "./parse-story.ts";
import type { Story, StoryFault } from "./story.ts";

/** The accepted replies of a story, in its order: the line that was played, and what the bot sent. */
export type KeptReplies = readonly { step: string; messages: readonly Message[] }[];

const keptSchema = z.array(z.object({ step: z.string(), messages: z.array(z.looseObject({})) }));

export interface StoryFiles {
  list(): StoryTitle[];
  /** In the order of `list`. */
  names(): string[];
  /** @param t writes its faults. */
  info(name: string, t: StudioTranslate): StoryInfo;
  /** Null where there is none of this name. */
  read(name: string): { text: string; story: Story; faults: StoryFault[] } | null;
  kept(name: string, language: StoryLanguage): KeptReplies | null;
  /** Keeps the replies of a run, to compare the next ones with. @returns false where its story isn't there any more. */
  keep(run: StoryRun): boolean;
  /** @returns the name that it got. @throws {Error} when it can't be written. */
  save(name: string, text: string, mayReplace: boolean): string;
  /** Deletes a story and its accepted replies. @returns false where there is none. @throws {Error} when it can't be. */
  remove(name: string): boolean;
}

/** Letters of every script; nothing that leads out of the folder. */
const nameForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,59}$/u;
const ending = ".txt";
const keptLanguages: readonly StoryLanguage[] = ["own", "th", "en", "ja", "zh-TW"];

const isStoryName = (name: string): boolean => nameForm.test(name);

/** A file name for a title, such as `olivia-redeems`. */
export function nameFor(title: string): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    // Of many an emoji a mark is left, with which no name begins.
    .replaceAll(/^[^\p{L}\p{N}]+|(?<!-)-+$/gu, "");
  return Array.from(words).slice(0, 50).join("") || "story";
}

export function openStoryFiles(dir: string): StoryFiles {
  const storyFile = (name: string) => join(dir, `${name}${ending}`);
  const keptFile = (name: string, language: StoryLanguage) =>
    join(dir, `${name}.replies${language === "own" ? "" : `.${language}`}.json`);

  function names(): string[] {
    return filesIn(dir)
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter(isStoryName)
      .toSorted();
  }

  function read(name: string) {
    const bytes = isStoryName(name) ? contentOf(storyFile(name)) : null;
    if (bytes === null) return null;
    const { text, fault } = textIn(bytes, `${name}${ending}`);
    const { story, faults } = parseStory(text, name);
    return { text, story, faults: fault === null ? faults : [fault] };
  }

  return {
    list: () => names().map((name) => ({ name, title: read(name)?.story.title ?? name })),
    names,
    info(name, t) {
      const { text = "", story, faults = [] } = read(name) ?? {};
      return {
        name,
        title: story?.title ?? name,
        text,
        faults: faults.map((fault) => faultLine(t, fault)),
        kept: keptLanguages.filter((language) => contentOf(keptFile(name, language)) !== null),
      };
    },
    read,
    kept(name, language) {
      const json = contentOf(keptFile(name, language));
      if (json === null) return null;
      try {
        return keptSchema.parse(JSON.parse(json.toString("utf8"))) as unknown as KeptReplies;
      } catch {
        // What can't be read is as good as not kept: the next accepted run writes it anew.
        return null;
      }
    },
    keep({ name, language, steps }) {
      if (!names().includes(name)) return false;
      const replies = steps.flatMap(({ text, reply }) =>
        reply ? [{ step: text, messages: reply }] : [],
      );
      // A line for each reply: readable in a diff.
      const lines = replies.map((reply) => `  ${JSON.stringify(reply)}`);
      write(keptFile(name, language), `[\n${lines.join(",\n")}\n]\n`);
      return true;
    },
    save(name, text, mayReplace) {
      if (!isStoryName(name)) throw new Error(`${name} can’t be the name of a file`);
      const taken = new Set(names());
      let free = name;
      for (let number = 2; !mayReplace && taken.has(free); number += 1) free = `${name}-${number}`;
      write(storyFile(free), text.endsWith("\n") ? text : `${text}\n`);
      return free;
    },
    remove(name) {
      if (!names().includes(name)) return false;
      // The story last: what fails half-way is still listed, and can be deleted again.
      for (const language of keptLanguages) rmSync(keptFile(name, language), { force: true });
      rmSync(storyFile(name));
      return true;
    },
  };
}

/** What is wrong in a story, with its line. */
export const faultLine = (t: StudioTranslate, { line, message }: StoryFault): string =>
  t("story.faultLine", { line: `${line}`, fault: writeMessage(t, message) });

function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** The text of a story's file, empty with the fault where it is in another encoding. */
function textIn(bytes: Buffer, name: string): { text: string; fault: StoryFault | null } {
  try {
    return { text: decodeText(bytes, name), fault: null };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    const { line, message: reason } = error;
    const message = { key: "story.fault.encoding", values: { reason } } as const;
    return { text: "", fault: { line, message } };
  }
}

/** Never half a file: it is renamed into its place. */
function write(file: string, content: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  const half = `${file}.${process.pid}.tmp`;
  writeFileSync(half, content);
  renameSync(half, file);
}
