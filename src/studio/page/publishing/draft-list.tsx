/** At the side: everybody's drafts, one's own first, and the history. */
import type { DraftSummary, PublishingOverview } from "../../server/draft-types.ts";
import { stateText } from "./state-text.ts";

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
