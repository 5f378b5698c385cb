/** What is stored of a dialogue with a staff member. */
import { expect, test } from "vitest";
import { openDialogue } from "../../../src/bot/staff/dialogue.ts";

test("what doesn't count any more isn't stored again with what does", async () => {
  let stored: string | null = null;
  const at = (now: number) =>
    openDialogue({ get: async () => stored }, { account: "A", lineId: "U1", now });
  const before = await at(0);
  before.expectInput({ command: "add", args: { card: "8800 0000" }, parameter: "points" });
  const id = before.storeArgs({ member: "Olivia" });
  before.actAs({ as: "member", uuid: "u-1" });
  stored = before.change("U1")?.dialogue ?? null;
  const soon = await at(599_000);
  soon.showSets(["s-1"]);
  stored = soon.change("U1")?.dialogue ?? null;
  expect((await at(599_000)).storedArgs(id)).toEqual({ member: "Olivia" });
  expect((await at(599_000)).expectedInput()).toMatchObject({ command: "add" });

  const later = await at(601_000);
  later.showSets(["s-2"]);
  stored = later.change("U1")?.dialogue ?? null;
  expect(stored).not.toMatch(/8800|Olivia/);
  expect((await at(601_000)).actsAs()).toEqual({ as: "member", uuid: "u-1" });
  expect((await at(601_000)).shownSet(1)).toBe("s-2");
});
