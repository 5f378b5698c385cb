/** Dispatches queued events: chats run concurrently, the events of one chat in order of arrival. */
import { backoffMs, withTimeout, type Clock, type Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { StoreError } from "../store/errors.ts";
import type { EventInbox, QueuedEvent } from "./events.ts";

export interface Dispatcher {
  /** Starts work. @param recovered unprocessed events of a former process; `accept` may not be called before. */
  start(recovered: readonly QueuedEvent[]): void;
  accept(events: readonly QueuedEvent[]): void;
  /** Number of events that failed and wait for a retry. */
  readonly stuck: number;
  /** Resolves when no event is in progress, queued or waiting for a retry. */
  idle(): Promise<void>;
  /** Starts no more events and waits up to `patienceMs` for those in progress; the rest stays in the inbox. */
  stop(patienceMs: number): Promise<void>;
}

const maxConcurrentChats = 128;

/** Back-off of a failed event, which blocks its chat. */
const backoff = { firstMs: 1000, maxMs: 30_000 };
/** Failures after which an event is parked; failures of the store do not count, since they pass. */
const maxFailures = 5;

/** Interval at which the inbox is polled for parked events that the operator marked for a retry. */
const requeuePollMs = 10_000;

/** How often an event has failed in this process: `all` failures, and those not caused by the store. */
interface Failures {
  all: number;
  notStore: number;
}

/** Processes one event to its end; when it throws, the event is retried. */
export type ProcessQueued = (queued: QueuedEvent, stopping: AbortSignal) => Promise<void>;

export function createDispatcher(options: {
  inbox: Pick<EventInbox, "recordAttempt" | "park" | "requeue">;
  process: ProcessQueued;
  clock: Clock;
  log: Log;
}): Dispatcher {
  const { inbox, process, clock, log } = options;
  /** Queued events by chat; the first one is in progress when its chat is. */
  const queues = new Map<string, QueuedEvent[]>();
  const ready = new Set<string>();
  /** Events attempted before, by this process or a former one: the next attempt is recorded before it starts. */
  const attempted = new Map<QueuedEvent, Failures>();
  /** Retry timers of chats whose first event failed. */
  const retryTimers = new Map<string, Timer>();
  const idleWaiters: (() => void)[] = [];
  let activeChats = 0;
  const stopping = new AbortController();

  function accept(events: readonly QueuedEvent[]): void {
    for (const event of events) {
      const key = `${event.account}/${event.chat}`;
      const queue = queues.get(key);
      if (queue) {
        queue.push(event);
      } else {
        queues.set(key, [event]);
        ready.add(key);
      }
    }
    pump();
  }

  function pump(): void {
    for (const key of ready) {
      if (activeChats >= maxConcurrentChats || stopping.signal.aborted) break;
      ready.delete(key);
      activeChats += 1;
      void processNext(key);
    }
    if (isIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
  }

  const isIdle = () =>
    activeChats === 0 && (stopping.signal.aborted || (ready.size === 0 && retryTimers.size === 0));

  async function processNext(key: string): Promise<void> {
    const queue = queues.get(key) ?? [];
    const [event] = queue;
    if (!event || (await tryToEnd(event))) {
      queue.shift();
      if (queue.length > 0) ready.add(key);
      else queues.delete(key);
    } else if (!stopping.signal.aborted) {
      const delayMs = backoffMs(backoff, attempted.get(event)?.all ?? 1);
      retryTimers.set(
        key,
        clock.after(delayMs, () => retryChat(key)),
      );
    }
    activeChats -= 1;
    pump();
  }

  function retryChat(key: string): void {
    retryTimers.delete(key);
    ready.add(key);
    pump();
  }

  /** Processes an event, and parks it after too many failures. @returns false when it has to be retried. */
  async function tryToEnd(event: QueuedEvent): Promise<boolean> {
    const before = attempted.get(event);
    try {
      if (before) {
        await inbox.recordAttempt(event.id);
        event.attempts += 1;
      }
      await process(event, stopping.signal);
    } catch (error) {
      const all = (before?.all ?? 0) + 1;
      const notStore = (before?.notStore ?? 0) + (error instanceof StoreError ? 0 : 1);
      const isParked = notStore === maxFailures;
      const details = { id: event.id, times: all, parked: isParked, reason: reasonOf(error) };
      log.error(details, "an event could not be ended");
      attempted.set(event, { all, notStore });
      if (!isParked) return false;
      inbox.park(event.id, "failed");
    }
    attempted.delete(event);
    return true;
  }

  let requeueTimer: Timer | null = null;

  function pollRequeued(): void {
    requeueTimer = clock.after(requeuePollMs, () => {
      if (stopping.signal.aborted) return;
      inbox
        .requeue(clock.now())
        .then(accept, (error: unknown) =>
          log.warn({ reason: reasonOf(error) }, "polling for requeued events failed"),
        );
      pollRequeued();
    });
  }

  async function idle(): Promise<void> {
    if (isIdle()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    idleWaiters.push(resolve);
    await promise;
  }

  return {
    start(recovered) {
      for (const event of recovered) attempted.set(event, { all: 0, notStore: 0 });
      accept(recovered);
      pollRequeued();
    },
    accept,
    get stuck() {
      return [...attempted.values()].filter(({ all }) => all > 0).length;
    },
    idle,
    async stop(patienceMs) {
      requeueTimer?.close();
      stopping.abort(new Error("stopping"));
      for (const timer of retryTimers.values()) timer.close();
      await withTimeout(clock, patienceMs, idle()).catch(() => {});
    },
  };
}
