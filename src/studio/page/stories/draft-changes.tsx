/** Which stories a draft of texts changes, and how: beside the list of stories, and where a draft is published. */
import { useState } from "preact/hooks";
import type { StoryChange, StoryRun } from "../../server/story-types.ts";
import { api } from "../api.ts";
import { Button } from "../button.tsx";
import { useBusy } from "../use-busy.ts";
import { StoryRunView } from "./story-run.tsx";

const changeTexts: Readonly<Record<StoryChange["outcome"], string>> = {
  same: "the same",
  changed: "changes",
  failed: "fails with the draft",
};

/** The lines of a run that the draft makes different or untrue. */
const onlyChanges = (run: StoryRun): StoryRun => ({
  ...run,
  steps: run.steps.filter(({ changed, fault }) => changed ?? fault),
});

/** What a draft changes, before anybody publishes it. */
export function DraftChanges({ changes }: { changes: readonly StoryChange[] }) {
  const different = changes.filter(({ outcome }) => outcome !== "same");
  return (
    <section class="draft-changes" aria-label="What the draft changes">
      <h2>
        {different.length === 0
          ? "The draft changes no story"
          : `The draft changes ${different.length} of ${changes.length} stories`}
      </h2>
      {different.map(({ name, title, outcome, run }) => (
        <details key={name}>
          <summary>
            {title} <span class={`chip outcome-${outcome}`}>{changeTexts[outcome]}</span>
          </summary>
          <StoryRunView run={onlyChanges(run)} before="Published" now="In the draft" />
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
        {isPlaying ? "Playing the stories…" : "Which stories change?"}
      </Button>
      {changes && <DraftChanges changes={changes} />}
    </div>
  );
}
