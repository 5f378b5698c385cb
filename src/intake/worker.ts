/** The way out: chats are worked on side by side, the events of one chat in order of arrival. */
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Inbox, OpenEvent } from "../store/inbox.ts";

export interface Worker {
  /** Takes up what a former process left. */
  start(): Promise<void>;
  accept(events: readonly OpenEvent[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Takes up nothing more and waits for what has begun, `patienceMs` at most; the rest stays in the inbox. */
  stop(patienceMs: number): Promise<void>;
}

/** Chats that are worked on at once. */
const mostChats = 64;

/** @param work ends one event, whatever becomes of it; it should never throw. */
export function createWorker(options: {
  inbox: Inbox;
  work(event: OpenEvent): Promise<void>;
  clock: Clock;
  log: Log;
}): Worker {
  const { inbox, work, clock, log } = options;
  /** What waits in each chat; the first one is at work when its chat is. */
  const lanes = new Map<string, OpenEvent[]>();
  const ready = new Set<string>();
  const watchers: (() => void)[] = [];
  let working = 0;
  let stopping = false;

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
      if (working >= mostChats || stopping) break;
      ready.delete(key);
      working += 1;
      void next(key);
    }
    if (working === 0 && (ready.size === 0 || stopping)) {
      for (const tell of watchers.splice(0)) tell();
    }
  }

  async function next(key: string): Promise<void> {
    const lane = lanes.get(key) ?? [];
    const [event] = lane;
    try {
      if (event) await work(event);
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

  async function idle(): Promise<void> {
    if (working === 0 && (ready.size === 0 || stopping)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    watchers.push(resolve);
    await promise;
  }

  return {
    async start() {
      const left = await inbox.open();
      for (const { id } of left) await inbox.begin(id);
      accept(left.map((event) => ({ ...event, attempts: event.attempts + 1 })));
    },
    accept,
    idle,
    async stop(patienceMs) {
      stopping = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = clock.after(patienceMs, resolve);
      await Promise.race([idle(), promise]);
      timer.cancel();
    },
  };
}
