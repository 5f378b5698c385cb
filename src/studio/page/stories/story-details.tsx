/** One story: its text, which can be written here, and what came of its last run in each language. */
import { h } from "preact";
import { useState } from "preact/hooks";
import type { StoryInfo, StoryRun } from "../../server/story-types.ts";
import { api } from "../api.ts";
import { Button } from "../button.tsx";
import { ConfirmedButton } from "../confirmed-button.tsx";
import { html } from "../html.ts";
import { CopyAddress } from "../sharing/copy-address.tsx";
import { useWhileTyping } from "../use-while-typing.ts";
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
  return html`<div class="single">
    <a class="quiet" href="#/stories">‹ All stories</a>
    <h2>${title} ${h(OutcomeChips, { runs: last })}</h2>
    <div class="stories-head">
      ${h(LanguageChoice, props)}
      ${h(Button, {
        class: "strong",
        disabled: isBusy || languages.length === 0,
        onClick: () => run([name]),
        children: playing === name ? "Playing…" : "Run",
      })}
      ${h(CopyAddress, { class: "quiet" })}
      ${h(ConfirmedButton, {
        id: "delete-story-dialog",
        label: "Delete",
        question: "Delete the story?",
        confirm: "Delete",
        disabled: isBusy,
        onConfirm: () => remove(name),
        warning: "The story and its accepted replies can’t be brought back.",
      })}
    </div>
    <div class="story-text">
      <label for="story-text">The story, in <code>${name}.txt</code></label>
      <textarea
        id="story-text"
        rows=${Math.max(minRows, written.split("\n").length + 1)}
        spellcheck=${false}
        value=${written}
        onInput=${(event: InputEvent) => unsaved.write(story, (event.currentTarget as HTMLTextAreaElement).value)}
      />
      <div role="status">${faults.map((fault) => html`<p class="fault-text">${fault}</p>`)}</div>
      ${written !== text && h(UnsavedActions, { ...props, written })}
    </div>
    ${last.map((one) =>
      h(LastRun, {
        key: one.language,
        run: one,
        isNamed: last.length > 1,
        isSaved: written === text,
        isBusy,
        onAccept: () => accept(one),
      }),
    )}
  </div>`;
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
    return h(OvertakenActions, {
      ...props,
      name,
      written,
      reason: "Somebody has changed this story since you began. Discard shows what it is now.",
    });
  }
  return html`<div class="stories-head">
    ${h(Button, {
      class: "strong",
      disabled: isBusy,
      onClick: () => save(story, written),
      children: "Save",
    })}
    ${h(Button, { class: "quiet", onClick: () => unsaved.forget(name), children: "Discard" })}
  </div>`;
}

interface OvertakenProps extends Pick<StoriesState, "unsaved" | "isBusy" | "saveAsNew"> {
  name: string;
  written: string;
  reason: string;
}

function OvertakenActions({ name, written, reason, unsaved, isBusy, saveAsNew }: OvertakenProps) {
  return html`<p class="fault-text" role="status">${reason}</p>
    <div class="stories-head">
      ${h(Button, {
        class: "strong",
        disabled: isBusy,
        onClick: () => saveAsNew(name, written),
        children: "Save as a new story",
      })}
      ${h(Button, { class: "quiet", onClick: () => unsaved.forget(name), children: "Discard" })}
    </div>`;
}

/** What was written of a story that somebody else has deleted. */
export function DeletedStory(props: StoriesState & { name: string; written: string }) {
  const { name, written } = props;
  return html`<div class="single">
    <a class="quiet" href="#/stories">‹ All stories</a>
    <div class="story-text">
      <label for="story-text">What you wrote in <code>${name}.txt</code></label>
      <textarea
        id="story-text"
        rows=${Math.max(minRows, written.split("\n").length + 1)}
        readonly
        value=${written}
      />
      ${h(OvertakenActions, { ...props, reason: "Somebody has deleted this story." })}
    </div>
  </div>`;
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
  return html`<section class="story-run" aria-label=${name}>
    <div class="stories-head">
      ${isNamed && html`<h3>${name}</h3>`}
      ${
        mayAccept &&
        h(Button, {
          class: "strong",
          label: isNamed ? `Accept these replies, ${name}` : undefined,
          disabled: isBusy,
          onClick: onAccept,
          children: "Accept these replies",
        })
      }
    </div>
    ${h(StoryRunView, { run, before: "Accepted", now: "Now" })}
  </section>`;
}
