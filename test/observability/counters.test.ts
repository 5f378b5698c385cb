/** Counters and histograms: buckets, and the limit of children. */
import { expect, test } from "vitest";
import { counter, histogram } from "../../src/observability/counters.ts";

test("a value counts in the first bucket whose bound it does not exceed, and in those above", () => {
  const waits = histogram({ name: "waits", help: "", labels: ["of"] }, [1, 5]);
  for (const value of [0, 1, 2, 5, 6]) waits.labels("a b").add(value);
  const { values } = waits.read();
  expect(values.map(({ metricName, labels, value }) => [metricName, labels, value])).toEqual([
    ["waits_bucket", { le: 1, of: "a_b" }, 2],
    ["waits_bucket", { le: 5, of: "a_b" }, 4],
    ["waits_bucket", { le: "+Inf", of: "a_b" }, 5],
    ["waits_sum", { of: "a_b" }, 14],
    ["waits_count", { of: "a_b" }, 5],
  ]);
});

test("label values over the maximum are counted as `other`", () => {
  const calls = counter({ name: "calls", help: "", labels: ["path", "outcome"] });
  for (let index = 0; index < 1000; index++) calls.labels(`/${index}`, "ok").add();
  for (let index = 0; index < 1000; index++) calls.labels("other", `${index}`).add();
  const { values } = calls.read();
  expect(values).toHaveLength(201);
  expect(values.at(-1)).toMatchObject({ labels: { path: "other", outcome: "other" }, value: 1800 });
});
