/** One story: its text, which can be written here, and what came of its last run. */
import { h } from "preact";
import { useState } from "preact/hooks";
import type { StoryInfo } from "../../server/story-types.ts";
import { Button } from "../button.ts";
import { html } from "../html.ts";
import { CopyAddress } from "../sharing/copy-address.ts";
import { StoryRunView } from "./story-run.ts";
import { LanguageChoice, OutcomeChip } from "./story-parts.ts";
import type { StoriesState } from "./use-stories.ts";

const minRows = 8;

export function StoryDetails(props: StoriesState & { story: StoryInfo }) {
  const { story, runs, playing, isBusy, run, accept, save } = props;
  const { name, title, text, faults } = story;
  const [written, setWritten] = useState(text);
  const last = runs.get(name);
  const mayAccept = last?.outcome === "changed" || last?.outcome === "new";
  return html`<div class="single">
    <a class="quiet" href="#/stories">‹ All stories</a>
    <h2>${title} ${last && h(OutcomeChip, last)}</h2>
    <div class="stories-head">
      ${h(LanguageChoice, props)}
      ${h(Button, {
        class: "strong",
        disabled: isBusy || written !== text,
        onClick: () => run([name]),
        children: playing === name ? "Playing…" : "Run",
      })}
      ${
        mayAccept &&
        h(Button, {
          class: "strong",
          disabled: isBusy,
          onClick: () => accept(name),
          children: "Accept these replies",
        })
      }
      ${h(CopyAddress, { class: "quiet" })}
    </div>
    <div class="story-text">
      <label for="story-text">The story, in <code>${name}.txt</code></label>
      <textarea
        id="story-text"
        rows=${Math.max(minRows, written.split("\n").length + 1)}
        spellcheck=${false}
        value=${written}
        onInput=${(event: InputEvent) =>
          setWritten((event.currentTarget as HTMLTextAreaElement).value)}
      />
      ${faults.map((fault) => html`<p class="fault-text">${fault}</p>`)}
      ${
        written !== text &&
        html`<div class="stories-head">
          ${h(Button, {
            class: "strong",
            disabled: isBusy,
            onClick: () => save(name, written),
            children: "Save",
          })}
          ${h(Button, { class: "quiet", onClick: () => setWritten(text), children: "Discard" })}
        </div>`
      }
    </div>
    ${last && h(StoryRunView, { run: last, before: "Accepted", now: "Now" })}
  </div>`;
}
