/** A played story line by line, beside the accepted replies where they differ; and which stories a draft of texts changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { StepResult, StoryChange, StoryRun } from "../../server/story-types.ts";
import { api } from "../api.ts";
import { classes } from "../classes.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { t } from "../i18n.ts";
import { Button } from "../parts.tsx";
import { useBusy } from "../requests.tsx";

interface StoryRunProps {
  run: StoryRun;
  /** What the two replies are called. */
  before: string;
  now: string;
}

export const StoryRunView = ({ run, before, now }: StoryRunProps) => (
  <ol class="story-steps" aria-label={t("stories.steps", { title: run.title })}>
    {run.steps.map((step) => (
      <StepView step={step} before={before} now={now} language={run.language} />
    ))}
  </ol>
);

function StepView({
  step,
  before,
  now,
  language,
}: {
  step: StepResult;
  before: string;
  now: string;
  language: string;
}) {
  const { text, kind, fault, intent, reply, changed } = step;
  return (
    <li class={classes("story-step", fault !== undefined && "mismatch")} data-line={step.line}>
      <p class={`story-line ${kind}`} dir="auto">
        {text} {intent && <span class="chip">{intent}</span>}
        {changed && <span class="chip outcome-changed">{t("stories.changed")}</span>}
      </p>
      {fault !== undefined && <p class="fault-text">{fault}</p>}
      {reply && (
        <div class="compare">
          {changed && (
            <Phone
              title={before}
              messages={step.before ?? []}
              marked={changed.before}
              language={language}
            />
          )}
          <Phone
            title={changed ? now : undefined}
            messages={reply}
            marked={changed?.now ?? []}
            language={language}
          />
          {changed && <ChangedLines {...changed} />}
        </div>
      )}
    </li>
  );
}

interface PhoneProps {
  title: string | undefined;
  messages: NonNullable<StepResult["reply"]>;
  /** Lines that the other reply hasn't. */
  marked: readonly string[];
  language: string;
}

function Phone({ title, messages, marked, language }: PhoneProps) {
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (screen.current) mark(screen.current, new Set(marked.map(labelOf)));
  }, [messages, marked]);
  return (
    <figure class="screen-alone">
      {title !== undefined && <figcaption>{title}</figcaption>}
      <div
        class="screen"
        ref={screen}
        role="group"
        aria-label={title ?? t("stories.reply")}
        tabindex={0}
      >
        {messages.length === 0 ? (
          <p class="faint">{t("stories.noReply")}</p>
        ) : (
          <SampleMessages messages={messages} language={language === "own" ? "" : language} />
        )}
      </div>
    </figure>
  );
}

/** A label without the brackets and the address that a line has. */
const labelOf = (line: string) => /^\[(.*?)\](?: .*)?$/.exec(line)?.[1] ?? line;

/** Marks the smallest elements that show one of these lines. */
function mark(screen: HTMLElement, lines: ReadonlySet<string>): void {
  for (const element of screen.querySelectorAll<HTMLElement>("*")) {
    const own = element.textContent.trim();
    const isShown = own.split("\n").some((line) => lines.has(line.trim()));
    const isSmallest = ![...element.children].some((child) => child.textContent.trim() === own);
    element.classList.toggle("story-mark", isShown && isSmallest);
  }
}

function ChangedLines({ before, now }: { before: readonly string[]; now: readonly string[] }) {
  return (
    <div class="facts">
      <h3>{t("stories.whatChanged")}</h3>
      <ul class="changed-lines">
        {before.map((line) => (
          <li>
            <del dir="auto">{line}</del>
          </li>
        ))}
        {now.map((line) => (
          <li>
            <ins dir="auto">{line}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The lines of a run that the draft makes different or untrue. */
const onlyChanges = (run: StoryRun): StoryRun => ({
  ...run,
  steps: run.steps.filter(({ changed, fault }) => changed ?? fault),
});

/** What a draft changes, before anybody publishes it. */
export function DraftChanges({ changes }: { changes: readonly StoryChange[] }) {
  const different = changes.filter(({ outcome }) => outcome !== "same");
  return (
    <section class="draft-changes" aria-label={t("stories.draft")}>
      <h2>
        {different.length === 0
          ? t("stories.draft.none")
          : t("stories.draft.count", { changed: different.length, all: changes.length })}
      </h2>
      {different.map(({ name, title, outcome, run }) => (
        <details key={name}>
          <summary>
            {title} <span class={`chip outcome-${outcome}`}>{t(`stories.draft.${outcome}`)}</span>
          </summary>
          <StoryRunView
            run={onlyChanges(run)}
            before={t("stories.published")}
            now={t("stories.inDraft")}
          />
        </details>
      ))}
    </section>
  );
}

/** Plays the stories with somebody's draft when that is wanted: it takes seconds. */
export function DraftStories({ author }: { author: string }) {
  const [changes, setChanges] = useState<readonly StoryChange[]>();
  const [isPlaying, play] = useBusy();
  const compare = () => play(async () => setChanges((await api.compareStories(author)).changes));
  return (
    <div class="draft-stories">
      <Button class="quiet" disabled={isPlaying} onClick={compare}>
        {t(isPlaying ? "stories.playingAll" : "stories.which")}
      </Button>
      {changes && <DraftChanges changes={changes} />}
    </div>
  );
}
