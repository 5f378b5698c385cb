/** Counters and histograms held as plain numbers, so that counting per event is cheap. */

/** One sample in the format that prom-client's registries exchange. */
interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

interface Child {
  samples(name: string, labels: Sample["labels"]): Sample[];
}

class Count implements Child {
  #count = 0;

  add(): void {
    this.#count += 1;
  }

  samples(metricName: string, labels: Sample["labels"]): Sample[] {
    return [{ metricName, labels, value: this.#count }];
  }
}

class Spread implements Child {
  readonly #bounds: readonly number[];
  /** Number of values in each bucket; the last one holds those above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  samples(name: string, labels: Sample["labels"]): Sample[] {
    let count = 0;
    const buckets = this.#counts.map((more, index) => ({
      metricName: `${name}_bucket`,
      labels: { le: this.#bounds[index] ?? "+Inf", ...labels },
      value: (count += more),
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

/** A metric with up to two labels; a child holds the values of one combination of them. */
export interface Tally<C> {
  of(one?: string, other?: string): C;
  /** The metric in the format that prom-client's registries exchange. */
  read(): { name: string; help: string; type: string; aggregator: "sum"; values: Sample[] };
}

interface Described {
  name: string;
  help: string;
  /** The names of its labels. */
  labels: readonly string[];
}

/** Bounds the memory of a metric, should a label get unexpected values. */
const maxChildren = 200;
/** Label value of all combinations beyond that. */
const rest = "other";

export const counter = (described: Described): Tally<Count> =>
  tally(described, "counter", () => new Count());

/** @param bounds of the buckets, ascending. */
export const histogram = (described: Described, bounds: readonly number[]): Tally<Spread> =>
  tally(described, "histogram", () => new Spread(bounds));

function tally<C extends Child>(
  { name, help, labels: names }: Described,
  type: string,
  make: () => C,
): Tally<C> {
  /** Children by first and second label value; nested to avoid building a string key. */
  const known = new Map<string, Map<string, C>>();
  const children: { labels: Sample["labels"]; child: C }[] = [];

  function added(one: string, other: string): C {
    if (children.length >= maxChildren && one + other !== rest + rest) return of(rest, rest);
    const child = make();
    const values = [one, other].map((value) => value.replaceAll(" ", "_"));
    const labels = Object.fromEntries(names.map((label, index) => [label, values[index] ?? ""]));
    children.push({ labels, child });
    known.set(one, (known.get(one) ?? new Map<string, C>()).set(other, child));
    return child;
  }

  const of = (one = "", other = "") => known.get(one)?.get(other) ?? added(one, other);

  return {
    of,
    read: () => ({
      name,
      help,
      type,
      aggregator: "sum",
      values: children.flatMap(({ labels, child }) => child.samples(name, labels)),
    }),
  };
}
