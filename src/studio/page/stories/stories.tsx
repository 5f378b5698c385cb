/** The stories: all of them with what came of their last runs, or one with its text and its replies. */
import { t } from "../i18n.ts";
import { Button } from "../parts.tsx";
import { LoadState } from "../requests.tsx";
import { DraftChanges } from "./story-run.tsx";
import { DeletedStory, StoryDetails } from "./story-details.tsx";
import { hashOf, LanguageChoice, matches, OutcomeChips } from "./story-parts.tsx";
import type { StoriesState } from "./use-stories.ts";

interface StoriesProps extends StoriesState {
  /** The name of one story; empty = all of them. */
  path: string;
  /** In small letters. */
  searched: string;
}

export function Stories(props: StoriesProps) {
  const { list, loading, path } = props;
  if (!list) return <LoadState {...loading} />;
  if (path === "") return <AllStories {...props} />;
  const isShown = (name: string) => hashOf(name).endsWith(`/${path}`);
  const story = list.stories.find(({ name }) => isShown(name));
  return (
    <section id="stories" class="stories" aria-label={t("stories.label")} tabindex={-1}>
      <LoadState {...loading} />
      {story ? (
        <StoryDetails key={story.name} {...props} story={story} />
      ) : (
        <NoStory {...props} isShown={isShown} />
      )}
    </section>
  );
}

function NoStory(props: StoriesProps & { isShown(name: string): boolean }) {
  const kept = [...props.unsaved.texts].find(([name]) => props.isShown(name));
  if (kept) return <DeletedStory {...props} name={kept[0]} written={kept[1]} />;
  return (
    <p class="placeholder">
      {t("stories.unknown")}{" "}
      <a class="permalink" href="#/stories">
        {t("stories.all")}
      </a>
    </p>
  );
}

function AllStories(props: StoriesProps) {
  const {
    list,
    loading,
    searched,
    languages,
    runs,
    playing,
    isBusy,
    changes,
    unsaved,
    run,
    create,
    compare,
  } = props;
  const shown = (list?.stories ?? []).filter((story) => matches(story, searched));
  return (
    <section id="stories" class="stories" aria-label={t("stories.label")} tabindex={-1}>
      <header class="stories-head">
        <LanguageChoice {...props} />
        <Button
          class="strong"
          disabled={isBusy || languages.length === 0}
          onClick={() => run(shown.map(({ name }) => name))}
        >
          {t("stories.runAll")}
        </Button>
        {list?.hasDraft && (
          <Button class="quiet" disabled={isBusy} onClick={compare}>
            {t(playing === "" ? "stories.comparing" : "stories.compare")}
          </Button>
        )}
        <Button class="quiet" disabled={isBusy} onClick={create}>
          {t("stories.write")}
        </Button>
      </header>
      <LoadState {...loading} />
      {changes && <DraftChanges changes={changes} />}
      {shown.length === 0 && (
        <p class="placeholder">
          {list?.stories.length === 0
            ? t("stories.empty", { folder: list.folder })
            : t("stories.none")}
        </p>
      )}
      <ul class="story-list">
        {shown.map(({ name, title, faults }) => {
          return (
            <li key={name} class="story-row">
              <a class="permalink" href={hashOf(name)}>
                {title}
              </a>
              {faults.length > 0 && (
                <span class="chip error">{t("stories.errors", { count: faults.length })}</span>
              )}
              {unsaved.texts.has(name) && <span class="unsaved-mark">{t("stories.unsaved")}</span>}
              {playing === name ? (
                <span class="chip">{t("stories.playing")}</span>
              ) : (
                <OutcomeChips runs={runs.get(name) ?? []} />
              )}
              <Button
                class="quiet"
                label={t("stories.run.label", { title })}
                disabled={isBusy || languages.length === 0}
                onClick={() => run([name])}
              >
                {t("stories.run")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
