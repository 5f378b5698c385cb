/** One draft: how it stands, warnings, what may be done, and each text that it changes. */
import type { ChangedText, DraftView } from "../../server/draft-types.ts";
import type { DraftRequest } from "../api.ts";
import { DraftStories } from "../stories/draft-changes.tsx";
import { Comments } from "./comments.tsx";
import { Difference } from "./difference.tsx";
import { DraftActions } from "./draft-actions.tsx";
import { ReplyDifference } from "./reply-difference.tsx";
import { reviewTexts, timeText } from "./state-text.ts";

interface DraftReviewProps {
  draft: DraftView;
  isBusy: boolean;
  onAct(request: DraftRequest, done: string): Promise<boolean>;
}

function Overtaken({ draft }: { draft: DraftView }) {
  const { overtakenBy, timeZone } = draft;
  if (!overtakenBy) return null;
  const { id, author, at, hasConflicts } = overtakenBy;
  return (
    <p class="draft-note" role="status">
      {author} published #{id} on {timeText(at, timeZone)}, after this draft was begun.
      {hasConflicts
        ? " It changed some of the same texts, marked below: look at the difference before the draft’s are kept."
        : " It changed other texts: they stay as they are."}
    </p>
  );
}

function changedText({ key, place, differences, warnings, samples }: ChangedText, author: string) {
  return (
    <article key={key} class="changed-text" aria-label={key}>
      <h3>{key}</h3>
      <p class="faint">{place}</p>
      {differences.map((difference) => (
        <>
          <Difference {...difference} />
          {difference.isConflict && (
            <p class="fault-text">Somebody else has published this text, too.</p>
          )}
        </>
      ))}
      {warnings.map((warning) => (
        <p class="draft-warning">{warning}</p>
      ))}
      {samples.length > 0 &&
        differences.map(({ language }) => (
          <ReplyDifference key={language} author={author} language={language} samples={samples} />
        ))}
    </article>
  );
}

export function DraftReview({ draft, isBusy, onAct }: DraftReviewProps) {
  const { authorName, isOwn, review, approver, changes, warnings, timeZone } = draft;
  const onComment = (text: string) => onAct({ do: "comment", text }, "Commented");
  return (
    <div class="draft">
      <header>
        <h2>{isOwn ? "Your draft" : `The draft of ${authorName}`}</h2>
        <p class="faint">
          {reviewTexts[review]}
          {approver && ` by ${approver}`} · changed {timeText(draft.changedAt, timeZone)}
        </p>
      </header>
      <Overtaken draft={draft} />
      <DraftActions draft={draft} isBusy={isBusy} onAct={onAct} />
      <DraftStories key={draft.version} author={draft.author} />
      {warnings.length > 0 && (
        <section class="draft-warnings" aria-label="Warnings">
          <h3>Near LINE’s limits</h3>
          <ul>
            {warnings.map((warning) => (
              <li>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      {changes.map((change) => changedText(change, draft.author))}
      <Comments draft={draft} isBusy={isBusy} onComment={onComment} />
    </div>
  );
}
