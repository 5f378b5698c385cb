/** What a platform tells of cards and members beyond the contract is shown as `CARD_FACTS` says, and nothing else of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { textOf } from "../support/views.ts";

const folder = mkdtempSync(join(tmpdir(), "card-facts-"));
const file = join(folder, "facts.json");
const labels = (en: string) => ({ en, th: `${en} (th)`, ja: `${en} (ja)`, "zh-TW": `${en} (zh)` });
const fact = (name: string, kind: string, place: string) => ({ label: labels(name), kind, place });

let loose: LooseWorld;
/** What the platform adds to each card. */
let addedFields: object;
beforeAll(async () => {
  writeFileSync(
    file,
    JSON.stringify({
      "card.expiring_points": fact("Soon to expire", "points", "face"),
      "card.next_tier.name": fact("Next tier", "text", "below"),
      "otherData.birthdate": fact("Birthday", "date", "below"),
      "profile.risk": fact("Risk", "number", "staff"),
    }),
  );
  loose = await createLooseWorld({ CARD_FACTS: file });
  loose.answers("getProfile", ({ data, ...page }) => ({
    ...page,
    data: data.map((profile) => ({
      ...profile,
      risk: 0.75,
      cards: profile.cards.map((card) => ({ ...card, unnamed: "secret", ...addedFields })),
    })),
  }));
});
afterAll(async () => {
  await loose[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** After a minute, what was read before is forgotten. */
async function replyWithFields(who: string, text: string, fields: object): Promise<string> {
  addedFields = fields;
  loose.world.clock.turn(61_000);
  return textOf(await loose.world.sendText(who, text));
}
const all = { expiring_points: "1,200", next_tier: { name: "PLATINUM" } };

test.each([
  [
    "olivia",
    "points",
    /Soon to expire\n1,200 points\n[^]*Next tier\nPLATINUM\nBirthday\n4 Jul 1991/,
  ],
  ["olivia", "card", /Soon to expire\n1,200 points\n[^]*Next tier\nPLATINUM\nBirthday\n4 Jul 1991/],
  ["hina", "ポイント", /Soon to expire \(ja\)\n1,200ポイント/],
])("%s is shown it with %s, in their language", async (who, text, expected) => {
  const shown = await replyWithFields(who, text, all);
  expect(shown).toMatch(expected);
  expect(shown).not.toMatch(/Risk|0\.75|secret/);
});

test("staff are shown all of it with the member", async () => {
  const shown = await replyWithFields("cashier", "/member Olivia", all);
  expect(shown).toContain("Soon to expire: 1,200 points · Next tier: PLATINUM");
  expect(shown).toContain("Birthday: 4 Jul 1991 · Risk: 0.75");
  expect(shown).not.toContain("secret");
});

test("nothing is shown where the platform tells nothing, or something else", async () => {
  for (const fields of [
    {},
    { expiring_points: "a lot", next_tier: "PLATINUM" },
    { next_tier: {} },
  ]) {
    const shown = await replyWithFields("olivia", "points", fields);
    expect(shown).toContain("18,400");
    expect(shown).not.toMatch(/expire|tier|a lot/i);
  }
});

test("what was known before the platform failed is shown with its time", async () => {
  const { world } = loose;
  for (const text of ["points", "card"]) {
    expect(await replyWithFields("olivia", text, all)).not.toContain("As of");
    world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
    const shown = await replyWithFields("olivia", text, all);
    expect(shown).toMatch(/1,200 points/);
    expect(shown).toMatch(/As of \d\d:\d\d – we can’t get newer figures just now\./);
    world.platform.faults.clear();
  }
});

test("a fault in the file stops the start", async () => {
  writeFileSync(file, JSON.stringify({ "card.point": fact("Points", "points", "face") }));
  await expect(loose.world.restart()).rejects.toThrow(/CARD_FACTS: [^]*card\.point/);
});
