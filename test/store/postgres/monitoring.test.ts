/** Checks the alerting rules and the dashboard in docs/deploy against the metrics of a running replica with a ledger mirror. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pageText, quoted, root, section, tableRows } from "../../docs/pages.ts";
import { demoPeople } from "../../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../../support/bot-process.ts";
import { createDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}

const read = (file: string) => readFileSync(join(root, "docs/deploy", file), "utf8");
const { groups } = parse(read("alerts.yml")) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read("dashboard.json")) as { panels: Panel[] };
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ place: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      place: title,
      // As Grafana fills them in.
      expr: expr.replaceAll(/\$__(rate_interval|range)/g, "5m").replaceAll("$job", "bot"),
    })),
  ),
];

/** What an expression selects: a metric with the names and values of its label matchers. @throws if it isn't PromQL. */
function selectorsOf(expr: string) {
  const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to);
  const selectors: { metric: string; labels: { name: string; op: string; value: string }[] }[] = [];
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${expr}`);
      if (node.name !== "VectorSelector") return;
      const metric = node.node.getChild("Identifier");
      const labels = node.node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
      selectors.push({
        metric: metric ? textOf(metric) : "",
        labels: labels.map((label) => {
          const [name, op, value] = ["LabelName", "MatchOp", "StringLiteral"].map((child) => {
            const found = label.getChild(child);
            return found ? textOf(found) : "";
          });
          return { name: name ?? "", op: op ?? "", value: (value ?? "").slice(1, -1) };
        }),
      });
    },
  });
  return selectors;
}

/** By the name of each series, the labels that its samples have, with their values. */
const series = new Map<string, Map<string, Set<string>>>();

/** Of histograms, the series that their metric consists of. */
const parts = (name: string, type: string) =>
  type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

beforeAll(async () => {
  await using database = await createDatabase();
  await using bot = await createBotProcess();
  await bot.start({ DATABASE_URL: database.url, LEDGER: "mirror" });
  const asked = await bot.line.act(demoPeople[0]?.lineId ?? "", { type: "text", text: "points" });
  await bot.line.nextReply(asked.webhookEventId);
  const scrape = async () => (await fetch(`${bot.origin}/metrics`)).text();
  const isComplete = async () => (await scrape()).includes("\nloyalty_bot_ledger_days ");
  await until(isComplete, "the mirror's figures");
  const text = await scrape();
  for (const [, name = "", type = ""] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const part of parts(name, type)) series.set(part, new Map());
  }
  for (const [, name = "", inside = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = series.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = "", value = ""] of inside.matchAll(/(\w+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
    series.set(name, labels);
  }
});
afterAll(() => series.clear());

test.each(expressions)("$place: $expr", ({ expr }) => {
  const selectors = selectorsOf(expr);
  expect(selectors.length).toBeGreaterThan(0);
  for (const { metric, labels } of selectors) {
    expect([...series.keys()]).toContain(metric);
    const known = series.get(metric) ?? new Map<string, Set<string>>();
    for (const { name, value } of labels) {
      // Prometheus adds the job. Of a series without samples no labels are known.
      if (name === "job" || known.size === 0) continue;
      expect([metric, [...known.keys()]]).toEqual([metric, expect.arrayContaining([name])]);
      if (name === "state") expect([...(known.get(name) ?? [])]).toContain(value);
    }
  }
});

describe("what isn't as it should be is named", () => {
  test("text that isn't PromQL", () => {
    expect(() => selectorsOf("rate(loyalty_bot_events_total[5m]) > > 1")).toThrow("not PromQL");
  });

  test("what a selector asks for", () => {
    expect(selectorsOf('max(rate(a{job="x",state!="y"}[5m])) / b')).toEqual([
      {
        metric: "a",
        labels: [
          { name: "job", op: "=", value: "x" },
          { name: "state", op: "!=", value: "y" },
        ],
      },
      { metric: "b", labels: [] },
    ]);
  });
});

describe("alerts.yml", () => {
  test("has the conditions and meanings of the operators' page", () => {
    const rows = tableRows(section("docs/operations.md", "Alert on"), "Condition");
    expect(rows.map(([condition = "", means = ""]) => [quoted(condition)[0], means])).toEqual(
      alerts.map(({ expr, annotations }) => [expr, annotations.summary]),
    );
  });

  test("names each alert once, and how soon somebody has to look", () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert, labels } of alerts) {
      expect([alert, labels.severity]).toEqual([
        alert,
        expect.stringMatching(/^(critical|warning)$/),
      ]);
    }
  });
});

describe("dashboard.json", () => {
  test("shows each metric of the operators' page", () => {
    const documented = pageText("docs/operations.md").matchAll(
      /^\| `((?:loyalty_bot|process)_\w+)/gm,
    );
    const shown = expressions.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric));
    const missing = [...documented]
      .map(([, name = ""]) => name)
      .filter(
        (name) => !shown.some((metric) => metric.replace(/_(bucket|count|sum)$/, "") === name),
      );
    expect(missing).toEqual([]);
  });

  test("has panels that don't overlap, within Grafana's 24 columns", () => {
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: h * w }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
