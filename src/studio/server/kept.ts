/** Keeps the newest results of long work by what they depend on; requests that come meanwhile wait for the same one. */

export type Kept<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/** @param max results that are kept. A failed one isn't. */
export function createKept<T>(max: number): Kept<T> {
  const results = new Map<string, Promise<T>>();
  return (key, make) => {
    const result = results.get(key) ?? make();
    results.delete(key);
    results.set(key, result);
    for (const oldest of [...results.keys()].slice(0, -max)) results.delete(oldest);
    result.catch(() => {
      if (results.get(key) === result) results.delete(key);
    });
    return result;
  };
}
