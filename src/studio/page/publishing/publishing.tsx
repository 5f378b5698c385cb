/** The drafts, the one that the address names, and the history of publications. */
import type {
  DraftSummary,
  PublicationView,
  PublishingOverview,
} from "../../server/draft-types.ts";
import { Button } from "../parts.tsx";
import { LoadState } from "../requests.tsx";
import { rich, t, timeText } from "../i18n.ts";
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
    <section id="publishing" class="publishing" aria-label={t("publishing.label")} tabindex={-1}>
      <LoadState {...(path === "" ? publishing.overview : publishing.draft)} />
      {path === "" && overview && (
        <>
          <DraftList overview={overview} searched={searched} />
          <History overview={overview} isBusy={isBusy} onUndo={(id) => void undo(id)} />
        </>
      )}
      {path !== "" && draft === null && (
        <p class="placeholder">
          {t("publishing.draft.unknown")}{" "}
          <a class="permalink" href="#/drafts">
            {t("publishing.drafts.all")}
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
  const what = { id: String(id), name: author };
  const done =
    undoes === null
      ? t("publishing.title", what)
      : t("publishing.title.undo", { ...what, undone: String(undoes) });
  const approved =
    approver === null ? done : t("publishing.title.approved", { title: done, name: approver });
  return source === "command line"
    ? t("publishing.title.commandLine", { title: approved })
    : approved;
}

function publication(one: PublicationView) {
  const { id, at, differences, more } = one;
  const count = differences.length + more;
  return (
    <li key={id} class="publication">
      <h3>{title(one)}</h3>
      <p class="faint">{timeText(at)}</p>
      <details>
        <summary>{t("publishing.texts", { count })}</summary>
        {differences.map((difference) => (
          <>
            <p class="key">{difference.title}</p>
            <Difference {...difference} />
          </>
        ))}
        {more > 0 && <p class="faint">{t("publishing.more", { count: more })}</p>}
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
        <h2>{t("publishing.history")}</h2>
      </header>
      {!newest && <p class="placeholder">{t("publishing.history.empty")}</p>}
      {newest && canUndo && (
        <div class="draft-actions">
          <div class="buttons">
            <Button
              class="quiet"
              disabled={isBusy}
              title={t("publishing.undo.title")}
              onClick={() => onUndo(newest.id)}
            >
              {t("publishing.undo")}
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
        <strong>{isOwn ? t("publishing.draft.own") : authorName}</strong>
        <span>
          {t("publishing.texts", { count: texts })} · {stateText(draft)}
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
        <h2 id="drafts-title">{t("publishing.drafts")}</h2>
        <p class="faint">
          {t(needsReview ? "publishing.drafts.reviewed" : "publishing.drafts.free")}
        </p>
      </header>
      {shown.length === 0 && (
        <p class="placeholder">
          {drafts.length === 0
            ? rich("publishing.drafts.empty", {
                link: (text) => (
                  <a class="permalink" href="#/words">
                    {text}
                  </a>
                ),
              })
            : t("publishing.drafts.none")}
        </p>
      )}
      <ul class="draft-list">{shown.map((draft) => draftRow(draft))}</ul>
    </section>
  );
}
