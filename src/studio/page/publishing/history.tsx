/** The publications, newest first: who, when, what; and the way back. */
import type { PublicationView, PublishingOverview } from "../../server/draft-types.ts";
import { Button } from "../button.tsx";
import { Difference } from "./difference.tsx";
import { timeText } from "./state-text.ts";

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

function publication(one: PublicationView, timeZone: string) {
  const { id, at, differences, more } = one;
  const count = differences.length + more;
  return (
    <li key={id} class="publication">
      <h3>{title(one)}</h3>
      <p class="faint">{timeText(at, timeZone)}</p>
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

export function History({ overview, isBusy, onUndo }: HistoryProps) {
  const { publications, canUndo, timeZone } = overview;
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
      <ol class="publications">{publications.map((one) => publication(one, timeZone))}</ol>
    </div>
  );
}
