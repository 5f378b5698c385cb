/** Makes calls to LINE that nobody waits for: a few at once, and for each user or chat one at a time. */
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";

export interface BackgroundCalls<Task> {
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
