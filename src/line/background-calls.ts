/** Makes calls to LINE that nobody waits for: a few at once, and for each user or chat one at a time. */
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { MessagingClient } from "./messaging-client.ts";
import { chatOf, type LineEvent } from "./webhook-events.ts";

interface BackgroundCalls<Task> {
  /** Queues a task; one that is already queued under this key is merged with it. Never throws. */
  add(key: string, task: Task): void;
  /** Drops what is queued. */
  clear(): void;
}

/** Tasks beyond are dropped: the next event of that user or chat brings another. */
const maxQueued = 1000;
const maxConcurrent = 4;

/** @param options `failure`: the log line for a call that throws. */
export function createBackgroundCalls<Task>(options: {
  call(key: string, task: Task): Promise<void>;
  merge(queued: Task, added: Task): Task;
  failure: string;
  log: Log;
}): BackgroundCalls<Task> {
  const { call, merge, failure, log } = options;
  const queued = new Map<string, Task>();
  const inProgress = new Set<string>();

  /** Makes the queued calls until only keys in progress are left. */
  async function drain(): Promise<void> {
    for (const [key, task] of queued) {
      if (inProgress.has(key)) continue;
      queued.delete(key);
      inProgress.add(key);
      try {
        await call(key, task);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, failure);
      }
      inProgress.delete(key);
    }
  }

  return {
    add(key, task) {
      const waiting = queued.get(key);
      if (waiting === undefined && queued.size >= maxQueued) return;
      queued.set(key, waiting === undefined ? task : merge(waiting, task));
      if (inProgress.size < maxConcurrent && !inProgress.has(key)) void drain();
    },
    clear: () => queued.clear(),
  };
}

interface ReadMarker {
  /** Called after each event whose reply arrived. Returns at once and never throws. */
  answered(event: LineEvent): void;
  stop(): void;
}

/** How long the account's setting is trusted: it is changed in the LINE Official Account Manager. */
const settingMs = 600_000;

/** Marks answered messages as read, in an account whose chat is on; LINE does it by itself where it is off. */
export function createReadMarker(options: {
  messaging: Pick<MessagingClient, "botInfo" | "markAsRead">;
  clock: Clock;
  log: Log;
}): ReadMarker {
  const { messaging, clock, log } = options;
  /** Whether messages have to be marked; null until the setting is read. */
  let isManual: boolean | null = null;
  let reading: Promise<void> | null = null;
  let readAgainAt = -Infinity;

  async function readSetting(): Promise<void> {
    readAgainAt = clock.monotonic() + settingMs;
    try {
      isManual = (await messaging.botInfo()).markAsReadMode === "manual";
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "reading whether the chat is on failed");
    }
    reading = null;
  }

  // A token marks its message and all before it: of a chat only the last one is needed.
  const marks = createBackgroundCalls<string>({
    async call(_chat, token) {
      await reading;
      // A refusal may mean that the chat was turned off meanwhile.
      if (isManual && !(await messaging.markAsRead(token))) readAgainAt = -Infinity;
    },
    merge: (_queued, added) => added,
    failure: "marking messages as read failed",
    log,
  });

  return {
    answered(event) {
      const token = event.message?.markAsReadToken;
      if (token === undefined) return;
      if (clock.monotonic() >= readAgainAt) reading ??= readSetting();
      if (isManual || reading) marks.add(chatOf(event), token);
    },
    stop: () => marks.clear(),
  };
}
