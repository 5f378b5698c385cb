/** Runs asynchronous tasks with the same key one after the other, in the order of the calls. */

/** Resolves or rejects as the task does; a failed task doesn't stop the next one. */
export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const task = (tails.get(key) ?? Promise.resolve()).then(work, work);
    tails.set(key, task);
    const removeTail = () => {
      if (tails.get(key) === task) tails.delete(key);
    };
    task.then(removeTail, removeTail);
    return task;
  };
}
