/** Collects latencies in buckets of constant relative width, so that hours of them take little memory. */

export interface Latencies {
  add(ms: number): void;
  readonly count: number;
  /** @param share such as 0.99. @returns milliseconds, at most 5 % too large; null without any. */
  quantile(share: number): number | null;
}

const growth = 1.05;

export function createLatencies(): Latencies {
  const buckets: number[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(ms) {
      const index = Math.ceil(Math.log(Math.max(1, ms)) / Math.log(growth));
      buckets[index] = (buckets[index] ?? 0) + 1;
      count += 1;
    },
    quantile(share) {
      let below = 0;
      for (const [index, here] of buckets.entries()) {
        // Buckets that nothing fell into are holes.
        below += (here as number | undefined) ?? 0;
        if (count > 0 && below >= share * count) return Math.round(growth ** index);
      }
      return null;
    },
  };
}
