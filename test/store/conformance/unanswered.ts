/** Conformance of what nobody could answer: a text is stored once three people have asked it, and goes with them. */
import { expect, test } from "vitest";
import type { OpenStore, StoreHome } from "./harness.ts";

const ask = (text: string, asker: string, day = "2026-11-22", from = "2026-10-24") => ({
  text,
  language: "en",
  asker,
  day,
  from,
  at: Date.parse(`${day}T12:00:00Z`),
});

export function describeUnanswered(_home: () => StoreHome, opened: () => OpenStore): void {
  const unanswered = () => opened().store.unanswered;
  const texts = async (from = "2026-01-01") =>
    (await unanswered().list("A", from)).map(({ text }) => text);
  const purge = (before: string) =>
    opened().store.retention.purge(
      { texts: 0, traces: 0, ledger: 0, statistics: 0, unanswered: Date.parse(before) },
      () => Promise.resolve(),
    );

  test("a text that nobody could answer is stored when a third person has asked it, and each counts once", async () => {
    for (const asker of ["U1", "U2", "U2", "U1"]) await unanswered().add("A", ask("dogs", asker));
    expect(await texts()).toEqual([]);
    await unanswered().add("B", ask("dogs", "U3"));
    expect(await texts(), "another account's").toEqual([]);
    await unanswered().add("A", ask("dogs", "U3", "2026-11-23"));
    for (const asker of ["U1", "U2", "U3"]) await unanswered().add("A", ask("cats", asker));
    expect(await unanswered().list("A", "2026-01-01")).toEqual([
      {
        text: "dogs",
        language: "en",
        people: 3,
        times: 5,
        last: Date.parse("2026-11-23T12:00:00Z"),
      },
      {
        text: "cats",
        language: "en",
        people: 3,
        times: 3,
        last: Date.parse("2026-11-22T12:00:00Z"),
      },
    ]);
    expect(await unanswered().list("A", "2026-11-23")).toMatchObject([{ people: 1, times: 1 }]);
    expect(await unanswered().list("B", "2026-01-01")).toEqual([]);
  });

  test("three people count within the days that are given, even at once", async () => {
    await unanswered().add("A", ask("dogs", "U1", "2026-10-20"));
    await unanswered().add("A", ask("dogs", "U2"));
    await unanswered().add("A", ask("dogs", "U3"));
    expect(await texts(), "one of them asked too long ago").toEqual([]);
    await Promise.all(["U4", "U5", "U6"].map((asker) => unanswered().add("A", ask("cats", asker))));
    expect(await texts()).toEqual(["cats"]);
  });

  test("a text goes when its days are purged, or fewer than three people are left of it", async () => {
    await unanswered().add("A", ask("dogs", "U1", "2026-11-01"));
    for (const asker of ["U2", "U3"]) await unanswered().add("A", ask("dogs", asker));
    for (const asker of ["U1", "U2", "U3", "U4"]) await unanswered().add("A", ask("cats", asker));
    expect(await purge("2026-11-01T12:00:00Z")).toMatchObject({ unanswered: 0 });
    expect(await texts()).toEqual(["cats", "dogs"]);
    expect(await purge("2026-11-02T12:00:00Z")).toMatchObject({ unanswered: 1 });
    expect(await texts()).toEqual(["cats"]);
    const { personalData } = opened().store;
    expect(await personalData.of("U4")).toMatchObject({
      unanswered: [{ account: "A", day: "2026-11-22", times: 1 }],
    });
    expect(await personalData.forget("U4", 1)).toMatchObject({ unanswered: 1 });
    expect(await texts()).toEqual(["cats"]);
    expect(await personalData.forget("U3", 1)).toMatchObject({ unanswered: 2 });
    expect(await texts()).toEqual([]);
    await unanswered().add("A", ask("cats", "U5"));
    expect(await texts()).toEqual(["cats"]);
  });
}
