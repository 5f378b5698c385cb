/** Does pieces of work of the same name one after another, in the order of the calls, within this process. */

export type OneAfterAnother = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** @returns a function that resolves or rejects as its work does. */
export function oneAfterAnother(): OneAfterAnother {
  /** The end of the last work under each name. */
  const ends = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const outcome = (ends.get(name) ?? Promise.resolve()).then(work);
    const end = outcome.catch(() => {});
    ends.set(name, end);
    return outcome;
  };
}
