/** One story: its text, which can be written here, and what came of its last run in each language. */
import { useState } from "preact/hooks";
import type { StoryInfo, StoryRun } from "../../server/story-types.ts";
import { api } from "../api.ts";
import { rich, t } from "../i18n.ts";
import { Button, ConfirmedButton } from "../parts.tsx";
import { CopyAddress } from "../sharing/copy.tsx";
import { useWhileTyping } from "../requests.tsx";
import { StoryRunView } from "./story-run.tsx";
import { LanguageChoice, languageText, OutcomeChips } from "./story-parts.tsx";
import type { StoriesState } from "./use-stories.ts";

const minRows = 8;

export function StoryDetails(props: StoriesState & { story: StoryInfo }) {
  const { story, languages, runs, playing, unsaved, isBusy, run, accept, remove } = props;
  const { name, title, text } = story;
  const written = unsaved.texts.get(name) ?? text;
  const faults = useFaults(written, story);
  const last = runs.get(name) ?? [];
  return (
    <div class="single">
      <a class="quiet" href="#/stories">
        ‹ {t("stories.all")}
      </a>
      <h2>
        {title} <OutcomeChips runs={last} />
      </h2>
      <div class="stories-head">
        <LanguageChoice {...props} />
        <Button
          class="strong"
          disabled={isBusy || languages.length === 0}
          onClick={() => run([name])}
        >
          {t(playing === name ? "stories.playing" : "stories.run")}
        </Button>
        <CopyAddress class="quiet" />
        <ConfirmedButton
          id="delete-story-dialog"
          label={t("stories.delete")}
          question={t("stories.delete.question")}
          confirm={t("stories.delete")}
          disabled={isBusy}
          onConfirm={() => remove(name)}
          warning={t("stories.delete.warning")}
        />
      </div>
      <div class="story-text">
        <label for="story-text">
          {rich("stories.text", { file: () => <code>{`${name}.txt`}</code> })}
        </label>
        <textarea
          id="story-text"
          rows={Math.max(minRows, written.split("\n").length + 1)}
          spellcheck={false}
          value={written}
          onInput={({ currentTarget }) => unsaved.write(story, currentTarget.value)}
        />
        <div role="status">
          {faults.map((fault) => (
            <p class="fault-text">{fault}</p>
          ))}
        </div>
        {written !== text && <UnsavedActions {...props} written={written} />}
      </div>
      {last.map((one) => (
        <LastRun
          key={one.language}
          run={one}
          isNamed={last.length > 1}
          isSaved={written === text}
          isBusy={isBusy}
          onAccept={() => accept(one)}
        />
      ))}
    </div>
  );
}

/** What is wrong with a text, soon after it was written. */
function useFaults(written: string, { text, faults }: StoryInfo): readonly string[] {
  const [checked, setChecked] = useState<{ written: string; faults: readonly string[] }>();
  useWhileTyping(
    written,
    // What is saved was checked when it was read.
    () => (written === text ? Promise.resolve({ faults }) : api.checkStory(written)),
    (answer) => setChecked({ written, faults: answer.faults }),
  );
  if (written === text) return faults;
  return checked?.written === written ? checked.faults : [];
}

/** Saves what was written, unless the story isn't any more what it was when that began. */
function UnsavedActions(props: StoriesState & { story: StoryInfo; written: string }) {
  const { story, written, unsaved, isBusy, save } = props;
  const { name, text } = story;
  if (unsaved.before(story) !== text) {
    return (
      <OvertakenActions {...props} name={name} written={written} reason={t("stories.overtaken")} />
    );
  }
  return (
    <div class="stories-head">
      <Button class="strong" disabled={isBusy} onClick={() => save(story, written)}>
        {t("save")}
      </Button>
      <Button class="quiet" onClick={() => unsaved.forget(name)}>
        {t("stories.discard")}
      </Button>
    </div>
  );
}

interface OvertakenProps extends Pick<StoriesState, "unsaved" | "isBusy" | "saveAsNew"> {
  name: string;
  written: string;
  reason: string;
}

function OvertakenActions({ name, written, reason, unsaved, isBusy, saveAsNew }: OvertakenProps) {
  return (
    <>
      <p class="fault-text" role="status">
        {reason}
      </p>
      <div class="stories-head">
        <Button class="strong" disabled={isBusy} onClick={() => saveAsNew(name, written)}>
          {t("stories.saveAsNew")}
        </Button>
        <Button class="quiet" onClick={() => unsaved.forget(name)}>
          {t("stories.discard")}
        </Button>
      </div>
    </>
  );
}

/** What was written of a story that somebody else has deleted. */
export function DeletedStory(props: StoriesState & { name: string; written: string }) {
  const { name, written } = props;
  return (
    <div class="single">
      <a class="quiet" href="#/stories">
        ‹ {t("stories.all")}
      </a>
      <div class="story-text">
        <label for="story-text">
          {rich("stories.text.own", { file: () => <code>{`${name}.txt`}</code> })}
        </label>
        <textarea
          id="story-text"
          rows={Math.max(minRows, written.split("\n").length + 1)}
          readonly
          value={written}
        />
        <OvertakenActions {...props} reason={t("stories.deleted")} />
      </div>
    </div>
  );
}

interface LastRunProps {
  run: StoryRun;
  /** Whether its language is said: there are several. */
  isNamed: boolean;
  /** Whether the story is saved as it was played. */
  isSaved: boolean;
  isBusy: boolean;
  onAccept(): void;
}

function LastRun({ run, isNamed, isSaved, isBusy, onAccept }: LastRunProps) {
  const mayAccept = isSaved && (run.outcome === "changed" || run.outcome === "new");
  const name = languageText(run.language);
  return (
    <section class="story-run" aria-label={name}>
      <div class="stories-head">
        {isNamed && <h3>{name}</h3>}
        {mayAccept && (
          <Button
            class="strong"
            label={isNamed ? t("stories.accept.label", { language: name }) : undefined}
            disabled={isBusy}
            onClick={onAccept}
          >
            {t("stories.accept")}
          </Button>
        )}
      </div>
      <StoryRunView run={run} before={t("stories.accepted")} now={t("stories.now")} />
    </section>
  );
}
