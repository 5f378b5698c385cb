/** The draft that the address names, or the history of publications. */
import { h } from "preact";
import { html } from "../html.ts";
import { DraftReview } from "./draft-review.ts";
import { History } from "./history.ts";
import type { PublishingState } from "./use-publishing.ts";

interface PublishingProps {
  publishing: PublishingState;
  /** The draft's author, encoded; empty = the history. */
  path: string;
}

export function Publishing({ publishing, path }: PublishingProps) {
  const { overview, draft, isBusy, act, undo } = publishing;
  return html`<section id="publishing" class="publishing" aria-label="Publishing" tabindex="-1">
    ${path === "" && overview && h(History, { overview, isBusy, onUndo: (id) => void undo(id) })}
    ${path !== "" && draft === null && html`<p class="placeholder">This draft isn’t there any more.</p>`}
    ${
      path !== "" &&
      draft &&
      h(DraftReview, {
        key: draft.author,
        draft,
        isBusy,
        onAct: (request, done) => act(draft, request, done),
      })
    }
  </section>`;
}
