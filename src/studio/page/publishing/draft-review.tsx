/** One draft: how it stands, warnings, what may be done, and each text that it changes. */
import { h } from "preact";
import type { ChangedText, DraftView } from "../../server/draft-types.ts";
import type { DraftRequest } from "../api.ts";
import { html } from "../html.ts";
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
  return html`<p class="draft-note" role="status">
    ${author} published #${id} on ${timeText(at, timeZone)}, after this draft was begun.
    ${
      hasConflicts
        ? " It changed some of the same texts, marked below: look at the difference before the draft’s are kept."
        : " It changed other texts: they stay as they are."
    }
  </p>`;
}

function changedText({ key, place, differences, warnings, samples }: ChangedText, author: string) {
  return html`<article key=${key} class="changed-text" aria-label=${key}>
    <h3>${key}</h3>
    <p class="faint">${place}</p>
    ${differences.map(
      (difference) =>
        html`${h(Difference, difference)}
        ${difference.isConflict && html`<p class="fault-text">Somebody else has published this text, too.</p>`}`,
    )}
    ${warnings.map((warning) => html`<p class="draft-warning">${warning}</p>`)}
    ${
      samples.length > 0 &&
      differences.map(({ language }) =>
        h(ReplyDifference, { key: language, author, language, samples }),
      )
    }
  </article>`;
}

export function DraftReview({ draft, isBusy, onAct }: DraftReviewProps) {
  const { authorName, isOwn, review, approver, changes, warnings, timeZone } = draft;
  const onComment = (text: string) => onAct({ do: "comment", text }, "Commented");
  return html`<div class="draft">
    <header>
      <h2>${isOwn ? "Your draft" : `The draft of ${authorName}`}</h2>
      <p class="faint">
        ${reviewTexts[review]}${approver && ` by ${approver}`} · changed
        ${` ${timeText(draft.changedAt, timeZone)}`}
      </p>
    </header>
    ${h(Overtaken, { draft })} ${h(DraftActions, { draft, isBusy, onAct })}
    ${h(DraftStories, { key: draft.version, author: draft.author })}
    ${
      warnings.length > 0 &&
      html`<section class="draft-warnings" aria-label="Warnings">
        <h3>Near LINE’s limits</h3>
        <ul>
          ${warnings.map((warning) => html`<li>${warning}</li>`)}
        </ul>
      </section>`
    }
    ${changes.map((change) => changedText(change, draft.author))}
    ${h(Comments, { draft, isBusy, onComment })}
  </div>`;
}
