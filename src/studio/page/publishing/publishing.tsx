/** The draft that the address names, or the history of publications. */
import { h } from "preact";
import { html } from "../html.ts";
import { LoadState } from "../load-state.tsx";
import { DraftReview } from "./draft-review.tsx";
import { History } from "./history.tsx";
import type { PublishingState } from "./use-publishing.ts";

interface PublishingProps {
  publishing: PublishingState;
  /** The draft's author, encoded; empty = the history. */
  path: string;
}

export function Publishing({ publishing, path }: PublishingProps) {
  const { isBusy, act, undo } = publishing;
  const [overview, draft] = [publishing.overview.value, publishing.draft.value];
  return html`<section id="publishing" class="publishing" aria-label="Publishing" tabindex="-1">
    ${h(LoadState, path === "" ? publishing.overview : publishing.draft)}
    ${path === "" && overview && h(History, { overview, isBusy, onUndo: (id) => void undo(id) })}
    ${
      path !== "" &&
      draft === null &&
      html`<p class="placeholder">
        There is no such draft. It may have been published or discarded.${" "}
        <a class="permalink" href="#/drafts">History</a>
      </p>`
    }
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
