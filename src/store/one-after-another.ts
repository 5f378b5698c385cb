/** Does pieces of work of the same name one after another, in the order of the calls, within this process. */

/** @returns does work in the turn of its name, and resolves or rejects as it does; one that fails doesn't stop the next. */
export function oneAfterAnother() {
  /** The last work under each name that has some. */
  const tails = new Map<string, Promise<unknown>>();
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const task = (tails.get(name) ?? Promise.resolve()).then(work, work);
    tails.set(name, task);
    const removeTail = () => {
      if (tails.get(name) === task) tails.delete(name);
    };
    task.then(removeTail, removeTail);
    return task;
  };
}
