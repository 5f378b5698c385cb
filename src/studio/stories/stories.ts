/** Runs the stories of a folder, keeps accepted replies, and compares what a draft of texts changes. */
import type { Overrides } from "../../bot/i18n/published-overrides.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import type { StudioTranslate } from "../i18n/message-keys.ts";
import type { StoryChange, StoryLanguage, StoryRun, StoryTitle } from "../server/story-types.ts";
import { parseStory } from "./parse-story.ts";
import { playStory } from "./play-story.ts";
import { faultLine, openStoryFiles, type KeptReplies, type StoryFiles } from "./story-files.ts";
import type { OpenStoryWorld } from "./story-world.ts";

export interface Stories {
  /** The folder, for people. */
  readonly dir: string;
  readonly timeZone: string;
  /** The address of the demo's pictures, with a slash at its end; null where nothing serves them. */
  readonly pictures: string | null;
  readonly files: StoryFiles;
  /**
   * Plays a story against the kept replies; one story at a time, whoever asks.
   * @param options `text`: what is played in place of the file's text. `t`: writes what isn't true, in English unless
   * given.
   * @returns null where there is none of this name.
   */
  run(
    name: string,
    options: {
      language: StoryLanguage;
      overrides: Overrides;
      text?: string | undefined;
      t?: StudioTranslate;
    },
  ): Promise<StoryRun | null>;
  /**
   * Plays every story with the texts from before and with others, and says which answer differently.
   * @param options `stop`: ends it between two stories. `t`: as in `run`.
   * @throws {DOMException} when it was stopped.
   */
  compare(
    before: Overrides,
    after: Overrides,
    options?: { stop?: AbortSignal; t?: StudioTranslate },
  ): Promise<StoryChange[]>;
}

const english = studioTranslate("en");

export function openStories(options: {
  dir: string;
  openWorld: OpenStoryWorld;
  /** The business's IANA time zone. */
  timeZone: string;
  pictures?: string | null;
}): Stories {
  const { dir, openWorld, timeZone, pictures = null } = options;
  const files = openStoryFiles(dir);
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function play(
    name: string,
    {
      language,
      overrides,
      kept,
      text,
      t,
    }: {
      language: StoryLanguage;
      overrides: Overrides;
      kept: KeptReplies | null;
      text?: string | undefined;
      t: StudioTranslate;
    },
  ): Promise<StoryRun | null> {
    const found = files.read(name);
    if (!found) return null;
    const { story, faults } = text === undefined ? found : parseStory(text, name);
    if (faults.length === 0) {
      return playStory(name, story, { openWorld, language, overrides, timeZone, kept, t });
    }
    return {
      name,
      title: story.title,
      language,
      outcome: "failed",
      steps: faults.map((fault) => ({
        line: fault.line,
        text: "",
        kind: "direct",
        fault: faultLine(t, fault),
      })),
      ms: 0,
    };
  }

  async function change(
    { name, title }: StoryTitle,
    before: Overrides,
    after: Overrides,
    t: StudioTranslate,
  ): Promise<StoryChange | null> {
    const language = "own";
    const first = await play(name, { language, overrides: before, kept: null, t });
    const kept = first?.steps.flatMap(({ text, reply }) =>
      reply ? [{ step: text, messages: reply }] : [],
    );
    const run = await play(name, { language, overrides: after, kept: kept ?? null, t });
    if (!run) return null;
    const isChanged = run.steps.some(({ changed }) => changed);
    // A story that fails with both texts doesn't fail because of the draft.
    const isFailed = run.outcome === "failed" && first?.outcome !== "failed";
    return { name, title, outcome: isFailed ? "failed" : isChanged ? "changed" : "same", run };
  }

  return {
    dir,
    timeZone,
    pictures,
    files,
    run: (name, { t = english, ...played }) =>
      inTurn(() => play(name, { ...played, t, kept: files.kept(name, played.language) })),
    compare: (before, after, { stop, t = english } = {}) =>
      inTurn(async () => {
        const changes: StoryChange[] = [];
        for (const info of files.list()) {
          stop?.throwIfAborted();
          const found = await change(info, before, after, t);
          if (found) changes.push(found);
        }
        return changes;
      }),
  };
}
