/** Every delivery that is kept, newest first: who, what, intent, outcome and time. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { DeliverySummary, Fault } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import { exactTimeText, t } from "../i18n.ts";
import { StatusChip } from "../inspector/inspection-details.tsx";
import { Button, toastError } from "../parts.tsx";
import { LoadState, useLoaded, type Loaded } from "../requests.tsx";
import { download } from "../sharing/copy.tsx";

export const deliveryHash = (id: string) => `#/deliveries/${encodeURIComponent(id)}`;

/** As many rows as are shown at first, and more each time. */
const pageSize = 100;

/** Whether the delivery has each of the words. @param searched in lower case. */
function passes(one: DeliverySummary, searched: string): boolean {
  const { who, to, title, type, intent, outcome, status, at, chatId } = one;
  const text = [
    who,
    to,
    title,
    type,
    intent,
    outcome,
    status ?? t("inspector.noAnswer"),
    exactTimeText(at),
    chatId,
  ]
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
          {exactTimeText(at)}
        </time>
        <span class="delivery-what" dir="auto">
          {title}
        </span>
        <span class="delivery-chips">
          {attempts > 1 && <span class="chip">× {attempts}</span>}
          {intent && <span class="chip">{intent}</span>}
          <span class="chip">{outcome ?? t("inspector.underWay")}</span>
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
    <nav id="deliveries-nav" class="list" aria-label={t("deliveries.list")}>
      <p class="delivery-count" role="status">
        {deliveries && t("deliveries.count", { found: found.length, all: deliveries.size })}
        {found.length > 0 && (
          <Button class="quiet" title={t("deliveries.har.title")} onClick={() => exportHar(ids)}>
            {t("deliveries.har")}
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
          {t("deliveries.more", { count: Math.min(pageSize, found.length - size) })}
        </Button>
      )}
      {deliveries && found.length === 0 && (
        <p class="placeholder">
          {t(deliveries.size === 0 ? "deliveries.empty" : "deliveries.none")}
        </p>
      )}
    </nav>
  );
}

interface Options {
  isShown: boolean;
  /** Absent where there is no chat. */
  events: EventStream | undefined;
  onFaults(faults: Fault[]): void;
  onError(error: unknown): void;
}

/**
 * The deliveries that the server keeps, as long as somebody looks at them.
 * @returns the deliveries by id, oldest first.
 */
export function useDeliveries({
  isShown,
  events,
  onFaults,
  onError,
}: Options): Loaded<ReadonlyMap<string, DeliverySummary>> {
  const read = async (): Promise<ReadonlyMap<string, DeliverySummary>> => {
    const { deliveries, faults } = await api.deliveries();
    onFaults(faults);
    return new Map(deliveries.toReversed().map((one) => [one.id, one]));
  };
  const loaded = useLoaded(read, isShown && events ? events : null, onError);
  useEffect(() => {
    if (!isShown || !events) return;
    return events.subscribe({
      onOpen: () => void loaded.reload(),
      onChange(change) {
        if (change.type !== "inspection") return;
        const { delivery } = change;
        loaded.change((known) => new Map(known).set(delivery.id, delivery));
      },
    });
  }, [isShown, events]);
  return loaded;
}

async function save(ids: readonly string[]): Promise<void> {
  const har = await api.har(ids);
  const content = new Blob([JSON.stringify(har, null, 2)], { type: "application/json" });
  download(ids.length === 1 ? `delivery-${ids[0]}.har` : "deliveries.har", content);
}

/** Saves what went over the wires for some deliveries as an HTTP archive. */
export const exportHar = (ids: readonly string[]) => void save(ids).catch(toastError);
