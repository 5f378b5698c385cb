/** The draft that the address names, or the history of publications. */
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
  return (
    <section id="publishing" class="publishing" aria-label="Publishing" tabindex={-1}>
      <LoadState {...(path === "" ? publishing.overview : publishing.draft)} />
      {path === "" && overview && (
        <History overview={overview} isBusy={isBusy} onUndo={(id) => void undo(id)} />
      )}
      {path !== "" && draft === null && (
        <p class="placeholder">
          There is no such draft. It may have been published or discarded.{" "}
          <a class="permalink" href="#/drafts">
            History
          </a>
        </p>
      )}
      {path !== "" && draft && (
        <DraftReview
          key={draft.author}
          draft={draft}
          isBusy={isBusy}
          onAct={(request, done) => act(draft, request, done)}
        />
      )}
    </section>
  );
}
