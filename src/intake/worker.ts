/** The way out: chats are worked on side by side, the events of one chat in order of arrival. */
import type { Clock, Timer } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Inbox, OpenEvent } from "../store/inbox.ts";

export interface Worker {
  /** @param former what a former process left; nothing may be accepted before it. */
  start(former: readonly OpenEvent[]): void;
  accept(events: readonly OpenEvent[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Takes up nothing more and waits for what has begun, `patienceMs` at most; the rest stays in the inbox. */
  stop(patienceMs: number): Promise<void>;
}

/** Chats that are worked on at once. */
const mostChats = 128;

/** How often parked events are looked for that the operator wants to be tried again. */
const lookMs = 10_000;

/** @param work ends one event, whatever becomes of it; it should never throw. */
export function createWorker(options: {
  inbox: Inbox;
  work(event: OpenEvent, stopping: AbortSignal): Promise<void>;
  clock: Clock;
  log: Log;
}): Worker {
  const { inbox, work, clock, log } = options;
  /** What waits in each chat; the first one is at work when its chat is. */
  const lanes = new Map<string, OpenEvent[]>();
  const ready = new Set<string>();
  /** What a former process left: each of its attempts is counted before its work. */
  const left = new Set<number>();
  const watchers: (() => void)[] = [];
  let working = 0;
  const stopping = new AbortController();

  function accept(events: readonly OpenEvent[]): void {
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
      if (working >= mostChats || stopping.signal.aborted) break;
      ready.delete(key);
      working += 1;
      void next(key);
    }
    if (working === 0 && (ready.size === 0 || stopping.signal.aborted)) {
      for (const tell of watchers.splice(0)) tell();
    }
  }

  async function next(key: string): Promise<void> {
    const lane = lanes.get(key) ?? [];
    const [event] = lane;
    try {
      if (event) {
        if (left.delete(event.id)) await inbox.begin(event.id);
        await work(event, stopping.signal);
      }
    } catch (error) {
      // Its row stays open, so the next start takes it up again.
      log.error({ reason: reasonOf(error) }, "an event could not be ended");
    }
    lane.shift();
    if (lane.length > 0) ready.add(key);
    else lanes.delete(key);
    working -= 1;
    pump();
  }

  let looking: Timer | null = null;

  function lookForRetries(): void {
    looking = clock.after(lookMs, () => {
      if (stopping.signal.aborted) return;
      inbox
        .reopen(clock.now())
        .then(accept, (error: unknown) =>
          log.warn({ reason: reasonOf(error) }, "could not look for events to try again"),
        );
      lookForRetries();
    });
  }

  async function idle(): Promise<void> {
    if (working === 0 && (ready.size === 0 || stopping.signal.aborted)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    watchers.push(resolve);
    await promise;
  }

  return {
    start(former) {
      for (const { id } of former) left.add(id);
      accept(former.map((event) => ({ ...event, attempts: event.attempts + 1 })));
      lookForRetries();
    },
    accept,
    idle,
    async stop(patienceMs) {
      looking?.close();
      stopping.abort(new Error("stopping"));
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = clock.after(patienceMs, resolve);
      await Promise.race([idle(), promise]);
      timer.close();
    },
  };
}
