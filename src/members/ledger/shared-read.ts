/** Shares a reading between its callers, so that any number of them costs one at a time. */

/**
 * @param read `urgent`: whether somebody waits for it.
 * @returns a function that reads. Callers during a reading share the next one: the one in progress may have
 * missed what was written since it started.
 */
export function createSharedRead<Result>(
  read: (urgent: boolean) => Promise<Result>,
): (urgent: boolean) => Promise<Result> {
  let current: Promise<unknown> | null = null;
  let next: { done: Promise<Result>; urgent: boolean } | null = null;

  function start(urgent: boolean): Promise<Result> {
    const done = read(urgent);
    current = Promise.allSettled([done]);
    void current.finally(() => {
      if (!next) current = null;
    });
    return done;
  }

  return (urgent) => {
    if (!current) return start(urgent);
    if (next) {
      next.urgent ||= urgent;
      return next.done;
    }
    const waiting = { urgent };
    const done = current.then(() => {
      next = null;
      return start(waiting.urgent);
    });
    next = Object.assign(waiting, { done });
    return done;
  };
}
