/** What nobody could answer, from the chat to the operator's command and the studio. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../src/store/sqlite/backup.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { UnansweredPage } from "../../src/studio/server/statistics-types.ts";
import { callCommand } from "../support/operator.ts";
import { studioOf } from "../support/studio.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

const asking = ["olivia", "somchai", "hina", "stranger"];

const command = (world: World, ...args: string[]) =>
  callCommand(["unanswered", ...args], {
    cwd: dirname(world.storeFile),
    env: { DATA_DIR: dirname(world.storeFile) },
  });

/** How often somebody has asked what nobody could answer. */
async function timesOf(world: World, label: string): Promise<number> {
  await using store = openSqliteStore(dirname(world.storeFile), world.clock, { attach: true });
  const { unanswered } = await store.personalData.of(world.lineId(label));
  return unanswered.reduce((sum, { times }) => sum + Number(times), 0);
}

/** Waits until so many questions are counted: that comes after their replies. */
const counted = (world: World, questions: number) =>
  until(async () => {
    const times = await Promise.all(asking.map((label) => timesOf(world, label)));
    return times.reduce((sum, count) => sum + count) >= questions;
  });

test("what three people ask and nobody can answer is listed, the most asked first", async () => {
  await using world = await createWorld();
  for (const label of asking.slice(0, 2)) await world.sendText(label, "Are DOGS welcome?");
  await counted(world, 2);
  expect((await command(world, "--json")).stdout).toBe("[]\n");
  for (const label of ["hina", "hina", "hina"]) await world.sendText(label, "are dogs welcome");
  for (const label of asking) await world.sendText(label, "ｃａｋｅ for ｄｏｇｓ");
  await world.sendText("olivia", "points");
  await world.performAction("olivia", { type: "sticker" });
  await world.sendText("owner", "gobbledygook of staff");
  await counted(world, 9);
  const { stdout } = await command(world, "--json", "--days", "30");
  const last = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(JSON.parse(stdout)).toEqual([
    { text: "are dogs welcome", language: "en", people: 3, times: 5, last },
    { text: "cake for dogs", language: "en", people: 4, times: 4, last },
  ]);
  expect((await command(world)).stdout).toMatch(/^are dogs welcome +en +3 +5 +2/m);
  const page = (await (await studioOf(world).call("unanswered")).json()) as UnansweredPage;
  expect(page.texts.map(({ text }) => text)).toEqual(["are dogs welcome", "cake for dogs"]);
  expect((await command(world, "--days", "91")).code).toBe(2);
  expect((await command(world, "--days", "0")).code).toBe(2);
});

test("what two people ask is in no file of the store once they are answered and its log is written back, nor in a backup", async () => {
  await using world = await createWorld();
  for (const label of asking.slice(0, 2)) await world.sendText(label, "zqdogs welcome");
  await counted(world, 2);
  const dir = dirname(world.storeFile);
  const copies = mkdtempSync(join(tmpdir(), "unanswered-"));
  try {
    // The log is written back when the store is closed.
    await world.restart();
    await backUp(dir, join(copies, "backup.sqlite"));
    for (const folder of [dir, copies]) {
      const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
      expect(files).not.toEqual([]);
      for (const { name } of files) {
        const isThere = readFileSync(join(folder, name)).includes("zqdogs");
        expect({ name, isThere }).toEqual({ name, isThere: false });
      }
    }
  } finally {
    rmSync(copies, { recursive: true });
  }
});

test("nothing that may be about a person is counted, nor what is written in a group", async () => {
  await using world = await createWorld();
  const group = world.groups[0]?.chatId ?? "";
  const about = ["call me 0812345678", "olivia wants tea", "mail a@b.co", "code ABC-1234"];
  for (const text of about) await world.sendText("olivia", text);
  await world.sendText("olivia", "/nonsense");
  await world.performAction(
    "olivia",
    { type: "text", text: "@Sakura what of groups", mentionsBot: true } as never,
    group,
  );
  await world.sendText("olivia", "something else entirely");
  // Whose name isn't known may have written it.
  const doubtful = ["ambiguous", "inactive"];
  for (const label of doubtful) await world.sendText(label, "are dogs welcome");
  await world.restart();
  expect(await timesOf(world, "olivia")).toBe(1);
  for (const label of doubtful) expect(await timesOf(world, label)).toBe(0);
});

test("UNANSWERED=off stores nothing, and what was stored goes", async () => {
  await using world = await createWorld();
  await world.sendText("olivia", "are dogs welcome");
  await counted(world, 1);
  await world.restart(undefined, { UNANSWERED: "off" });
  await world.sendText("olivia", "are cats welcome");
  await until(async () => (await timesOf(world, "olivia")) === 0);
  await world.settle();
  expect(await timesOf(world, "olivia")).toBe(0);
});
