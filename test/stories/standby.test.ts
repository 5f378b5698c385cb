/** Events in standby, while another module channel answers in the chat, are ignored: no reply, no call, no write but for an unsent message. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import { statesIn } from "../support/inbox.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

async function sendInStandby(label: string, action: PersonAction): Promise<void> {
  const { status } = await world.line.act(world.lineId(label), action, { standby: true });
  expect(status).toBe(200);
  await world.settle();
}

test("a text, a tap and adding the account: no call to the platform or LINE, and nothing is stored", async () => {
  await sendInStandby("olivia", { type: "text", text: "points" });
  await sendInStandby("olivia", { type: "postback", data: "do=balance" });
  await sendInStandby("olivia", { type: "follow", isUnblocked: false });
  expect(world.platform.requests({ operation: "getProfile" })).toEqual([]);
  expect(world.line.sent).toEqual([]);
  expect(statesIn(world.storeFile)).toEqual({});
});

test("what was written before, and is unsent meanwhile, is deleted from the store", async () => {
  world.line.faults.add({ call: "reply", answer: 400 });
  await world.sendText("olivia", "my secret thoughts");
  await world.advanceTime(1000);
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  const [stored] = db.prepare("select state, message_id, body from inbox").all();
  expect(stored).toMatchObject({ state: "parked", body: expect.stringContaining("secret") });
  await sendInStandby("olivia", { type: "unsend", messageId: String(stored?.["message_id"]) });
  expect(db.prepare("select body from inbox where body like '%secret%'").all()).toEqual([]);
  expect(world.line.sent).toEqual([]);
});

test("a tap on yes executes nothing, and the confirmation stays open", async () => {
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  await sendInStandby("manager", { type: "postback", data });
  expect(world.platform.requests({ operation: "giveCouponToMemberId" })).toEqual([]);
  using db = new DatabaseSync(world.storeFile, { readOnly: true });
  expect(db.prepare("select state from orders").all()).toEqual([{ state: "open" }]);
  expect(factsOf(await world.tapButton("manager", data))).toContain("Given: 1");
});
