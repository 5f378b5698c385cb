/** Beside a newer replica, or after a step back: what only another version of the bot knows is kept, shown as unknown, and harms nothing else. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
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

/** An order of a kind that this version doesn't know. */
function addOrder(file: DatabaseSync, account: string, state: string): void {
  const now = world.clock.now();
  file
    .prepare(
      `insert into confirmations (account, id, asker, command, kind, order_json, ref_id, member_uuid,
         gifts, points, approval, asked_at, expires_at, undo_of, state, confirmed_at, claimed_at, retry_at, sends)
       values (?, 'future', ?, 'gift', 'lending', '{}', 'ref', null, 0, 0, 1, ?, ?, null, ?, ?, ?, ?, 1)`,
    )
    .run(account, world.lineId("owner"), now, now + 86_400_000, state, now, now, now);
}

function rows(sql: string): Record<string, unknown>[] {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  return file.prepare(sql).all();
}

const said = async (label: string, text: string) => factsOf(await world.sendText(label, text));
const orders = () => rows("select state, sends from confirmations where id = 'future'");
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
  expect(orders()).toEqual([{ state: "awaiting_approval", sends: 1 }]);
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
  expect(orders()).toEqual([{ state: "needs_review", sends: 1 }]);
});

test("an order of unknown outcome is neither sent nor ended, and the next ones are settled", async () => {
  await store((file, account) => {
    addOrder(file, account, "unknown");
    file.exec("update confirmations set retry_at = 0 where id = 'future'");
  });
  await world.advanceTime(25 * 3_600_000);
  expect(orders()).toEqual([{ state: "unknown", sends: 1 }]);
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
    file.exec("update confirmations set command = 'lend' where kind = 'giving'");
    const id = file.prepare("select id from confirmations where kind = 'giving'").get()?.["id"];
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
  const line = () => world.lineId("olivia");
  await store((file, account) => {
    const now = world.clock.now();
    const steps = JSON.stringify({ burn: { begunAt: now, sends: 1, done: null }, stamp: {} });
    for (const [id, state] of [
      ["stamping", "stamping"],
      ["burning", "burning"],
    ]) {
      file
        .prepare(
          `insert into redemptions (account, id, asker, member_uuid, line_id, set_uuid, order_json, burn_ref_id,
             give_ref_id, asked_at, expires_at, state, claimed_at, steps, retry_at)
           values (?, ?, ?, 'm', ?, 's', ?, 'b', 'g', ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          account,
          id!,
          line(),
          line(),
          JSON.stringify({ set: "Latte", card: "0001", points: 5, who: "O." }),
          now,
          now,
          state!,
          now,
          steps,
          now,
        );
    }
  });
  await world.advanceTime(10 * 60_000);
  expect(rows("select state from redemptions order by id")).toEqual([
    { state: "burning" },
    { state: "stamping" },
  ]);
  for (const id of ["stamping", "burning"]) {
    const told = factsOf(await world.tapButton("olivia", `do=redeem&undo=${id}`));
    expect(told).not.toMatch(/went wrong/);
  }
  expect(world.platform.requests({ operation: "burnPoint" })).toEqual([]);
});
