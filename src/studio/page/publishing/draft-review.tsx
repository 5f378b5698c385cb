/** One draft: how it stands, warnings, what may be done, and each text that it changes. */
import { useRef, useState } from "preact/hooks";
import type { Sample } from "../../server/api-types.ts";
import type { ChangedText, DraftView } from "../../server/draft-types.ts";
import { api, type DraftRequest } from "../api.ts";
import { replyTitle, sampleTitle } from "../gallery/gallery-filters.tsx";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { toastError } from "../parts.tsx";
import { DraftStories } from "../stories/story-run.tsx";
import { useUnsavedTexts } from "../use-unsaved-texts.ts";
import { DraftActions } from "./draft-actions.tsx";
import { languageName, t, timeText } from "../i18n.ts";
import { Difference } from "./draft-parts.tsx";

interface DraftReviewProps {
  draft: DraftView;
  isBusy: boolean;
  onAct(request: DraftRequest, done: string): Promise<boolean>;
}

function Overtaken({ draft }: { draft: DraftView }) {
  const { overtakenBy } = draft;
  if (!overtakenBy) return null;
  const { id, author, at, hasConflicts } = overtakenBy;
  return (
    <p class="draft-note" role="status">
      {t("publishing.overtaken", { name: author, id: String(id), time: timeText(at) })}{" "}
      {t(hasConflicts ? "publishing.overtaken.conflict" : "publishing.overtaken.other")}
    </p>
  );
}

function changedText(changed: ChangedText, author: string) {
  const { key, title, place, differences, warnings, samples } = changed;
  return (
    <article key={key} class="changed-text" aria-label={title}>
      <h3>{title}</h3>
      <p class="faint">
        {place} <code class="code-name">{key}</code>
      </p>
      {differences.map((difference) => (
        <>
          <Difference {...difference} />
          {difference.isConflict && <p class="fault-text">{t("publishing.conflict")}</p>}
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
  const { authorName, isOwn, review, approver, changes, warnings } = draft;
  const onComment = (text: string) =>
    onAct({ do: "comment", text }, t("publishing.done.commented"));
  return (
    <div class="draft">
      <a class="quiet" href="#/drafts">
        ‹ {t("publishing.drafts.all")}
      </a>
      <header>
        <h2>
          {isOwn ? t("publishing.draft.own") : t("publishing.draft.of", { name: authorName })}
        </h2>
        <p class="faint">
          {approver === null
            ? t(`publishing.review.${review}`)
            : t("publishing.review.approvedBy", { name: approver })}
          {" · "}
          {t("publishing.changedAt", { time: timeText(draft.changedAt) })}
        </p>
      </header>
      <Overtaken draft={draft} />
      <DraftActions draft={draft} isBusy={isBusy} onAct={onAct} />
      <DraftStories key={draft.version} author={draft.author} />
      {warnings.length > 0 && (
        <section class="draft-warnings" aria-label={t("publishing.warnings")}>
          <h3>{t("publishing.limits")}</h3>
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

interface ReplyDifferenceProps {
  author: string;
  language: string;
  samples: ChangedText["samples"];
}

/** The first of the samples that the draft changes. */
async function load({ author, language, samples }: ReplyDifferenceProps) {
  const { shown } = await api.repliesWith(author, language);
  return (
    shown.find(
      ({ reply, sample, published }) =>
        published && samples.some((one) => one.reply === reply && one.sample === sample),
    ) ?? null
  );
}

const figure = (caption: string, messages: Sample["messages"], language: string) => (
  <figure>
    <figcaption>{caption}</figcaption>
    <div class="screen">
      <SampleMessages messages={messages} language={language} />
    </div>
  </figure>
);

/** A reply with the published texts beside the same one with the draft's; read when it is opened. */
function ReplyDifference(props: ReplyDifferenceProps) {
  const { language } = props;
  const [found, setFound] = useState<Sample | null>();
  return (
    <details
      class="reply-difference"
      onToggle={({ currentTarget: { open } }) => {
        if (open) load(props).then(setFound, toastError);
      }}
    >
      <summary>{t("publishing.inReply", { language: languageName(language) })}</summary>
      {found === null && <p class="faint">{t("publishing.inReply.none")}</p>}
      {found && (
        <>
          <p class="faint">
            {replyTitle(found.reply)}, {sampleTitle(found.sample)}
          </p>
          <div class="reply-pair">
            {figure(t("publishing.published"), found.published ?? [], language)}
            {figure(t("publishing.inDraft"), found.messages, language)}
          </div>
        </>
      )}
    </details>
  );
}

interface CommentsProps {
  draft: Pick<DraftView, "author" | "comments">;
  isBusy: boolean;
  /** @returns whether it was stored. */
  onComment(text: string): Promise<boolean>;
}

/** The comments on a draft, and a field for another. */
function Comments({ draft, isBusy, onComment }: CommentsProps) {
  const { author, comments } = draft;
  const unsent = useUnsavedTexts("unsent-comments");
  const text = unsent.texts.get(author) ?? "";
  const field = useRef<HTMLTextAreaElement>(null);
  const isMute = isBusy || text.trim() === "";
  const send = async () => {
    if (isMute || !(await onComment(text))) return;
    unsent.forget(author, text);
    field.current?.focus();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <section class="comments" aria-label={t("publishing.comments")}>
      <h3>{t("publishing.comments")}</h3>
      <ul>
        {comments.map(({ at, name, text: written }) => (
          <li>
            <p class="faint">
              {name} · {timeText(at)}
            </p>
            <p dir="auto">{written}</p>
          </li>
        ))}
      </ul>
      <form onSubmit={onSubmit}>
        <label for="comment">{t("publishing.comment")}</label>
        <textarea
          id="comment"
          ref={field}
          rows={2}
          maxlength={1000}
          required
          value={text}
          onInput={({ currentTarget }) => unsent.keep(author, currentTarget.value)}
        />
        <button type="submit" class="quiet" aria-disabled={isMute ? "true" : undefined}>
          {t("publishing.comment.send")}
        </button>
      </form>
    </section>
  );
}
