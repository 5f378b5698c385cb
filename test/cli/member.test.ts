/** Data protection: what the bot holds about one person is shown, and forgotten as far as it may be. */
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { hashId } from "../../src/store/hash-id.ts";
import { callCommand } from "../support/operator.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const run = (args: string[], env: Record<string, string> = {}) =>
  callCommand(["member", ...args], {
    cwd: tmpdir(),
    env: { DATA_DIR: dirname(world.storeFile), ...env },
  });
const exported = async (who: string): Promise<Record<string, unknown[]>> => {
  const { stdout, code } = await run(["export", who]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown[]>;
};
/** Every text and blob of the store, the audit's apart. */
function everything(): string {
  const file = new DatabaseSync(world.storeFile, { readOnly: true });
  const tables = file.prepare("select name from sqlite_schema where type = 'table'").all();
  const rows = tables.map(({ name }) =>
    name === "audit" ? [] : file.prepare(`select * from ${String(name)}`).all(),
  );
  file.close();
  return JSON.stringify(rows);
}

test("a member's data is exported by LINE user id and by uuid, and erased except the audit", async () => {
  await using till = createTill(world);
  const olivia = world.lineId("olivia");
  const { uuid } = await till.member("olivia");
  await world.sendText("olivia", "language");
  await world.tapButton("olivia", buttonIn(await world.sendText("olivia", "language"), /ja/));
  world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
  await world.sendText("olivia", "my own words");
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  expect(factsOf(await world.tapButton("manager", data))).toContain("Given: 1");
  await world.advanceTime(100);
  const index = new DatabaseSync(world.storeFile);
  index.prepare("insert into member_index values (?, ?, 1, 1)").run(hashId(olivia), uuid);
  index.close();

  const held = await exported(olivia);
  expect(held).toMatchObject({
    lineIds: [olivia],
    memberUuids: [uuid],
    chats: [{ language: "ja" }],
    events: [{ state: "parked", body: { message: { text: "my own words" } } }],
    notices: [{ notice: { kind: "gift" } }],
    orders: [
      { kind: "giving", line_id: olivia, steps: [{ input: { lineId: olivia } }] },
      { kind: "takingBack" },
    ],
    audit: [{ action: "ordered" }, { action: "done" }],
    profiles: [{ uuid, page: 1 }],
  });
  expect(await exported(uuid)).toEqual(held);

  const announced = await run(["forget", olivia]);
  expect(announced).toMatchObject({ code: 0, stdout: expect.stringContaining("--yes") });
  expect(await exported(olivia)).toEqual(held);

  world.clock.turn(3 * 86_400_000);
  const file = new DatabaseSync(world.storeFile);
  // The command has the system's time; the story has its own.
  file.exec("update orders set asked_at = 0");
  file.close();
  const forgotten = await run(["forget", olivia, "--yes"]);
  expect(forgotten).toMatchObject({ code: 0, stdout: expect.stringContaining("audit stay") });
  expect(await exported(olivia)).toMatchObject({
    chats: [],
    events: [],
    notices: [],
    orders: [],
    profiles: [],
    audit: held["audit"],
  });
  expect(everything()).not.toMatch(new RegExp(`${olivia}|${uuid}|my own words`));
  // Whoever comes back begins anew.
  expect(await world.sendText("olivia", "help")).toHaveLength(1);
});

test("what a colleague was about to do as a member goes with the member", async () => {
  await using till = createTill(world);
  const { uuid } = await till.member("olivia");
  const channel = embeddedDevAccount.id;
  const text = { type: "text", text: "/as Olivia Brown" } as const;
  const event = world.line.compose(world.lineId("marketer"), text, { channel });
  await world.line.deliver([event], { channel });
  await world.bot.idle();
  expect(await exported(uuid)).toMatchObject({ dialogues: [{ lineId: world.lineId("marketer") }] });
  await run(["forget", uuid, "--yes"]);
  expect(everything()).not.toContain(uuid);
});

test("unsettled orders, and those that count today, stay", async () => {
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  await world.tapButton("manager", data);
  const file = new DatabaseSync(world.storeFile);
  const asked = `update orders set asked_at = ${Date.now()}`;
  file.exec(asked);
  const { stdout } = await run(["forget", world.lineId("olivia"), "--yes"]);
  expect(stdout).toMatch(/2 orders stay/);
  file.exec("update orders set asked_at = 0, state = 'working'");
  expect((await run(["forget", world.lineId("olivia"), "--yes"])).stdout).toMatch(/2 orders stay/);
  file.close();
});

test("a person's events in a group are erased, others' stay", async () => {
  const group = world.groups[0]?.chatId ?? "";
  for (const label of ["somchai", "olivia"]) {
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.performAction(label, { type: "text", text: "points" }, group);
  }
  await world.advanceTime(100);
  expect((await exported(world.lineId("olivia")))["events"]).toHaveLength(1);
  await run(["forget", world.lineId("olivia"), "--yes"]);
  expect((await run(["export", world.lineId("olivia")])).stderr).toContain("nothing is held");
  expect((await exported(world.lineId("somchai")))["events"]).toHaveLength(1);
});

test("active staff can't be erased", async () => {
  const cashier = world.lineId("cashier");
  expect(await run(["forget", cashier, "--yes"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("/remove"),
  });
  const somchai = world.lineId("somchai");
  expect(await run(["forget", somchai], { STAFF_OWNER_LINE_IDS: somchai })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("STAFF_OWNER_LINE_IDS"),
  });
  const former = world.lineId("former-cashier");
  expect((await exported(former))["staff"]).toHaveLength(1);
  expect((await run(["forget", former, "--yes"])).code).toBe(0);
  expect((await run(["export", former])).stderr).toContain("nothing is held");
});

test("a LINE account that was linked to another member, too, is left alone and named", async () => {
  const tom = "aaaaaaaa-0000-4000-8000-00000000000b";
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  await world.tapButton("manager", data);
  const olivia = world.lineId("olivia");
  const file = new DatabaseSync(world.storeFile);
  file.exec(`insert into member_index values ('${hashId(olivia)}', '${tom}', 1, 1)`);
  file.exec("update orders set asked_at = 0");
  file.close();
  const { memberUuids, alsoLinked, orders } = await exported(olivia);
  expect([memberUuids, orders?.length]).toEqual([[], 2]);
  expect(alsoLinked).toContain(tom);
  for (const args of [
    ["forget", olivia],
    ["forget", olivia, "--yes"],
  ]) {
    const { stdout } = await run(args);
    expect(stdout).toMatch(
      new RegExp(`Left alone, .*:\n(  .*\n)*  ${tom}\n(  .*\n)*Run the command`),
    );
  }
  expect(everything()).not.toContain(olivia);
});

test("a member who was registered with the phone of the staff can be erased, and the staff stays", async () => {
  await using till = createTill(world);
  const { uuid } = await till.member("olivia");
  const data = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  await world.tapButton("manager", data);
  const cashier = world.lineId("cashier");
  const file = new DatabaseSync(world.storeFile);
  const order = `update orders set line_id = '${cashier}'`;
  file.exec(`${order}, asked_at = 0`);
  file.close();
  const owner = { STAFF_OWNER_LINE_IDS: world.lineId("olivia") };
  const { code, stdout } = await run(["forget", uuid, "--yes"], owner);
  expect(code).toBe(0);
  expect(stdout).toContain(`  ${cashier}\n`);
  expect((await exported(cashier))["staff"]).toHaveLength(1);
});

test("an unknown person has no data", async () => {
  for (const action of ["export", "forget"]) {
    expect(await run([action, `U${"0".repeat(32)}`])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("nothing is held"),
    });
  }
});

test.each([[["forget"]], [["export", "olivia"]], [["erase", `U${"1".repeat(32)}`]]])(
  "%j is a usage error",
  async (args) => {
    expect(await run(args)).toMatchObject({ code: 2 });
  },
);
