/** The stories: all of them with what came of their last runs, or one with its text and its replies. */
import { h } from "preact";
import { Button } from "../button.tsx";
import { html } from "../html.ts";
import { LoadState } from "../load-state.tsx";
import { DraftChanges } from "./draft-changes.tsx";
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
  if (!list) return h(LoadState, loading);
  if (path === "") return h(AllStories, props);
  const isShown = (name: string) => hashOf(name).endsWith(`/${path}`);
  const story = list.stories.find(({ name }) => isShown(name));
  return html`<section id="stories" class="stories" aria-label="Stories" tabindex="-1">
    ${h(LoadState, loading)}
    ${story ? h(StoryDetails, { key: story.name, ...props, story }) : h(NoStory, { ...props, isShown })}
  </section>`;
}

function NoStory(props: StoriesProps & { isShown(name: string): boolean }) {
  const kept = [...props.unsaved.texts].find(([name]) => props.isShown(name));
  if (kept) return h(DeletedStory, { ...props, name: kept[0], written: kept[1] });
  return html`<p class="placeholder">
    There is no such story. <a class="permalink" href="#/stories">All stories</a>
  </p>`;
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
  return html`<section id="stories" class="stories" aria-label="Stories" tabindex="-1">
    <header class="stories-head">
      ${h(LanguageChoice, props)}
      ${h(Button, {
        class: "strong",
        disabled: isBusy || languages.length === 0,
        onClick: () => run(shown.map(({ name }) => name)),
        children: "Run all",
      })}
      ${
        list?.hasDraft &&
        h(Button, {
          class: "quiet",
          disabled: isBusy,
          onClick: compare,
          children: playing === "" ? "Comparing…" : "What does the draft change?",
        })
      }
      ${h(Button, { class: "quiet", disabled: isBusy, onClick: create, children: "Write a story" })}
    </header>
    ${h(LoadState, loading)} ${changes && h(DraftChanges, { changes })}
    ${
      shown.length === 0 &&
      html`<p class="placeholder">
        ${
          list?.stories.length === 0
            ? `No stories in ${list.folder}. Write one, or save a chat as a story.`
            : "No story fits the search."
        }
      </p>`
    }
    <ul class="story-list">
      ${shown.map(({ name, title, faults }) => {
        return html`<li key=${name} class="story-row">
          <a class="permalink" href=${hashOf(name)}>${title}</a>
          ${faults.length > 0 && html`<span class="chip error">${faults.length === 1 ? "1 error" : `${faults.length} errors`}</span>`}
          ${unsaved.texts.has(name) && html`<span class="unsaved-mark">not saved</span>`}
          ${
            playing === name
              ? html`<span class="chip">playing…</span>`
              : h(OutcomeChips, { runs: runs.get(name) ?? [] })
          }
          ${h(Button, {
            class: "quiet",
            label: `Run ${title}`,
            disabled: isBusy || languages.length === 0,
            onClick: () => run([name]),
            children: "Run",
          })}
        </li>`;
      })}
    </ul>
  </section>`;
}
