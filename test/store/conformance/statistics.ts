/** Conformance of statistics: counts add up, and are listed by day. */
import { expect, test } from "vitest";
import type { DailyCount } from "../../../src/store/statistics.ts";
import type { OpenStore, StoreHome } from "./harness.ts";

const count = (day: string, name: string, n: number, language = "th"): DailyCount => ({
  day,
  kind: "answer",
  name,
  language,
  count: n,
});

const came = (day: string, lineId: string) => ({ day, kind: "answered", lineId }) as const;

export function describeStatistics(_home: () => StoreHome, opened: () => OpenStore): void {
  const statistics = () => opened().store.statistics;

  test("counts of one day add up, whoever adds them, and each account has its own", async () => {
    const balance = count("2026-11-22", "balance", 2);
    const tap = { ...balance, kind: "tap", name: "member.balance" } as const;
    await Promise.all([
      statistics().add("A", [tap, balance, count("2026-11-22", "card", 1)]),
      statistics().add("A", [balance, count("2026-11-22", "balance", 1, "zh-TW")]),
      statistics().add("B", [balance]),
      statistics().add("A", []),
    ]);
    expect(await statistics().list("A", "2026-11-22", "2026-11-22")).toEqual([
      { ...balance, count: 4 },
      count("2026-11-22", "balance", 1, "zh-TW"),
      count("2026-11-22", "card", 1),
      tap,
    ]);
    expect(await statistics().accounts()).toEqual(["A", "B"]);
    expect(await statistics().list("B", "2026-01-01", "2026-12-31")).toEqual([balance]);
  });

  test("are listed from one day to another, until retention deletes the days before its limit", async () => {
    const days = ["2026-11-20", "2026-11-21", "2026-11-22"].map((day) => count(day, "card", 1));
    await statistics().add("A", days);
    expect(await statistics().list("A", "2026-11-21", "2026-11-22")).toEqual(days.slice(1));
    const statisticsBefore = Date.parse("2026-11-21T12:00:00Z");
    const before = { texts: 0, traces: 0, ledger: 0, statistics: statisticsBefore };
    const report = await opened().store.retention.purge(before, () => Promise.resolve());
    expect(report).toMatchObject({ statistics: 1 });
    expect(await statistics().list("A", "2026-01-01", "2026-12-31")).toEqual(days.slice(1));
  });

  test("people count once a day for each kind, and once in several days, until retention deletes them", async () => {
    const [monday, tuesday] = ["2026-11-22", "2026-11-23"] as const;
    await statistics().add("A", [], [came(monday, "U1"), came(monday, "U2"), came(tuesday, "U1")]);
    await statistics().add(
      "A",
      [],
      [came(monday, "U1"), { ...came(monday, "U1"), kind: "joined" }],
    );
    await statistics().add("B", [], [came(monday, "U3")]);
    expect(await statistics().peopleByDay("A", monday, tuesday)).toEqual([
      { day: monday, kind: "answered", count: 2 },
      { day: monday, kind: "joined", count: 1 },
      { day: tuesday, kind: "answered", count: 1 },
    ]);
    expect(await statistics().people("A", monday, tuesday)).toEqual([
      { kind: "answered", count: 2 },
      { kind: "joined", count: 1 },
    ]);
    const { personalData, retention } = opened().store;
    expect(await personalData.of("U1")).toMatchObject({
      days: [
        { account: "A", day: monday, kind: "answered" },
        { account: "A", day: monday, kind: "joined" },
        { account: "A", day: tuesday, kind: "answered" },
      ],
    });
    expect(await personalData.forget("U1", 0)).toMatchObject({ days: 3 });
    expect(await statistics().people("A", monday, tuesday)).toEqual([
      { kind: "answered", count: 1 },
    ]);
    const before = { texts: 0, ledger: 0, statistics: 0, traces: Date.parse("2026-11-23T12:00Z") };
    expect(await retention.purge(before, () => Promise.resolve())).toMatchObject({ people: 2 });
  });
}
