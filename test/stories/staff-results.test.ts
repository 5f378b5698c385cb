/** Results of staff writes: unlike their questions, with an undo that asks first, and in staff's own terms. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FlexBubble, Message } from "../../src/line/messages/message-types.ts";
import { askToUndo, buttonIn, factsOf, undo } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld();
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const cardOf = async (label: string) => (await till.member(label)).cards[0]?.card_no ?? "";
const balance = async () => (await till.member("olivia")).cards[0]?.point;
const tap = (data: string) => world.tapButton("manager", data);
const confirm = async (text: string) =>
  tap(buttonIn(await world.sendText("manager", text), /%2Fyes/));

function bubbleOf([message]: readonly Message[]): FlexBubble {
  const contents = message?.type === "flex" ? message.contents : undefined;
  if (contents?.type !== "bubble") throw new Error("no bubble");
  return contents;
}
const colorOf = ({ header }: FlexBubble) => header?.backgroundColor;

describe("a result", () => {
  test("has a check mark, a large new balance, another colour, and no button but a small Undo", async () => {
    const question = await world.sendText("manager", `/add ${await cardOf("olivia")} 100`);
    const result = await tap(buttonIn(question, /%2Fyes/));
    expect(textOf(result).split("\n").slice(0, 4)).toEqual([
      "✓ 100 points added",
      "New balance",
      "18,500",
      "Before: 18,400 points",
    ]);
    const asked = bubbleOf(question);
    const done = bubbleOf(result);
    expect(JSON.stringify(done.body)).toMatch(
      /"text":"18,500"[^}]*"size":"3xl"|"size":"3xl"[^}]*"text":"18,500"/,
    );
    expect(colorOf(done)).not.toBe(colorOf(asked));
    expect(buttonsOf([{ type: "flex", altText: "-", contents: asked }])).toHaveLength(2);
    expect(asked.footer).toBeDefined();
    expect(done.footer).toBeUndefined();
    expect(buttonsOf(result).map(({ label }) => label)).toEqual(["Undo"]);
    // A filled button was tapped; this one is a grey text.
    expect(JSON.stringify(done)).not.toContain('"type":"button"');
    expect(factsOf(result)).toContain("✓ 100 points added\nBalance 18,400 → 18,500");
  });

  test("names one point as one", async () => {
    expect(factsOf(await confirm(`/burn ${await cardOf("olivia")} 1`))).toContain(
      "✓ 1 point burned",
    );
  });

  test("says once what was done", async () => {
    const result = await confirm("/gift iced olivia 2");
    expect(textOf(result).split("\n")).toEqual([
      expect.stringMatching(/^✓ /),
      expect.stringMatching(/^[\w-]+$/),
      expect.stringMatching(/^[\w-]+$/),
      expect.stringMatching(/^Use by /),
      "Undo",
    ]);
    const undone = await undo(world, "manager", result);
    for (const shown of [result, undone]) {
      const words = textOf(shown);
      expect(words.split("\n")).toHaveLength(new Set(words.split("\n")).size);
      for (const once of ["Olivia", "2 ×", "Free iced latte"]) {
        expect(words.split(once)).toHaveLength(2);
      }
    }
    expect(buttonsOf(undone)).toEqual([]);
  });
});

describe("Undo", () => {
  test("asks first: a tap by mistake changes nothing", async () => {
    const result = await confirm(`/add ${await cardOf("olivia")} 100`);
    const question = await tap(buttonIn(result, /%2Fundo/));
    expect(factsOf(question)).toContain("Undo this?\nUndo the added points: 100 points, Olivia B.");
    expect(await balance()).toBe(18_500);
    await tap(buttonIn(question, /%2Fyes/));
    expect(await balance()).toBe(18_400);
  });

  test("says what was undone", async () => {
    const card = await cardOf("olivia");
    const added = await undo(world, "manager", await confirm(`/add ${card} 100`));
    expect(factsOf(added)).toContain("✓ Points undone: 100 points taken back from Olivia B.");
    const burned = await undo(world, "manager", await confirm(`/burn ${card} 60`));
    expect(factsOf(burned)).toContain("✓ Burn undone: 60 points given back to Olivia B.");
    expect(await balance()).toBe(18_400);
  });

  test("can be cancelled: that question never acts again, and Undo asks anew", async () => {
    const result = await confirm(`/add ${await cardOf("olivia")} 100`);
    const question = await tap(buttonIn(result, /%2Fundo/));
    expect(factsOf(await tap(buttonIn(question, /%2Fno/)))).toContain("Cancelled: Undo the added");
    expect(factsOf(await tap(buttonIn(question, /%2Fno/)))).toContain("Cancelled");
    expect(factsOf(await tap(buttonIn(question, /%2Fyes/)))).toContain("Cancelled");
    expect(await balance()).toBe(18_500);
    await undo(world, "manager", result);
    expect(await balance()).toBe(18_400);
    expect(factsOf(await tap(buttonIn(result, /%2Fundo/)))).toContain("Already done");
  });

  test("is for its asker alone, and for 15 minutes from the write", async () => {
    const result = await confirm(`/add ${await cardOf("olivia")} 100`);
    const button = buttonIn(result, /%2Fundo/);
    expect(factsOf(await world.tapButton("owner", button))).toContain(
      "Only the person who was asked",
    );
    expect(factsOf(await world.tapButton("cashier", button))).toContain("no longer allowed");
    expect(factsOf(await world.tapButton("somchai", button))).not.toContain("Undo");
    world.clock.turn(10 * 60_000);
    await tap(buttonIn(await tap(button), /%2Fno/));
    const yes = await askToUndo(world, "manager", result);
    world.clock.turn(5 * 60_000);
    expect(factsOf(await tap(yes))).toContain("expired");
    expect(factsOf(await tap(button))).toContain("too late to undo");
    expect(await balance()).toBe(18_500);
  });
});

test("/history and /void speak of points as staff do", async () => {
  const card_no = await cardOf("olivia");
  const { id } = await till.connect.addPoint({ card_no, method: 2, points: 78 });
  await till.connect.burnPoint({ card_no, points: 60 });
  const history = factsOf(await world.sendText("cashier", `/history ${card_no}`));
  expect(history).toMatch(/ · \+78 · /);
  expect(history).toMatch(/ · −60 · /);
  const question = factsOf(await world.sendText("manager", `/void ${id}`));
  expect(question).toContain(`No. ${id} · +78 · `);
  expect(history + question).not.toMatch(/[Yy]ou (collected|spent)/);
  using platform = new DatabaseSync(world.platformFile, { timeout: 5000 });
  platform.exec("delete from movement");
  const empty = factsOf(await world.sendText("cashier", `/history ${await cardOf("bare")}`));
  expect(empty).toContain("No transactions yet");
});
