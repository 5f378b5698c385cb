/** The deliveries that the server keeps, as long as somebody looks at them. */
import { useEffect, useState } from "preact/hooks";
import type { DeliverySummary, Fault } from "../../server/inspector-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";

interface Options {
  isShown: boolean;
  /** Absent where there is no chat. */
  events: EventStream | undefined;
  onFaults(faults: Fault[]): void;
  onError(error: unknown): void;
}

/** @returns the deliveries by id, oldest first; undefined until they were read. */
export function useDeliveries({
  isShown,
  events,
  onFaults,
  onError,
}: Options): ReadonlyMap<string, DeliverySummary> | undefined {
  const [deliveries, setDeliveries] = useState<ReadonlyMap<string, DeliverySummary>>();
  useEffect(() => {
    if (!isShown || !events) return;
    let isCurrent = true;
    const load = async () => {
      const answer = await api.deliveries();
      if (!isCurrent) return;
      setDeliveries(new Map(answer.deliveries.toReversed().map((one) => [one.id, one])));
      onFaults(answer.faults);
    };
    const read = () => void load().catch(onError);
    read();
    const unsubscribe = events.subscribe({
      onOpen: read,
      onChange(change) {
        if (change.type !== "inspection") return;
        const { delivery } = change;
        setDeliveries((known) => new Map(known).set(delivery.id, delivery));
      },
    });
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, [isShown, events]);
  return deliveries;
}
