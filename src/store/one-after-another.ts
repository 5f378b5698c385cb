/** Does pieces of work of the same name one after another, in the order of the calls, within this process. */

/** Resolves or rejects as the work does; one that fails doesn't stop the next. */
export type OneAfterAnother = <Result>(
  name: string,
  work: () => Promise<Result>,
) => Promise<Result>;

export function oneAfterAnother(): OneAfterAnother {
  /** The last work under each name that has some. */
  const tails = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const task = (tails.get(name) ?? Promise.resolve()).then(work, work);
    tails.set(name, task);
    const removeTail = () => {
      if (tails.get(name) === task) tails.delete(name);
    };
    task.then(removeTail, removeTail);
    return task;
  };
}
