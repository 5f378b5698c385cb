/** The deliveries that the server keeps, as long as somebody looks at them. */
import { useEffect } from "preact/hooks";
import type { DeliverySummary, Fault } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import { useLoaded, type Loaded } from "../use-loaded.ts";

interface Options {
  isShown: boolean;
  /** Absent where there is no chat. */
  events: EventStream | undefined;
  onFaults(faults: Fault[]): void;
  onError(error: unknown): void;
}

/** @returns the deliveries by id, oldest first. */
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
