/** Beside a newer replica, or after a step back: what only another version of the bot knows is kept, shown as unknown, and harms nothing else. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newStep } from "../../src/store/rules/order.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Changes the store while the bot is stopped, as another version may have. */
const store = (change: (file: DatabaseSync, account: string) => void) =>
  world.restart(async () => {
    using file = new DatabaseSync(world.storeFile, { timeout: 2000 });
    change(file, String(file.prepare("select account from staff limit 1").get()?.["account"]));
  });

function addNotice(file: DatabaseSync, account: string, label: string, notice: object): void {
  file
    .prepare("insert into notices (account, line_id, notice, at, push_key) values (?, ?, ?, ?, ?)")
    .run(
      account,
      world.lineId(label),
      JSON.stringify(notice),
      world.clock.now(),
      crypto.randomUUID(),
    );
}

/** An order of a kind, with steps, that only another version knows, unless told otherwise. */
function addOrder(
  file: DatabaseSync,
  account: string,
  state: string,
  more: Record<string, string | number> = {},
): void {
  const now = world.clock.now();
  const row = {
    account,
    id: "future",
    kind: "lending",
    command: "gift",
    asker: world.lineId("owner"),
    line_id: "",
    approval: 1,
    gifts: 0,
    points: 0,
    state,
    expires_at: now + 86_400_000,
    asked_at: now,
    confirmed_at: now,
    claimed_at: now,
    retry_at: now,
    steps: JSON.stringify([
      newStep({ operation: "lend" as "use_coupon", input: {}, refId: "ref" }),
    ]),
    ...more,
  };
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  file
    .prepare(`insert into orders (${columns.join(", ")}) values (${places})`)
    .run(...Object.values(row));
}

function rows(sql: string): Record<string, unknown>[] {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  return file.prepare(sql).all();
}

const said = async (label: string, text: string) => factsOf(await world.sendText(label, text));
const orders = () =>
  rows("select state, steps ->> '$[0].sends' as sends from orders where id = 'future'");
const notices = () => rows("select id from notices");

test("an order that awaits approval keeps its notices for who knows it, and its approver is answered", async () => {
  await store((file, account) => {
    addOrder(file, account, "awaiting_approval");
    addNotice(file, account, "manager", { kind: "approval", confirmation: "future" });
  });
  expect(await said("manager", "/help")).toContain("Your commands");
  expect(await said("manager", "/help")).not.toContain("another version");
  await world.advanceTime(100);
  expect(notices()).toHaveLength(1);
  for (const action of ["/approve", "/decline"]) {
    const told = factsOf(
      await world.tapButton("manager", `do=${encodeURIComponent(action)}&id=future`),
    );
    expect(told).toContain("This version of the bot doesn’t know it");
  }
  expect(orders()).toEqual([{ state: "awaiting_approval", sends: 0 }]);
});

test("an order that awaits a decision is listed by its id beside the others, and can't be decided here", async () => {
  await store((file, account) => addOrder(file, account, "needs_review"));
  await world.tapButton(
    "manager",
    buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/),
  );
  const pending = await world.sendText("manager", "/pending");
  expect(factsOf(pending)).toContain("An order of another version of the bot (future)");
  expect(JSON.stringify(pending)).not.toContain("happened");
  await world.tapButton("manager", "do=%2Fnot-happened&id=future");
  expect(orders()).toEqual([{ state: "needs_review", sends: 0 }]);
});

test("an order of unknown outcome is neither sent nor ended, and the next ones are settled", async () => {
  await store((file, account) => {
    addOrder(file, account, "working", { retry_at: 0 });
  });
  await world.advanceTime(25 * 3_600_000);
  expect(orders()).toEqual([{ state: "working", sends: 0 }]);
  expect(world.logged.join()).not.toContain("reconciliation failed");
  expect(world.logged.filter((line) => line.includes("another version")).length).toBeGreaterThan(0);
});

test("notices of unknown kinds, commands and orders are kept, and those behind them are told", async () => {
  await world.sendText("olivia", "help");
  await store((file, account) => {
    addNotice(file, account, "olivia", { kind: "birthday", member: "x" });
    addNotice(file, account, "olivia", { kind: "birthday", member: "y" });
    addNotice(file, account, "olivia", { kind: "gift", confirmation: 7 });
  });
  const yes = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  await world.tapButton("manager", yes);
  expect(await said("olivia", "points")).toMatch(/A gift for you[\s\S]*18,400 points/);
  await world.advanceTime(100);
  expect(notices().length).toBeGreaterThanOrEqual(2);
  await store((file, account) => {
    file.exec("update orders set command = 'lend' where kind = 'giving'");
    const id = file.prepare("select id from orders where kind = 'giving'").get()?.["id"];
    addNotice(file, account, "manager", { kind: "ended", confirmation: id });
  });
  const before = notices().length;
  expect(await said("manager", "/help")).toContain("Your commands");
  await world.advanceTime(100);
  expect(notices()).toHaveLength(before);
});

test("an audit with unknown steps and orders is listed", async () => {
  await store((file, account) => {
    addOrder(file, account, "done");
    file
      .prepare(
        `insert into audit (account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts)
         values (?, ?, ?, null, 'lent', 'lend', 'future', 'ref', null, '{}')`,
      )
      .run(account, world.clock.now(), world.lineId("owner"));
  });
  const told = await said("manager", "/audit");
  expect(told).toContain("/lend · lent");
  expect(told).toContain("An order of another version of the bot (future)");
});

test("a redemption in an unknown state, or with an unknown step, is shown and not gone on with", async () => {
  const olivia = world.lineId("olivia");
  const redeeming = { kind: "redeeming", command: "redeem", asker: olivia, line_id: olivia };
  const burn = { ...newStep({ operation: "adjust_points", input: {}, refId: "b" }), begunAt: 1 };
  await store((file, account) => {
    const steps = JSON.stringify([burn]);
    addOrder(file, account, "stamping", { ...redeeming, id: "stamping", steps });
    const stamped = JSON.stringify([burn, { ...burn, operation: "stamp" }]);
    addOrder(file, account, "working", { ...redeeming, id: "burning", steps: stamped });
  });
  await world.advanceTime(10 * 60_000);
  expect(rows("select state from orders order by id")).toEqual([
    { state: "working" },
    { state: "stamping" },
  ]);
  for (const id of ["stamping", "burning"]) {
    const told = factsOf(await world.tapButton("olivia", `do=redeem&undo=${id}`));
    expect(told).not.toMatch(/went wrong/);
  }
  expect(world.platform.requests({ operation: "burnPoint" })).toEqual([]);
});
