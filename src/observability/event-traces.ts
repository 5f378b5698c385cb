/** Traces of events: which stages and calls one took, and how long each. Without persons, texts and addresses. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../clock.ts";

/** A stage of an event, or a call that was made for it. */
export interface Span {
  name: string;
  /** Milliseconds from the event's receipt to the span's start. */
  at: number;
  ms: number;
  /** Of a call: its status, or why there was none. */
  outcome?: string;
}

/** An event that was processed. */
export interface EventTrace {
  /** As in the event's log line. */
  id: number;
  /** LINE's type of event. */
  type: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  intent: string;
  outcome: string;
  /** From its receipt to its end, in milliseconds. */
  ms: number;
  /** In order of their start. */
  spans: Span[];
}

export interface EventTraces {
  /** Processes an event; if it is one of those that are traced, its stages and calls are recorded. */
  during<Processed extends Pick<EventTrace, "intent" | "outcome" | "ms">>(
    event: Pick<EventTrace, "id" | "type" | "receivedAt">,
    work: () => Promise<Processed>,
  ): Promise<Processed>;
  /** Does a stage of the event that is being processed. */
  stage<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** A call of the event that is being processed has ended. */
  called(name: string, outcome: string, ms: number): void;
}

/** A shop's events are traced all; of a flood these few a second. */
const maxTracesPerSecond = 10;

/** @param write called with each trace, when its event has ended. */
export function createEventTraces(clock: Clock, write: (trace: EventTrace) => void): EventTraces {
  const current = new AsyncLocalStorage<{ receivedAt: number; spans: Span[] }>();
  let nextAt = -Infinity;

  function isNext(): boolean {
    const now = clock.monotonic();
    if (now < nextAt) return false;
    nextAt = now + 1000 / maxTracesPerSecond;
    return true;
  }

  function add(name: string, ms: number, outcome?: string): void {
    const trace = current.getStore();
    if (!trace) return;
    const at = Math.max(0, clock.now() - trace.receivedAt - ms);
    trace.spans.push({ name, at: Math.round(at), ms, ...(outcome !== undefined && { outcome }) });
  }

  return {
    async during({ id, type, receivedAt }, work) {
      if (!isNext()) return work();
      const waitedMs = Math.max(0, clock.now() - receivedAt);
      const spans: Span[] = [{ name: "wait", at: 0, ms: waitedMs }];
      const processed = await current.run({ receivedAt, spans }, work);
      const { intent, outcome, ms } = processed;
      const ordered = spans.toSorted((a, b) => a.at - b.at || b.ms - a.ms);
      write({ id, type, receivedAt, intent, outcome, ms, spans: ordered });
      return processed;
    },
    async stage(name, work) {
      const start = clock.monotonic();
      try {
        return await work();
      } finally {
        add(name, Math.round(clock.monotonic() - start));
      }
    },
    called: (name, outcome, ms) => add(name, ms, outcome),
  };
}
