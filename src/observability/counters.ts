/** Counters and histograms held as plain numbers: an event counts in five of them. */

type Labels = Readonly<Record<string, string>>;

interface Child {
  samples(labels: Labels): Sample[];
}

class Counter implements Child {
  #count = 0;

  add(): void {
    this.#count += 1;
  }

  samples(labels: Labels): Sample[] {
    return [{ labels, value: this.#count }];
  }
}

class Histogram implements Child {
  readonly #bounds: readonly number[];
  /** Number of values in each bucket; the last one holds those above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** @param value below 0, as where a clock was set back meanwhile, counts as 0: the sum never falls. */
  add(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += Math.max(0, value);
  }

  samples(labels: Labels): Sample[] {
    let count = 0;
    const buckets = this.#counts.map((added, index) => ({
      suffix: "_bucket",
      labels: { le: this.#bounds[index] ?? "+Inf", ...labels },
      value: (count += added),
    }));
    return [
      ...buckets,
      { suffix: "_sum", labels, value: this.#sum },
      { suffix: "_count", labels, value: count },
    ];
  }
}

/** A metric with up to two labels; a child holds the values of one combination of them. */
interface LabelledMetric<C> {
  /** The child of these label values. */
  labels(first?: string, second?: string): C;
  read(): Exposed;
}

interface Labelled extends Description {
  /** The names of its labels. */
  labels: readonly string[];
}

/** Bounds the memory of a metric, should a label get unexpected values. */
const maxChildren = 200;
/** Label value of all combinations beyond that. */
const overflowLabel = "other";

export const counter = (description: Labelled): LabelledMetric<Counter> =>
  labelled(description, "counter", () => new Counter());

/** @param bounds of the buckets, ascending. */
export const histogram = (
  description: Labelled,
  bounds: readonly number[],
): LabelledMetric<Histogram> => labelled(description, "histogram", () => new Histogram(bounds));

function labelled<C extends Child>(
  description: Labelled,
  type: Exposed["type"],
  make: () => C,
): LabelledMetric<C> {
  /** Children by first and second label value; nested to avoid building a string key. */
  const byLabels = new Map<string, Map<string, C>>();
  const children: { labels: Labels; child: C }[] = [];

  function add(first: string, second: string): C {
    if (children.length >= maxChildren && first + second !== overflowLabel + overflowLabel) {
      return childOf(overflowLabel, overflowLabel);
    }
    const child = make();
    const values = [first, second].map((value) => value.replaceAll(" ", "_"));
    const labels = Object.fromEntries(
      description.labels.map((label, index) => [label, values[index] ?? ""]),
    );
    children.push({ labels, child });
    byLabels.set(first, (byLabels.get(first) ?? new Map<string, C>()).set(second, child));
    return child;
  }

  const childOf = (first = "", second = "") =>
    byLabels.get(first)?.get(second) ?? add(first, second);

  return {
    labels: childOf,
    read: () =>
      exposed(
        description,
        type,
        children.flatMap(({ labels, child }) => child.samples(labels)),
      ),
  };
}

// Prometheus' exposition format, and what metrics are before they are written in it.

/** What a metric is, beside its samples. */
interface Description {
  /** Without what the names of all metrics of the bot begin with. */
  name: string;
  help: string;
}

/** One value of a metric. */
export interface Sample {
  /** Such as `_bucket`, behind the metric's name. */
  suffix?: string;
  labels?: Readonly<Record<string, string | number>>;
  value: number;
}

/** A metric with its samples of this moment; without samples only its description is shown. */
export interface Exposed {
  /** In full. */
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** A metric of the bot. */
export const exposed = (
  { name, help }: Description,
  type: Exposed["type"],
  samples: readonly Sample[],
): Exposed => ({ name: `loyalty_bot_${name}`, help, type, samples });

export const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** The text of all metrics. */
export const expositionOf = (metrics: readonly Exposed[]): string =>
  `${metrics.map(textOf).join("\n\n")}\n`;

const textOf = ({ name, help, type, samples }: Exposed): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`,
    ),
  ].join("\n");

const labelsOf = (labels: NonNullable<Sample["labels"]>): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

const escaped = (value: string | number): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
