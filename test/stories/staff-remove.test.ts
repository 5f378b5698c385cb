/** `/remove`: asked back, undone, refused for oneself and the last owner, and all of it in the audit. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askToUndo, buttonIn, factsOf, settled, undo } from "../support/staff.ts";
import { textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const replyTo = async (label: string, text: string) => factsOf(await world.sendText(label, text));
const tap = async (label: string, data: string) => factsOf(await world.tapButton(label, data));
const yesOf = async (label: string, text: string) =>
  buttonIn(await world.sendText(label, text), /%2Fyes/);
const mayWork = async (label: string) =>
  (await replyTo(label, "/find 0999999999")).includes("no member");
const join = async (label: string, role: string) =>
  replyTo(label, /\/join \w+/.exec(await replyTo("owner", `/invite ${role}`))?.[0] ?? "");

test("asks first and names whom: nothing changes until the yes", async () => {
  const question = await world.sendText("owner", "/remove Ploy");
  const id = world.lineId("cashier");
  expect(factsOf(question)).toBe(`Remove Ploy from the staff?\ncashier\n${id}`);
  expect(await mayWork("cashier")).toBe(true);
  expect(await tap("owner", buttonIn(question, /%2Fyes/))).toBe(
    "✓ Ploy is no longer on the staff.\ncashier",
  );
  expect(await mayWork("cashier")).toBe(false);
  expect(await tap("owner", buttonIn(question, /%2Fyes/))).toContain("Already done");
});

test("asks which of several, then still asks first", async () => {
  await join("olivia", "cashier");
  await join("jose", "cashier");
  const choice = await world.sendText("owner", "/remove O");
  const question = await world.tapButton(
    "owner",
    buttonIn(choice, new RegExp(world.lineId("olivia"))),
  );
  expect(factsOf(question)).toContain("Remove Olivia Brown from the staff?");
  expect(await mayWork("olivia")).toBe(true);
});

test("can be cancelled, and answered by its asker alone", async () => {
  const question = await world.sendText("owner", "/remove Ploy");
  expect(await tap("manager", buttonIn(question, /%2Fyes/))).toContain("no longer allowed");
  expect(await tap("owner", buttonIn(question, /%2Fno/))).toContain(
    "Cancelled: Remove Ploy (cashier) from the staff",
  );
  expect(await tap("owner", buttonIn(question, /%2Fyes/))).toContain("Cancelled");
  expect(await mayWork("cashier")).toBe(true);
});

test("leaves an owner no way back by an invitation of their own", async () => {
  await join("olivia", "owner");
  const [code = ""] = /\/join \w+/.exec(await replyTo("olivia", "/invite owner")) ?? [];
  await tap("owner", await yesOf("owner", "/remove Olivia"));
  expect(await replyTo("olivia", code)).toContain("This code isn’t valid");
  expect(await replyTo("owner", "/staff")).not.toContain("Olivia");
});

describe("Undo", () => {
  test("restores the role, after a question, across a restart", async () => {
    const removed = await world.tapButton("owner", await yesOf("owner", "/remove Anan"));
    const yes = await askToUndo(world, "owner", removed);
    expect(await mayWork("manager")).toBe(false);
    await world.restart();
    expect(await tap("owner", yes)).toBe("✓ Removal undone: Anan is manager again");
    expect(await replyTo("manager", "/sets")).toContain("Coupon sets");
    expect(await replyTo("owner", "/staff")).toContain("Anan · manager");
  });

  test("is refused for somebody who has joined again with another role", async () => {
    const removed = await world.tapButton("owner", await yesOf("owner", "/remove Ploy"));
    await join("cashier", "manager");
    expect(factsOf(await undo(world, "owner", removed))).toContain(
      "Not done: Undo the removal: Ploy, cashier again\nThey have joined again",
    );
    expect(await replyTo("owner", "/staff")).toContain("Ploy · manager");
  });
});

describe("refuses", () => {
  test("the only owner", async () => {
    const reply = await world.sendText("owner", "/remove Malee");
    expect(factsOf(reply)).toContain("no staff member");
    const own = await world.sendText("owner", `/remove ${world.lineId("owner")}`);
    expect(factsOf(own)).toBe("You can’t be removed: you are the only owner.");
    expect(stringsOf(own)).not.toContain("%2Fyes");
  });

  test("oneself, while there are other owners, too", async () => {
    await join("olivia", "owner");
    const reply = await world.sendText("owner", `/remove ${world.lineId("owner")}`);
    expect(factsOf(reply)).toBe("You can’t remove yourself. Another owner can do that.");
  });

  test("the last owner: of two who remove each other at once, one stays", async () => {
    await join("olivia", "owner");
    const first = await yesOf("owner", "/remove Olivia");
    const second = await yesOf("olivia", `/remove ${world.lineId("owner")}`);
    await Promise.all([world.tapButton("owner", first), world.tapButton("olivia", second)]);
    const lists = [await replyTo("owner", "/staff"), await replyTo("olivia", "/staff")];
    expect(lists.filter((list) => list.includes("· owner"))).toHaveLength(1);
  });
});

test("is shown as done after a crash between the removal and its result, and a long stop", async () => {
  await world.tapButton("owner", await yesOf("owner", "/remove Ploy"));
  await world.restart(async () => {
    using store = new DatabaseSync(world.storeFile);
    store.exec(`update orders set state = 'working', retry_at = claimed_at + 120000,
      steps = json_set(steps, '$[0].state', 'waiting', '$[0].result', null) where undoes is null`);
    store.exec("delete from orders where undoes is not null");
  });
  // An order that was never sent would be dropped by then.
  world.clock.turn(21 * 60_000);
  await settled(world);
  expect(await replyTo("owner", "/help")).toContain("✓ Ploy is no longer on the staff.");
  const entries = (await replyTo("owner", "/audit 20")).split("\n");
  expect(entries.filter((line) => line.includes("/remove · done"))).toHaveLength(1);
});

test("is in the audit: whom, by whom, and what was undone", async () => {
  const removed = await world.tapButton("owner", await yesOf("owner", "/remove Ploy"));
  await undo(world, "owner", removed);
  const [, ...entries] = textOf(await world.sendText("owner", "/audit 10")).split(/\n(?=23 Nov)/);
  expect(entries.map((entry) => entry.replace(/^23 Nov 2026, 12:00 · /, "")).toReversed()).toEqual([
    "Khun Malee · /remove · done\nRemove Ploy (cashier) from the staff\nUndone by Khun Malee on 23 Nov 2026 at 12:00",
    "Khun Malee · undo of /remove · done\nUndo the removal: Ploy, cashier again\nTakes back what Khun Malee did on 23 Nov 2026 at 12:00",
  ]);
});

test("who is removed isn't told what becomes of an order of before", async () => {
  const give = await yesOf("manager", "/gift iced olivia 2");
  world.platform.faults.add({ kind: "empty-body", operation: "giveCouponToMemberId", times: 1 });
  const answer = world.tapButton("manager", give);
  await world.advanceTime(60_000, answer);
  expect(factsOf(await answer)).toContain("don’t know yet");
  await tap("owner", await yesOf("owner", "/remove Anan"));
  await settled(world);
  expect(await replyTo("manager", "points")).not.toContain("Given");
});
