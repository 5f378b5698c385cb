/** A text is previewed to those who read it, and named in the language of who edits it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CatalogueTable, Preview } from "../../../src/studio/server/api-types.ts";
import { createStudioWorld, type StudioWorld } from "../studio-world.ts";

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function preview(key: string, text: string, language = "en"): Promise<Preview> {
  const response = await fetch(new URL("catalogues/preview", world.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: new URL(world.url).origin,
      "accept-language": language,
    },
    body: JSON.stringify({ language: "en", key, text }),
  });
  return (await response.json()) as Preview;
}

describe("a text is previewed as", () => {
  test.each([
    ["a member reads it", "balance.label", "intent"],
    ["somebody who isn't a member reads it", "join.body", "onboarding"],
    [
      "somebody who isn't a member reads it, though members read it, too",
      "join.title",
      "onboarding",
    ],
    ["a member reads it when something fails", "apology.platform", "failure"],
    ["a member reads a gift", "gift.welcome", "notice"],
    ["staff read it", "staff.yes.give", "staff"],
  ])("%s: %s", async (_who, key, kind) => {
    const { reply } = await preview(key, "Petal");
    expect(reply?.kind).toBe(kind);
    expect(JSON.stringify(reply?.messages)).toContain("Petal");
  });
});

test("what is wrong with a text is said in the language of who edits it", async () => {
  const { faults, reply } = await preview("balance.empty", "{nam}", "th");
  expect(faults).toEqual(["ใช้ {nam} ที่นี่ไม่ได้ ที่ใช้ได้คือ name"]);
  expect(reply).toBeUndefined();
});

test("texts are in groups, with titles and places in the language of who edits them", async () => {
  const response = await fetch(new URL("catalogues", world.url), {
    headers: { "accept-language": "ja" },
  });
  const { rows } = (await response.json()) as CatalogueTable;
  expect(rows.find(({ key }) => key === "wordless.body")).toMatchObject({
    title: "スタンプ・写真・音声への返信",
    place: "会員が読みます：「スタンプ・写真・音声への返信」。",
    group: "failing",
  });
  const groups = rows.map(({ group }) => group);
  const first = groups.filter((group, index) => groups[index - 1] !== group);
  expect(first, "each group is in one place").toEqual([...new Set(groups)]);
});
