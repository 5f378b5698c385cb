/** Draws what `/metrics` tells during a soak, as the dashboard shows it: for the operators' page. */
import { writeFileSync } from "node:fs";

/** A sample's name with its labels, as it is written, and its value. */
type Scrape = ReadonlyMap<string, number>;

interface Line {
  name: string;
  color: string;
  /** @param before the scrape that came before. @returns null where nothing is known. */
  value(now: Scrape, before: Scrape): number | null;
}

interface Panel {
  title: string;
  lines: readonly Line[];
  /** The scale goes at least so far. */
  atLeast: number;
}

export interface Recorder extends Disposable {
  /** Draws all panels. @param file an SVG. */
  draw(file: string, title: string): void;
}

const everyMs = 5000;
const prefix = "loyalty_bot_";
const colors = { good: "#2f7d4f", bad: "#b3382c", plain: "#33608c", pale: "#c58a1b" };

function parse(text: string): Scrape {
  const samples = text.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = /^([^#\s]\S*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    return name ? [[name, Number(value)] as const] : [];
  });
  return new Map(samples);
}

const sum = (scrape: Scrape, wanted: RegExp): number =>
  [...scrape].filter(([name]) => wanted.test(name)).reduce((all, [, value]) => all + value, 0);

/** By how much counters have grown; a process that was started anew counts from 0. */
function growth(now: Scrape, before: Scrape, wanted: RegExp): number {
  const [to, from] = [sum(now, wanted), sum(before, wanted)];
  return to < from ? to : to - from;
}

const perSecond =
  (wanted: RegExp): Line["value"] =>
  (now, before) =>
    growth(now, before, wanted) / (everyMs / 1000);

const level =
  (wanted: RegExp, unit = 1): Line["value"] =>
  (now) =>
    sum(now, wanted) / unit;

/** The bound of the histogram's bucket in which this share of the replies lies, in milliseconds. */
const replyWithin =
  (share: number): Line["value"] =>
  (now, before) => {
    const grown = (bound: string) =>
      growth(now, before, new RegExp(`^${prefix}reply_seconds_bucket\\{le="${bound}"\\}$`));
    const bounds = [...now.keys()].flatMap(
      (name) => /reply_seconds_bucket\{le="([\d.]+)"/.exec(name)?.[1] ?? [],
    );
    const all = grown("\\+Inf");
    const bound = bounds.find((one) => grown(one.replace(".", "\\.")) >= share * all);
    return all > 0 && bound !== undefined ? Number(bound) * 1000 : null;
  };

const outcome = (names: string) => new RegExp(`^${prefix}events_total\\{.*outcome="(?:${names})"`);

const panels: readonly Panel[] = [
  {
    title: "Events a second",
    atLeast: 10,
    lines: [
      { name: "answered", color: colors.good, value: perSecond(outcome("sent|arrived|silent")) },
      {
        name: "parked",
        color: colors.bad,
        value: perSecond(outcome("failed|refused|unknown|too_late")),
      },
    ],
  },
  {
    title: "Reply after, ms",
    atLeast: 100,
    lines: [
      { name: "half", color: colors.good, value: replyWithin(0.5) },
      { name: "99 of 100", color: colors.pale, value: replyWithin(0.99) },
    ],
  },
  {
    title: "Failed calls a second",
    atLeast: 5,
    lines: [
      {
        name: "LINE",
        color: colors.bad,
        value: perSecond(/line_call_seconds_count\{.*outcome="(?!2\d\d)/),
      },
      {
        name: "platform",
        color: colors.pale,
        value: perSecond(/platform_call_seconds_count\{.*outcome="(?!ok)/),
      },
    ],
  },
  {
    title: "Events in the inbox",
    atLeast: 20,
    lines: [
      { name: "open", color: colors.plain, value: level(/inbox_events\{state="open"\}/) },
      { name: "parked", color: colors.bad, value: level(/inbox_events\{state="parked"\}/) },
    ],
  },
  {
    title: "Oldest open event, s",
    atLeast: 5,
    lines: [{ name: "age", color: colors.plain, value: level(/inbox_oldest_seconds/) }],
  },
  {
    title: "Memory, MB",
    atLeast: 300,
    lines: [
      {
        name: "process",
        color: colors.plain,
        value: level(/^process_resident_memory_bytes/, 2 ** 20),
      },
    ],
  },
];

/** @param origin where the bot listens. Scrapes that get no answer are gaps. */
export function recordMetrics(origin: () => string): Recorder {
  const scrapes: (Scrape | null)[] = [];
  const timer = setInterval(() => {
    void fetch(`${origin()}/metrics`).then(
      async (response) => scrapes.push(response.ok ? parse(await response.text()) : null),
      () => scrapes.push(null),
    );
  }, everyMs);
  return {
    draw: (file, title) => writeFileSync(file, svgOf(title, scrapes)),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const size = { width: 300, height: 150, left: 40, top: 34, bottom: 20, right: 10 };

function svgOf(title: string, scrapes: readonly (Scrape | null)[]): string {
  const columns = 3;
  const rows = Math.ceil(panels.length / columns);
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % columns) * size.width, 30 + Math.floor(index / columns) * size.height];
    return `<g transform="translate(${x} ${y})">${panelOf(panel, scrapes)}</g>`;
  });
  const [width, height] = [columns * size.width, 30 + rows * size.height];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#333">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="10" y="20" font-size="14" font-weight="600">${title}</text>
${drawn.join("\n")}
</svg>
`;
}

function panelOf({ title, lines, atLeast }: Panel, scrapes: readonly (Scrape | null)[]): string {
  const series = lines.map(({ value }) =>
    scrapes.map((now, index) => {
      const before = scrapes[index - 1];
      return now && before ? value(now, before) : null;
    }),
  );
  const most = Math.max(atLeast, ...series.flat().map((value) => value ?? 0));
  const inner = {
    width: size.width - size.left - size.right,
    height: size.height - size.top - size.bottom,
  };
  const x = (index: number) => size.left + (index / Math.max(1, scrapes.length - 1)) * inner.width;
  const y = (value: number) => size.top + inner.height - (value / most) * inner.height;
  const paths = series.map((values, index) => {
    const path = values.map((value, at) => {
      if (value === null) return "";
      return `${(values[at - 1] ?? null) === null ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    });
    return `<path d="${path.join("")}" fill="none" stroke="${lines[index]?.color}" stroke-width="1.5"/>`;
  });
  const legend = lines.map(
    ({ name, color }, index) =>
      `<text x="${size.left + index * 80}" y="${size.top - 5}" fill="${color}">${name}</text>`,
  );
  const minutes = Math.round((scrapes.length * everyMs) / 60_000);
  return `<text x="${size.left}" y="14" font-weight="600">${title}</text>${legend.join("")}
<path d="M${size.left} ${size.top}V${size.top + inner.height}H${size.left + inner.width}" fill="none" stroke="#999"/>
<text x="${size.left - 5}" y="${size.top + 8}" text-anchor="end">${Math.round(most)}</text><text x="${size.left - 5}" y="${size.top + inner.height}" text-anchor="end">0</text>
<text x="${size.left + inner.width}" y="${size.height - 6}" text-anchor="end">${minutes} min</text>
${paths.join("\n")}`;
}
