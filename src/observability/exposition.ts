/** Prometheus' exposition format, and what metrics are before they are written in it. */

/** What a metric is, beside its samples. */
export interface Description {
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
