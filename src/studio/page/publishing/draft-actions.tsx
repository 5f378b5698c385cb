/** What may be done with a draft: review, publication now or at a time, and the rest. */
import { useState } from "preact/hooks";
import type { DraftView } from "../../server/draft-types.ts";
import type { DraftRequest } from "../api.ts";
import { Button, ConfirmedButton } from "../parts.tsx";
import { t, timeText, zoneName } from "../i18n.ts";

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
    void onAct({ do: "schedule", seen: seenOf(draft), local }, t("publishing.done.planned"));
  };
  return (
    <form class="schedule" onSubmit={plan}>
      <label for="publish-at">{t("publishing.plan.label", { zone: zoneName() })}</label>
      <input
        id="publish-at"
        type="datetime-local"
        required
        value={local}
        onInput={({ currentTarget }) => setLocal(currentTarget.value)}
      />
      <button type="submit" class="quiet" aria-disabled={isBusy ? "true" : undefined}>
        {t("publishing.plan")}
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
    <div class="draft-actions" role="group" aria-label={t("publishing.actions")}>
      {publishAt !== null && (
        <p class="planned">
          {t("publishing.plan.by", { time: timeText(publishAt), name: planner ?? "" })}
          {step(
            "unschedule",
            t("publishing.unplan"),
            { do: "unschedule" },
            t("publishing.done.unplanned"),
          )}
        </p>
      )}
      <div class="buttons">
        {step(
          "request_review",
          t("publishing.askReview"),
          { do: "request_review" },
          t("publishing.done.requested"),
        )}
        {step(
          "approve",
          t("publishing.approve"),
          { do: "approve", version: draft.version },
          t("publishing.done.approved"),
        )}
        {step(
          "publish",
          t("publishing.publish"),
          { do: "publish", seen },
          t("publishing.done.published"),
        )}
        {step(
          "rebase",
          t("publishing.rebase"),
          { do: "rebase", seen },
          t("publishing.done.rebased"),
        )}
        {steps.includes("discard") && (
          <ConfirmedButton
            id="discard-dialog"
            label={t("publishing.discard")}
            question={t("publishing.discard.question")}
            confirm={t("publishing.discard.confirm")}
            disabled={isBusy}
            onConfirm={() => void onAct({ do: "discard" }, t("publishing.done.discarded"))}
            warning={t("publishing.discard.warning")}
          />
        )}
      </div>
      {mayPublish && publishAt === null && <Schedule {...props} />}
      {!mayPublish && draft.needsReview && draft.review !== "approved" && (
        <p class="faint">{t("publishing.needsApproval")}</p>
      )}
    </div>
  );
}
