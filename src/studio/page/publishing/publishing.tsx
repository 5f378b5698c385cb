/** The drafts, the one that the address names, and the history of publications. */
import type {
  DraftSummary,
  PublicationView,
  PublishingOverview,
} from "../../server/draft-types.ts";
import { Button } from "../parts.tsx";
import { LoadState } from "../requests.tsx";
import { Difference, stateText, timeText } from "./draft-parts.tsx";
import { DraftReview } from "./draft-review.tsx";
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

interface HistoryProps {
  overview: PublishingOverview;
  isBusy: boolean;
  onUndo(publication: number): void;
}

function title({ id, author, approver, undoes, source }: PublicationView): string {
  const what = undoes === null ? `#${id} by ${author}` : `#${id}: ${author} undid #${undoes}`;
  const approved = approver === null ? "" : `, approved by ${approver}`;
  return `${what}${approved}${source === "command line" ? ", by the command line" : ""}`;
}

function publication(one: PublicationView, timeZone: string) {
  const { id, at, differences, more } = one;
  const count = differences.length + more;
  return (
    <li key={id} class="publication">
      <h3>{title(one)}</h3>
      <p class="faint">{timeText(at, timeZone)}</p>
      <details>
        <summary>{count === 1 ? "1 text" : `${count} texts`}</summary>
        {differences.map((difference) => (
          <>
            <p class="key">{difference.key}</p>
            <Difference {...difference} />
          </>
        ))}
        {more > 0 && <p class="faint">and {more} more</p>}
      </details>
    </li>
  );
}

/** The publications, newest first: who, when, what; and the way back. */
function History({ overview, isBusy, onUndo }: HistoryProps) {
  const { publications, canUndo, timeZone } = overview;
  const [newest] = publications;
  return (
    <div class="draft">
      <header>
        <h2>History</h2>
      </header>
      {!newest && (
        <p class="placeholder">Nothing was published yet: members read the built-in texts.</p>
      )}
      {newest && canUndo && (
        <div class="draft-actions">
          <div class="buttons">
            <Button
              class="quiet"
              disabled={isBusy}
              title="Members get the texts from before the last publication that isn’t undone"
              onClick={() => onUndo(newest.id)}
            >
              Undo publication
            </Button>
          </div>
        </div>
      )}
      <ol class="publications">{publications.map((one) => publication(one, timeZone))}</ol>
    </div>
  );
}

interface DraftListProps {
  overview: PublishingOverview | undefined;
  /** In lower case. */
  searched: string;
  /** Of the draft that is shown. */
  path: string;
}

const draftAddress = (author: string) => `#/drafts/${encodeURIComponent(author)}`;

function draftRow(draft: DraftSummary, path: string, timeZone: string) {
  const { author, authorName, isOwn, texts } = draft;
  return (
    <li key={author}>
      <a
        class="draft-link"
        href={draftAddress(author)}
        aria-current={path === encodeURIComponent(author) ? "true" : undefined}
      >
        <strong>{isOwn ? "Your draft" : authorName}</strong>
        <span>
          {texts === 1 ? "1 text" : `${texts} texts`} · {stateText(draft, timeZone)}
        </span>
      </a>
    </li>
  );
}

/** At the side: everybody's drafts, one's own first, and the history. */
export function DraftList({ overview, searched, path }: DraftListProps) {
  if (!overview) return null;
  const { drafts, timeZone, needsReview } = overview;
  const shown = drafts.filter(({ authorName }) => authorName.toLowerCase().includes(searched));
  return (
    <div id="drafts" class="list filters">
      <h2 class="kind">Drafts</h2>
      {shown.length === 0 && (
        <p class="text-note">
          {drafts.length === 0
            ? "Nobody has a draft. Change a text to begin yours."
            : "No draft fits the search."}
        </p>
      )}
      <ul class="draft-list">{shown.map((draft) => draftRow(draft, path, timeZone))}</ul>
      <a class="draft-link" href="#/drafts" aria-current={path === "" ? "true" : undefined}>
        <strong>History</strong>
        <span>What was published, and undo</span>
      </a>
      <p class="text-note">
        {needsReview
          ? "Somebody else approves a draft before it is published."
          : "You may publish your draft without a review."}
      </p>
    </div>
  );
}
