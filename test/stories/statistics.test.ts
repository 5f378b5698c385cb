/** Statistics: what members ask and tap is counted by day, without who it was, and survives a restart. */
import { expect, test } from "vitest";
import type { DailyCount, StatisticsPage } from "../../src/studio/server/statistics-types.ts";
import { createWorld } from "../support/world.ts";

test("answers count by intent and language, taps by tile; a button in the chat is no tile", async () => {
  await using world = await createWorld();
  const read = async <T>(path: string, as: (response: Response) => Promise<T>) =>
    as(await fetch(`${world.bot.origin}/studio/${path}`));
  const counts = async () => {
    const page = (await read("statistics?days=2", (response) => response.json())) as StatisticsPage;
    expect(page.days).toEqual(["2026-11-22", "2026-11-23"]);
    return page.counts.map(({ kind, name, language, count }: DailyCount) =>
      [kind, name, language, count].join(" "),
    );
  };
  await world.sendText("somchai", "แต้ม");
  await world.tapButton("somchai", "do=balance&tile=member.balance");
  await world.tapButton("somchai", "do=balance");
  await world.tapButton("somchai", "do=card&tile=Robert'); drop");
  await world.tapButton("owner", "do=nothing&tile=staff.find");
  await world.sendText("hina", "ポイント");
  expect(await counts()).toEqual([]);
  await world.advanceTime(10_000);
  const expected = [
    "answer balance ja 1",
    "answer balance th 3",
    "answer card th 1",
    expect.stringMatching(/^tap member\.balance th 1$/),
    expect.stringMatching(/^tap staff\.find \S+ 1$/),
  ];
  expect(await counts()).toEqual(expected);

  // What isn't stored yet is stored at the stop.
  await world.sendText("hina", "ポイント");
  await world.restart();
  expected[0] = "answer balance ja 2";
  expect(await counts()).toEqual(expected);
  const csv = await read("statistics.csv?days=1", (response) => response.text());
  expect(csv).toContain("day,kind,name,language,count\n2026-11-23,answer,balance,ja,2\n");
  expect(csv).not.toContain(world.lineId("hina"));
});
