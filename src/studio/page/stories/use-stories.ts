/** The stories as the page knows them: the list, the languages in which they are played, and their last runs. */
import { useState } from "preact/hooks";
import type {
  StoryChange,
  StoryInfo,
  StoryLanguage,
  StoryList,
  StoryRun,
} from "../../server/story-types.ts";
import { api } from "../api.ts";
import { t } from "../i18n.ts";
import { toast } from "../parts.tsx";
import { useBusy, useLoaded, type Loaded } from "../requests.tsx";
import { navigate, type Route } from "../route.ts";
import { useUnsavedTexts, type UnsavedTexts } from "../use-unsaved-texts.ts";

const template = "# A new story\n\nOlivia: points\nbot: balance, 18,400\n";

export interface StoriesState {
  list: StoryList | undefined;
  loading: Loaded<StoryList>;
  /** The chosen ones, in the list's order. */
  languages: readonly StoryLanguage[];
  onLanguages(languages: readonly StoryLanguage[]): void;
  /** By the story's name, one for each language in which it was played. */
  runs: ReadonlyMap<string, readonly StoryRun[]>;
  /** The name of the story that is being played; empty while the draft is compared. */
  playing: string | undefined;
  /** Whether something is being done: nothing else is begun meanwhile. */
  isBusy: boolean;
  unsaved: UnsavedStories;
  /** What the draft changes; absent until it was compared, and at each other address: it may have been edited meanwhile. */
  changes: readonly StoryChange[] | undefined;
  run(names: readonly string[]): void;
  accept(run: StoryRun): void;
  save(story: StoryInfo, text: string): void;
  /** Saves what was written of a story that somebody else has changed or deleted. */
  saveAsNew(name: string, text: string): void;
  remove(name: string): void;
  create(): void;
  compare(): void;
}

/** @param route the page's; the list is read whenever it is one of the stories'. */
export function useStories(route: Route, onError: (error: unknown) => void): StoriesState {
  const isShown = route.view === "stories";
  const loading = useLoaded(api.stories, isShown ? route : null, onError);
  const { value: list, reload } = loading;
  const [isBusy, begin] = useBusy();
  const [languages, setLanguages] = useState<readonly StoryLanguage[]>(["own"]);
  const [runs, setRuns] = useState<StoriesState["runs"]>(new Map());
  const [playing, setPlaying] = useState<string>();
  const [compared, setCompared] = useState<{ route: Route; changes: readonly StoryChange[] }>();
  const unsaved = useUnsavedStories();

  const forgetRuns = (name: string) =>
    setRuns((before) => new Map([...before].filter(([other]) => other !== name)));

  async function playOnce(name: string, language: StoryLanguage): Promise<StoryRun["outcome"]> {
    const run = await api.runStory(name, language, unsaved.texts.get(name));
    setRuns((before) => new Map(before).set(name, withRun(before.get(name) ?? [], run)));
    return run.outcome;
  }
  async function play(names: readonly string[]): Promise<void> {
    const outcomes: StoryRun["outcome"][] = [];
    for (const name of names) {
      setPlaying(name);
      for (const language of languages) outcomes.push(await playOnce(name, language));
    }
    toast(summaryOf(outcomes));
  }
  async function accept({ name, language }: StoryRun): Promise<void> {
    await api.acceptStory(name, language);
    toast(t("stories.done.accepted"));
    setPlaying(name);
    await playOnce(name, language);
    await reload();
  }
  async function save(story: StoryInfo, text: string): Promise<void> {
    const { name } = story;
    try {
      await api.saveStory(name, text, unsaved.before(story));
    } catch (error) {
      // It may have been changed by somebody else.
      await reload();
      throw error;
    }
    toast(t("stories.done.saved"));
    forgetRuns(name);
    await reload();
    unsaved.forget(name, text);
  }
  async function remove(name: string): Promise<void> {
    await api.deleteStory(name);
    toast(t("stories.done.deleted"));
    unsaved.forget(name);
    // Another story may get its name.
    forgetRuns(name);
    loading.change(
      (before) =>
        before && { ...before, stories: before.stories.filter((story) => story.name !== name) },
    );
    navigate("#/stories");
  }
  const working = (work: () => Promise<void>) =>
    begin(() => work().finally(() => setPlaying(undefined)));

  return {
    list,
    loading,
    isBusy,
    languages,
    onLanguages(next) {
      setLanguages(next);
      setRuns(new Map());
    },
    runs,
    playing,
    unsaved,
    changes: compared?.route === route ? compared.changes : undefined,
    run: (names) => working(() => play(names)),
    accept: (run) => working(() => accept(run)),
    save: (story, text) => working(() => save(story, text)),
    saveAsNew: (name, text) => working(() => add(text).then(() => unsaved.forget(name))),
    remove: (name) => working(() => remove(name)),
    create: () => working(() => add(template)),
    compare: () =>
      working(async () => {
        setPlaying("");
        const { changes } = await api.compareStories();
        setCompared({ route, changes });
      }),
  };
}

/** The runs of a story with this one in the place of the former one in its language. */
function withRun(runs: readonly StoryRun[], run: StoryRun): readonly StoryRun[] {
  const isKnown = runs.some(({ language }) => language === run.language);
  return isKnown ? runs.map((one) => (one.language === run.language ? run : one)) : [...runs, run];
}

async function add(text: string): Promise<void> {
  const { name } = await api.addStory(text);
  navigate(`#/stories/${encodeURIComponent(name)}`);
}

interface UnsavedStories {
  /** By the story's name. */
  texts: UnsavedTexts;
  /** What the story was when its editing began; what it is now where nobody has begun. */
  before(story: StoryInfo): string;
  write(story: StoryInfo, text: string): void;
  /** @param text forgets what was written only if it is still this; without one always. */
  forget(name: string, text?: string): void;
}

/** What was written of stories and not saved yet, and what each story was when that began. */
function useUnsavedStories(): UnsavedStories {
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

type Outcome = StoryRun["outcome"];

const worstFirst: readonly Outcome[] = ["failed", "changed", "new", "passed"];

/** Such as `1 failed, 11 unchanged`. */
const summaryOf = (outcomes: readonly Outcome[]): string =>
  worstFirst
    .map((outcome) => ({ outcome, count: outcomes.filter((one) => one === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => t(`stories.count.${outcome}`, { count }))
    .join(", ");
