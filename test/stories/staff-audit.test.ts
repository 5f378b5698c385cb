/** What managers read of what was done: `/audit` and `/gifts` name recipient, asker, approver and what was undone. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buttonIn, factsOf, undo } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld({ GIFT_APPROVAL_ABOVE: "2" });
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const confirm = async (who: string, text: string) =>
  world.tapButton(who, buttonIn(await world.sendText(who, text), /%2Fyes/));

/** A manager asks for a gift of three, and the owner approves. */
async function approvedGift() {
  await confirm("manager", "/gift iced olivia 3");
  return world.tapButton(
    "owner",
    buttonIn(await world.sendText("owner", "/pending"), /%2Fapprove/),
  );
}

/** The entries of `/audit`, newest first. */
async function audit(): Promise<string[]> {
  const [, ...entries] = textOf(await world.sendText("manager", "/audit 20")).split(/\n(?=23 Nov)/);
  return entries;
}
const entryOf = async (head: string) => (await audit()).find((one) => one.includes(head)) ?? "";
const gifts = async (text = "/gifts") =>
  textOf(await world.sendText("manager", text))
    .split("\n")
    .slice(1);

test("/audit has one row an order with its outcome, and names the recipient, who asked and who approved", async () => {
  await approvedGift();
  expect(await audit()).toHaveLength(1);
  expect(await entryOf("· Khun Malee · /gift · done")).toMatch(
    /\n3 × Free iced latte.* for Olivia B\. •••0105\nAsked for by Anan · approved by Khun Malee$/,
  );
});

test("/audit links an undo to what it undoes, and an order to its undo", async () => {
  const given = await approvedGift();
  world.clock.turn(5 * 60_000);
  await undo(world, "owner", given);
  const [undone = "", done = "", ...others] = await audit();
  expect(others).toEqual([]);
  for (const entry of [undone]) {
    expect(entry).toContain("· Khun Malee · undo of /gift · done");
    expect(entry).toMatch(/\nUndo the gift: 3 × Free iced latte.* to Olivia B\./);
    expect(entry).toContain("\nTakes back what Khun Malee did on 23 Nov 2026 at 12:00");
  }
  expect(done).toContain("\nUndone by Khun Malee on 23 Nov 2026 at 12:05");
});

const audits = [
  {
    language: "en",
    order: "· Khun Malee · /gift · done\n",
    undo: "· Khun Malee · undo of /gift · done\nUndo the gift: 3 × ",
    people: "Asked for by Anan · approved by Khun Malee",
    takesBack: "Takes back what Khun Malee did on 23 Nov 2026",
    undone: "Undone by Khun Malee on 23 Nov 2026",
  },
  {
    language: "th",
    order: "· Khun Malee · /gift · สำเร็จ\n",
    undo: "· Khun Malee · ยกเลิก /gift · สำเร็จ\nยกเลิกการแจก ",
    people: "สั่งโดย Anan · อนุมัติโดย Khun Malee",
    takesBack: "ยกเลิกรายการของ Khun Malee เมื่อ 23 พ.ย. 2569",
    undone: "Khun Malee ยกเลิกแล้วเมื่อ 23 พ.ย. 2569",
  },
  {
    language: "ja",
    order: "· Khun Malee · /gift · 完了\n",
    undo: "· Khun Malee · /gift を元に戻す操作 · 完了\nクーポンの受け渡しを元に戻す：",
    people: "依頼：Anan · 承認：Khun Malee",
    takesBack: "Khun Maleeの2026年11月23日",
    undone: "にKhun Maleeが元に戻しました",
  },
  {
    language: "zh-TW",
    order: "· Khun Malee · /gift · 完成\n",
    undo: "· Khun Malee · 復原 /gift · 完成\n復原贈送：",
    people: "由 Anan 提出 · 由 Khun Malee 核准",
    takesBack: "復原 Khun Malee 於 2026年11月23日",
    undone: "Khun Malee 已於 2026年11月23日",
  },
];

test.each(audits)("/audit in $language is one row an order, its undo another one", async (told) => {
  await undo(world, "owner", await approvedGift());
  await world.tapButton("manager", `do=language&to=${told.language}`);
  const audited = textOf(await world.sendText("manager", "/audit 20"));
  expect(audited.split("/gift")).toHaveLength(3);
  const { order, undo: undone } = told;
  for (const words of [order, undone, told.people, told.takesBack, told.undone]) {
    expect(audited.split(words), `for ${words}`).toHaveLength(2);
  }
});

test("/audit still names them when the order is older than the retention", async () => {
  await approvedGift();
  using store = new DatabaseSync(world.storeFile);
  store.exec("delete from orders");
  expect(await entryOf("/gift · done")).toMatch(
    /Free iced latte.* Olivia B\. •••0105.*\nAsked for by Anan · approved by Khun Malee$/,
  );
});

test("/audit names whom a former version removed", async () => {
  using store = new DatabaseSync(world.storeFile);
  const account = "(select account from staff limit 1)";
  store.exec(
    `insert into audit (account, at, actor, action, command, facts) values (${account}, ${world.clock.now()},
     '${world.lineId("owner")}', 'removed', 'remove', '{"lineId":"${world.lineId("former-cashier")}"}')`,
  );
  expect(await entryOf("· Khun Malee · /remove · removed")).toMatch(/\nBoy$/);
});

test("/gifts names recipient, asker and approver, also of gifts that the bot didn't give", async () => {
  await approvedGift();
  const { code } = await till.give("somchai", { name: "Mango" });
  const listed = await gifts();
  const approved = listed.filter((line) =>
    line.endsWith(" · given · to Olivia B. •••0105 · by Anan · approved by Khun Malee"),
  );
  expect(approved).toHaveLength(3);
  expect(listed.find((line) => line.includes(code))).toMatch(/ · given · to สมชาย จ\. •••0001$/);
});

test("/gifts of one member doesn't repeat their name", async () => {
  await confirm("manager", "/gift iced olivia");
  const [line = ""] = await gifts("/gifts olivia");
  expect(line).toMatch(/ · given · by Anan$/);
});

test("/gifts is shown without the recipients that the platform doesn't find now", async () => {
  const { code } = await till.give("somchai", { name: "Mango" });
  world.platform.faults.add({ kind: "error", operation: "getProfile" });
  const event = world.line.compose(world.lineId("manager"), { type: "text", text: "/gifts" });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find(
    ({ webhookEventId }) => webhookEventId === event.webhookEventId,
  );
  expect(factsOf(sent?.messages ?? [])).toMatch(new RegExp(`Mango · ${code} · given$`, "m"));
});
