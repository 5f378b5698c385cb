/** What may be done with a draft: review, publication now or at a time, and the rest. */
import { useState } from "preact/hooks";
import type { DraftView } from "../../server/draft-types.ts";
import type { DraftRequest } from "../api.ts";
import { Button, ConfirmedButton } from "../parts.tsx";
import { timeText } from "../i18n.ts";

interface DraftActionsProps {
  draft: DraftView;
  isBusy: boolean;
  onAct(request: DraftRequest, done: string): Promise<boolean>;
}

const seenOf = ({ version, publication }: DraftView) => ({ version, publication });

function Schedule({ draft, isBusy, onAct }: DraftActionsProps) {
  const [local, setLocal] = useState("");
  const plan = (event: SubmitEvent) => {
    event.preventDefault();
    void onAct({ do: "schedule", seen: seenOf(draft), local }, "Planned");
  };
  return (
    <form class="schedule" onSubmit={plan}>
      <label for="publish-at">Or at a time, in {draft.timeZone}</label>
      <input
        id="publish-at"
        type="datetime-local"
        required
        value={local}
        onInput={({ currentTarget }) => setLocal(currentTarget.value)}
      />
      <button type="submit" class="quiet" aria-disabled={isBusy ? "true" : undefined}>
        Plan
      </button>
    </form>
  );
}

export function DraftActions(props: DraftActionsProps) {
  const { draft, isBusy, onAct } = props;
  const { steps, publishAt, planner } = draft;
  const step = (
    name: DraftView["steps"][number],
    label: string,
    request: DraftRequest,
    done: string,
  ) =>
    steps.includes(name) && (
      <Button
        class={["publish", "approve", "request_review"].includes(name) ? "strong" : "quiet"}
        disabled={isBusy}
        onClick={() => void onAct(request, done)}
      >
        {label}
      </Button>
    );
  const mayPublish = steps.includes("publish");
  const seen = seenOf(draft);
  return (
    <div class="draft-actions" role="group" aria-label="What to do with the draft">
      {publishAt !== null && (
        <p class="planned">
          Planned for {timeText(publishAt)} by {planner}.
          {step("unschedule", "Don’t publish then", { do: "unschedule" }, "Not planned any more")}
        </p>
      )}
      <div class="buttons">
        {step("request_review", "Ask for review", { do: "request_review" }, "Review requested")}
        {step("approve", "Approve", { do: "approve", version: draft.version }, "Approved")}
        {step("publish", "Publish now", { do: "publish", seen }, "Published")}
        {step("rebase", "Keep the draft’s texts", { do: "rebase", seen }, "Brought up to date")}
        {steps.includes("discard") && (
          <ConfirmedButton
            id="discard-dialog"
            label="Discard the draft"
            question="Discard the draft?"
            confirm="Discard"
            disabled={isBusy}
            onConfirm={() => void onAct({ do: "discard" }, "Discarded")}
            warning="Its texts can’t be brought back."
          />
        )}
      </div>
      {mayPublish && publishAt === null && <Schedule {...props} />}
      {!mayPublish && draft.needsReview && draft.review !== "approved" && (
        <p class="faint">It can be published once somebody else has approved it.</p>
      )}
    </div>
  );
}
