/** Events of staff that the operator has tried again: nothing acts twice, and each is told how it stands by now. */
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LineFault } from "../../src/emulators/line/faults.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import { statesIn } from "../support/inbox.ts";
import { callCommand } from "../support/operator.ts";
import { buttonIn, factsOf, tapLate } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({ LINE_PUSH_FALLBACK: "on" });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const minute = 60_000;
const points = async (search: string) =>
  (await till.connect.getProfile({ search })).data[0]?.cards[0]?.point;
const parked = () => statesIn(world.storeFile)["parked"] ?? 0;

/** Somebody acts while LINE accepts neither replies nor pushes, so that the event is parked. */
async function actUnheard(
  label: string,
  action: PersonAction,
  answer: LineFault["answer"] = 500,
): Promise<void> {
  const before = parked();
  world.line.faults.add({ call: "reply", answer });
  world.line.faults.add({ call: "push", answer: 429 });
  await world.line.act(world.lineId(label), action);
  await world.settle(2 * minute);
  await until(async () => {
    await world.advanceTime(100);
    return parked() > before;
  }, "the parking");
  world.line.faults.clear();
}
const tapUnheard = (label: string, data: string) => actUnheard(label, { type: "postback", data });

/** The operator has the only parked event tried again. @returns what is pushed to its sender. */
async function retried(): Promise<string> {
  const env = { DATA_DIR: dirname(world.storeFile), LINE_PUSH_FALLBACK: "on" };
  const command = (...args: string[]) => callCommand(["parked", ...args], { cwd: tmpdir(), env });
  const [id = ""] = (await command("list")).stdout.split(" ");
  // Its reply token is dead by then.
  world.clock.turn(2 * minute);
  const before = world.line.sent.length;
  expect((await command("retry", id)).stdout).toBe(`${id} is taken up again.\n`);
  await world.advanceTime(11_000);
  await until(() => world.line.sent.length > before, "the push");
  await world.bot.idle();
  const sent = world.line.sent.slice(before);
  expect(sent.map(({ way }) => way)).toEqual(["push"]);
  return factsOf(sent[0]?.messages ?? []);
}

test("a tap that was carried out is told as done, however late", async () => {
  const question = await world.sendText("manager", "/add 0800000002 50");
  const before = (await points("0800000002")) ?? 0;
  await tapUnheard("manager", buttonIn(question, /%2Fyes/));
  expect(await points("0800000002")).toBe(before + 50);
  world.clock.turn(30 * minute);
  expect(await retried()).toMatch(/^✓ 50 points added\n.*370\nAlready done/);
  expect(await points("0800000002")).toBe(before + 50);
});

test("a member's redemption that staff confirmed is told as done, however late", async () => {
  const question = await world.sendText("cashier", "/redeem latte 0800000014");
  await tapUnheard("cashier", buttonIn(question, /yes=/));
  world.clock.turn(30 * minute);
  expect(await retried()).toMatch(/Redeemed: .* 200 points/);
  expect(await points("0800000014")).toBe(2920);
});

test.each([
  ["/add 0800000002 50", /%2Fyes/],
  ["/redeem latte 0800000014", /yes=/],
])("a late yes to %s changes nothing, and is told so", async (order, yes) => {
  const question = await world.sendText("manager", order);
  const before = [await points("0800000002"), await points("0800000014")];
  expect(await tapLate(world, "manager", buttonIn(question, yes))).toContain("so nothing was done");
  expect([await points("0800000002"), await points("0800000014")]).toEqual(before);
});

test.each(["/redeem latte 0800000014", "/cancel"])("a late %s isn't acted on", async (text) => {
  const event = world.line.compose(world.lineId("manager"), { type: "text", text });
  const late = { ...event, timestamp: event.timestamp - 21 * minute };
  expect(factsOf(await world.deliverEvent(late))).toContain("so nothing was done");
});

test("a late answer to an order that has ended is told how it stands, by its asker alone", async () => {
  const question = await world.sendText("manager", "/add 0800000002 50");
  const yes = buttonIn(question, /%2Fyes/);
  const done = await world.tapButton("manager", yes);
  expect(await tapLate(world, "manager", buttonIn(question, /%2Fno/))).toContain("Already done");
  expect(await tapLate(world, "owner", yes)).toContain("so nothing was done");
  world.clock.turn(15 * minute);
  expect(await tapLate(world, "manager", buttonIn(done, /%2Fundo/))).toContain("too late to undo");
});

test("who has been removed from the staff since is told nothing of a member", async () => {
  await actUnheard("manager", { type: "text", text: "/gift cake olivia 2" });
  const question = await world.sendText("owner", "/remove Anan");
  await world.tapButton("owner", buttonIn(question, /%2Fyes/));
  expect(await retried()).not.toMatch(/Olivia|0105|cake/i);
});

test("a notice that went out with a later reply isn't repeated", async () => {
  const question = await world.sendText("manager", "/gift iced olivia");
  await world.tapButton("manager", buttonIn(question, /%2Fyes/));
  await actUnheard("olivia", { type: "text", text: "points" }, "invalid_reply_token");
  expect(factsOf(await world.sendText("olivia", "help"))).toContain("A gift for you");
  expect(await retried()).not.toContain("A gift for you");
});

test("a /cancel that cancelled a question cancels no other one", async () => {
  await world.sendText("manager", "/redeem latte 0800000014");
  await actUnheard("manager", { type: "text", text: "/cancel" });
  world.clock.turn(9 * minute);
  const newer = await world.sendText("manager", "/add 0800000002 50");
  expect(await retried()).toMatch(/latte[^]*Not redeemed/);
  const done = await world.tapButton("manager", buttonIn(newer, /%2Fyes/));
  expect(factsOf(done)).toContain("50 points added");
});

test.each([
  ["that cancelled a question is told so", "/add 0800000002 50", "Cancelled: "],
  ["that found nothing to cancel cancels nothing", "/help", "so nothing was done"],
])("a /cancel %s, however late", async (_, before, told) => {
  await world.sendText("manager", before);
  await actUnheard("manager", { type: "text", text: "/cancel" });
  world.clock.turn(30 * minute);
  await world.sendText("manager", "/redeem latte 0800000014");
  expect(await retried()).toContain(told);
});

test("a /join that was accepted is told so, however late", async () => {
  const [, code] = await world.sendText("owner", "/invite cashier");
  const text = factsOf(code ? [code] : []);
  await actUnheard("stranger", { type: "text", text });
  world.clock.turn(30 * minute);
  expect(await retried()).toMatch(/Welcome! You have joined/);
});
