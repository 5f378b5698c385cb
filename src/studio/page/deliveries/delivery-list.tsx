/** Every delivery that is kept, newest first: who, what, intent, outcome and time. */
import { useMemo, useState } from "preact/hooks";
import type { DeliverySummary } from "../../server/inspector-types.ts";
import { Button } from "../button.tsx";
import { LoadState } from "../load-state.tsx";
import type { Loaded } from "../use-loaded.ts";
import { StatusChip } from "../inspector/inspection-details.tsx";
import { exportHar } from "./export-har.ts";

export const deliveryHash = (id: string) => `#/deliveries/${encodeURIComponent(id)}`;

const timeFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
export const timeText = (at: number): string => timeFormat.format(at);

/** As many rows as are shown at first, and more each time. */
const pageSize = 100;

/** Whether the delivery has each of the words. @param searched in lower case. */
function passes(one: DeliverySummary, searched: string): boolean {
  const { who, to, title, type, intent, outcome, status, at, chatId } = one;
  const text = [who, to, title, type, intent, outcome, status ?? "no answer", timeText(at), chatId]
    .join(" ")
    .toLowerCase();
  return searched.split(/\s+/).every((word) => text.includes(word));
}

/** Rendered again only when it changes. */
function Row({ one, isChosen }: { one: DeliverySummary; isChosen: boolean }) {
  const { id, at, who, title, intent, outcome, status, attempts } = one;
  return useMemo(
    () => (
      <a class="delivery" href={deliveryHash(id)} aria-current={isChosen ? "page" : undefined}>
        <span class="delivery-who" dir="auto">
          {who}
        </span>
        <time class="faint" datetime={new Date(at).toISOString()}>
          {timeText(at)}
        </time>
        <span class="delivery-what" dir="auto">
          {title}
        </span>
        <span class="delivery-chips">
          {attempts > 1 && <span class="chip">× {attempts}</span>}
          {intent && <span class="chip">{intent}</span>}
          <span class="chip">{outcome ?? "under way"}</span>
          {status !== 200 && <StatusChip status={status} outcome={outcome} />}
        </span>
      </a>
    ),
    [one, isChosen],
  );
}

interface DeliveryListProps {
  loading: Loaded<ReadonlyMap<string, DeliverySummary>>;
  /** What is searched, in lower case. */
  searched: string;
  /** The id of the one that is shown. */
  chosen: string;
}

export function DeliveryList({ loading, searched, chosen }: DeliveryListProps) {
  const { value: deliveries } = loading;
  const [size, setSize] = useState(pageSize);
  const found = [...(deliveries?.values() ?? [])]
    .toReversed()
    .filter((one) => passes(one, searched));
  const ids = found.map(({ id }) => id);
  return (
    <nav id="deliveries-nav" class="list" aria-label="Deliveries">
      <p class="delivery-count" role="status">
        {deliveries && `${found.length} of ${deliveries.size}`}
        {found.length > 0 && (
          <Button
            class="quiet"
            title="What went over the wires for each of them, as an HTTP archive without secrets"
            onClick={() => exportHar(ids)}
          >
            Export as HAR
          </Button>
        )}
      </p>
      <LoadState {...loading} />
      <ol id="deliveries" class="deliveries">
        {found.slice(0, size).map((one) => (
          <li key={one.id}>
            <Row one={one} isChosen={one.id === chosen} />
          </li>
        ))}
      </ol>
      {found.length > size && (
        <Button class="quiet" onClick={() => setSize(size + pageSize)}>
          {Math.min(pageSize, found.length - size)} more
        </Button>
      )}
      {deliveries && found.length === 0 && (
        <p class="placeholder">
          {deliveries.size === 0 ? "Nothing was delivered yet" : "Nothing matches"}
        </p>
      )}
    </nav>
  );
}
