/** The drafts, the one that the address names, and the history of publications. */
import type {
  DraftSummary,
  PublicationView,
  PublishingOverview,
} from "../../server/draft-types.ts";
import { Button } from "../parts.tsx";
import { LoadState } from "../requests.tsx";
import { timeText } from "../i18n.ts";
import { Difference, stateText } from "./draft-parts.tsx";
import { DraftReview } from "./draft-review.tsx";
import type { PublishingState } from "./use-publishing.ts";

interface PublishingProps {
  publishing: PublishingState;
  /** In lower case. */
  searched: string;
  /** The draft's author, encoded; empty = all drafts and the history. */
  path: string;
}

export function Publishing({ publishing, searched, path }: PublishingProps) {
  const { isBusy, act, undo } = publishing;
  const [overview, draft] = [publishing.overview.value, publishing.draft.value];
  return (
    <section id="publishing" class="publishing" aria-label="Publishing" tabindex={-1}>
      <LoadState {...(path === "" ? publishing.overview : publishing.draft)} />
      {path === "" && overview && (
        <>
          <DraftList overview={overview} searched={searched} />
          <History overview={overview} isBusy={isBusy} onUndo={(id) => void undo(id)} />
        </>
      )}
      {path !== "" && draft === null && (
        <p class="placeholder">
          There is no such draft. It may have been published or discarded.{" "}
          <a class="permalink" href="#/drafts">
            All drafts
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

function publication(one: PublicationView) {
  const { id, at, differences, more } = one;
  const count = differences.length + more;
  return (
    <li key={id} class="publication">
      <h3>{title(one)}</h3>
      <p class="faint">{timeText(at)}</p>
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
  const { publications, canUndo } = overview;
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
      <ol class="publications">{publications.map((one) => publication(one))}</ol>
    </div>
  );
}

interface DraftListProps {
  overview: PublishingOverview;
  /** In lower case. */
  searched: string;
}

function draftRow(draft: DraftSummary) {
  const { author, authorName, isOwn, texts } = draft;
  return (
    <li key={author}>
      <a class="draft-link" href={`#/drafts/${encodeURIComponent(author)}`}>
        <strong>{isOwn ? "Your draft" : authorName}</strong>
        <span>
          {texts === 1 ? "1 text" : `${texts} texts`} · {stateText(draft)}
        </span>
      </a>
    </li>
  );
}

/** Everybody's drafts, one's own first. */
function DraftList({ overview, searched }: DraftListProps) {
  const { drafts, needsReview } = overview;
  const shown = drafts.filter(({ authorName }) => authorName.toLowerCase().includes(searched));
  return (
    <section id="drafts" class="draft" aria-labelledby="drafts-title">
      <header>
        <h2 id="drafts-title">Drafts</h2>
        <p class="faint">
          {needsReview
            ? "Somebody else approves a draft before it is published."
            : "You may publish your draft without a review."}
        </p>
      </header>
      {shown.length === 0 && (
        <p class="placeholder">
          {drafts.length === 0
            ? "Nobody has a draft. Change a text to begin yours."
            : "No draft fits the search."}
        </p>
      )}
      <ul class="draft-list">{shown.map((draft) => draftRow(draft))}</ul>
    </section>
  );
}
