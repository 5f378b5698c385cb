/** The way out: chats are worked on side by side, the events of one chat in order of arrival. */
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { StoreError } from "../store/errors.ts";
import type { Inbox, QueuedEvent } from "../store/inbox.ts";

export interface Dispatcher {
  /** @param former what a former process left; nothing may be accepted before it. */
  start(former: readonly QueuedEvent[]): void;
  accept(events: readonly QueuedEvent[]): void;
  /** How many events couldn't be ended and are tried again. */
  readonly stuck: number;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Takes up nothing more and waits for what has begun, `patienceMs` at most; the rest stays in the inbox. */
  stop(patienceMs: number): Promise<void>;
}

/** Chats that are worked on at once. */
const maxConcurrentChats = 128;

/** How long an event that couldn't be ended holds up its chat before it is tried again; longer each time. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** Tries after which an event is parked that fails while the store can be written: that won't pass by itself. */
const maxFailures = 5;

/** How often parked events are looked for that the operator wants to be tried again. */
const requeuePollMs = 10_000;

/** How often an event that was begun before has failed in this process: in all, and not for the store's sake. */
interface Failures {
  all: number;
  ours: number;
}

/** @param work ends one event, whatever becomes of it; where it throws, the event is tried again. */
export function createDispatcher(options: {
  inbox: Inbox;
  work(event: QueuedEvent, stopping: AbortSignal): Promise<void>;
  clock: Clock;
  log: Log;
}): Dispatcher {
  const { inbox, work, clock, log } = options;
  /** What waits in each chat; the first one is at work when its chat is. */
  const lanes = new Map<string, QueuedEvent[]>();
  const ready = new Set<string>();
  /** What was begun before, by a former process or by this one: another attempt is counted before its work. */
  const begun = new Map<QueuedEvent, Failures>();
  /** The pauses of chats whose first event is tried again. */
  const pauses = new Map<string, Timer>();
  const watchers: (() => void)[] = [];
  let working = 0;
  const stopping = new AbortController();

  function accept(events: readonly QueuedEvent[]): void {
    for (const event of events) {
      const key = `${event.account}/${event.chat}`;
      const lane = lanes.get(key);
      if (lane) {
        lane.push(event);
      } else {
        lanes.set(key, [event]);
        ready.add(key);
      }
    }
    pump();
  }

  function pump(): void {
    for (const key of ready) {
      if (working >= maxConcurrentChats || stopping.signal.aborted) break;
      ready.delete(key);
      working += 1;
      void next(key);
    }
    if (isIdle()) for (const tell of watchers.splice(0)) tell();
  }

  const isIdle = () =>
    working === 0 && (stopping.signal.aborted || (ready.size === 0 && pauses.size === 0));

  async function next(key: string): Promise<void> {
    const lane = lanes.get(key) ?? [];
    const [event] = lane;
    if (!event || (await end(event))) {
      lane.shift();
      if (lane.length > 0) ready.add(key);
      else lanes.delete(key);
    } else if (!stopping.signal.aborted) {
      const pauseMs = Math.min(firstPauseMs * 2 ** ((begun.get(event)?.all ?? 1) - 1), maxPauseMs);
      pauses.set(
        key,
        clock.after(pauseMs, () => tryAgain(key)),
      );
    }
    working -= 1;
    pump();
  }

  function tryAgain(key: string): void {
    pauses.delete(key);
    ready.add(key);
    pump();
  }

  /** @returns false where it has to be tried again. */
  async function end(event: QueuedEvent): Promise<boolean> {
    const before = begun.get(event);
    try {
      if (before) {
        await inbox.recordAttempt(event.id);
        event.attempts += 1;
      }
      await work(event, stopping.signal);
    } catch (error) {
      const all = (before?.all ?? 0) + 1;
      const ours = (before?.ours ?? 0) + (error instanceof StoreError ? 0 : 1);
      const isOver = ours === maxFailures;
      const told = { id: event.id, times: all, parked: isOver, reason: reasonOf(error) };
      log.error(told, "an event could not be ended");
      begun.set(event, { all, ours });
      if (!isOver) return false;
      inbox.park(event.id, "failed");
    }
    begun.delete(event);
    return true;
  }

  let looking: Timer | null = null;

  function lookForRetries(): void {
    looking = clock.after(requeuePollMs, () => {
      if (stopping.signal.aborted) return;
      inbox
        .requeue(clock.now())
        .then(accept, (error: unknown) =>
          log.warn({ reason: reasonOf(error) }, "could not look for events to try again"),
        );
      lookForRetries();
    });
  }

  async function idle(): Promise<void> {
    if (isIdle()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    watchers.push(resolve);
    await promise;
  }

  return {
    start(former) {
      for (const event of former) begun.set(event, { all: 0, ours: 0 });
      accept(former);
      lookForRetries();
    },
    accept,
    get stuck() {
      return [...begun.values()].filter(({ all }) => all > 0).length;
    },
    idle,
    async stop(patienceMs) {
      looking?.close();
      stopping.abort(new Error("stopping"));
      for (const timer of pauses.values()) timer.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = clock.after(patienceMs, resolve);
      await Promise.race([idle(), promise]);
      timer.close();
    },
  };
}
