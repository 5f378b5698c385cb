/** Counters and histograms: buckets, and the limit of children. */
import { expect, test } from "vitest";
import { counter, expositionOf, histogram } from "../../src/observability/counters.ts";

test("a value counts in the first bucket whose bound it does not exceed, and in those above", () => {
  const waits = histogram({ name: "waits", help: "How long.", labels: ["of"] }, [1, 5]);
  for (const value of [0, 1, 2, 5, 6]) waits.labels("a b").add(value);
  expect(expositionOf([waits.read(), waits.read()])).toBe(
    `${[1, 2]
      .map(
        () => `# HELP loyalty_bot_waits How long.
# TYPE loyalty_bot_waits histogram
loyalty_bot_waits_bucket{le="1",of="a_b"} 2
loyalty_bot_waits_bucket{le="5",of="a_b"} 4
loyalty_bot_waits_bucket{le="+Inf",of="a_b"} 5
loyalty_bot_waits_sum{of="a_b"} 14
loyalty_bot_waits_count{of="a_b"} 5`,
      )
      .join("\n\n")}\n`,
  );
});

test("the sum doesn't fall by what a clock that was set back has measured", () => {
  const waits = histogram({ name: "waits", help: "", labels: [] }, [1, 5]);
  for (const value of [2, -3600, 1]) waits.labels().add(value);
  const { samples } = waits.read();
  expect(samples.find(({ suffix }) => suffix === "_sum")?.value).toBe(3);
  expect(samples.find(({ suffix }) => suffix === "_count")?.value).toBe(3);
});

test("label values over the maximum are counted as `other`", () => {
  const calls = counter({ name: "calls", help: "", labels: ["path", "outcome"] });
  for (let index = 0; index < 1000; index++) calls.labels(`/${index}`, "ok").add();
  for (let index = 0; index < 1000; index++) calls.labels("other", `${index}`).add();
  const { samples } = calls.read();
  expect(samples).toHaveLength(201);
  expect(samples.at(-1)).toMatchObject({
    labels: { path: "other", outcome: "other" },
    value: 1800,
  });
});

test("a label's value is escaped", () => {
  const calls = counter({ name: "calls", help: "", labels: ["of"] });
  calls.labels('a\\b"c\nd').add();
  expect(expositionOf([calls.read()])).toContain('loyalty_bot_calls{of="a\\\\b\\"c\\nd"} 1\n');
});
