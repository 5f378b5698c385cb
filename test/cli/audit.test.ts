/** The audit as CSV: names beside ids, the business's time, what was undone, who approved, and no formulas. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, test } from "vitest";
import { widthOf } from "../../src/cli/output.ts";
import { staff } from "../../src/cli/staff.ts";
import { callCommand } from "../support/operator.ts";
import { buttonIn } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { createWorld, lineIdOf, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

const configuredOwner = "hina";
/** As LINE shows it: a configured owner never joins, so the store has no name. */
const ownersName = "田中 陽菜";
let world: World;
beforeEach(async () => {
  world = await createWorld({
    GIFT_APPROVAL_ABOVE: "1",
    STAFF_OWNER_LINE_IDS: lineIdOf(configuredOwner),
  });
});
afterEach(() => world[Symbol.asyncDispose]());

type Row = Record<string, string>;

function runAudit(...args: string[]) {
  const dir = dirname(world.storeFile);
  const env = {
    DATA_DIR: dir,
    EMBEDDED_LINE_PORT: new URL(world.line.origin).port,
    BUSINESS_TIMEZONE: "Asia/Tokyo",
  };
  return callCommand(["staff", "audit", ...args], { cwd: dir, env });
}

async function exported(): Promise<Row[]> {
  const { stdout, code } = await runAudit("--csv");
  expect(code).toBe(0);
  return parse<Row>(stdout, { bom: true, columns: true, relax_column_count: false });
}

const tapYes = async (label: string, shown: Parameters<typeof buttonIn>[0]) =>
  world.tapButton(label, buttonIn(shown, /%2Fyes/));

/** Taps the undo of a result, and confirms it. */
async function undo(label: string, result: Parameters<typeof buttonIn>[0]) {
  const question = await world.tapButton(label, buttonIn(result, /%2F(undo|yes)/));
  if (/%2Fyes/.test(stringsOf(question))) await tapYes(label, question);
}

/** A gift of two coupons that the manager orders, a configured owner approves, and that owner undoes. */
async function giveAndUndo() {
  await tapYes("manager", await world.sendText("manager", "/gift iced olivia 2"));
  const pending = await world.sendText(configuredOwner, "/pending");
  await undo(
    configuredOwner,
    await world.tapButton(configuredOwner, buttonIn(pending, /%2Fapprove/)),
  );
}

test("names people beside their ids, the approver, and what was undone, in columns of their own", async () => {
  await giveAndUndo();
  const rows = await exported();
  const columns = Object.keys(rows[0] ?? {});
  expect(columns).not.toContain("facts");
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/[{}]/);

  const asked = {
    asker: world.lineId("manager"),
    askerName: "Anan",
    member: expect.stringContaining("Olivia B."),
    set: expect.stringContaining("Free iced latte"),
    quantity: "2",
    accountName: "embedded LINE",
  };
  const approved = { approver: world.lineId(configuredOwner), approverName: ownersName };
  const [waiting, ordered, done, undoing, undone] = rows;
  expect(rows).toHaveLength(5);
  expect(waiting).toMatchObject({ ...asked, step: "waiting", actorName: "Anan" });
  expect(ordered).toMatchObject({ ...asked, ...approved, step: "ordered" });
  expect(ordered).toMatchObject({ actor: approved.approver, actorName: ownersName });
  expect(done).toMatchObject({ ...asked, ...approved, step: "done" });
  const codes = done?.["coupons"] ?? "";
  expect(codes.split(" ")).toHaveLength(2);
  const link = { undoes: done?.["confirmation"], undoesCommand: "gift" };
  expect(undoing).toMatchObject({ step: "ordered", ...link, undone: "" });
  expect(undone).toMatchObject({ step: "done", ...link, undone: codes, notUndone: "" });
  expect(done?.["undoneBy"]).toBe(undone?.["confirmation"]);
});

test("has the business's local time beside UTC", async () => {
  await world.sendText("owner", "/invite cashier");
  const [invited] = await exported();
  const at = invited?.["at"] ?? "";
  expect(at).toBe(new Date(world.clock.now()).toISOString());
  const local = new Date(world.clock.now() + 9 * 3_600_000).toISOString();
  expect(invited?.["localTime"]).toBe(local.slice(0, 19).replace("T", " "));
  expect(invited).toMatchObject({ timeZone: "Asia/Tokyo", command: "invite", role: "cashier" });
});

test("says whom a removal from the staff concerned, and who came back by its undo", async () => {
  const removal = await world.sendText("owner", `/remove ${world.lineId("cashier")}`);
  await undo("owner", await tapYes("owner", removal));
  const rows = await exported();
  const steps = rows.map(({ step }) => step);
  expect(steps).toEqual(expect.arrayContaining(["removed", "restored"]));
  const person = { person: world.lineId("cashier"), personName: "Ploy", role: "cashier" };
  for (const row of rows) expect(row).toMatchObject({ command: "remove", ...person });
  expect(rows.at(-1)).toMatchObject({ undoes: rows[0]?.["confirmation"] });
});

test("says why the platform refused", async () => {
  const file = new DatabaseSync(world.storeFile);
  const insert = file.prepare(
    `insert into audit (account, at, actor, event_id, action, command, confirmation, ref_id, member_uuid, facts)
     values ('U1', 0, ?, null, ?, ?, ?, null, null, ?)`,
  );
  const cashier = world.lineId("cashier");
  insert.run(cashier, "ordered", "use", "c1", '{"code":"ICED-1","set":"Iced","who":"Hina T."}');
  insert.run(
    null,
    "refused",
    "use",
    "c1",
    '{"state":"refused","code":"COUPON_USED","detail":null}',
  );
  file.close();
  const [, refused] = await exported();
  expect(refused).toMatchObject({ coupons: "ICED-1", reason: "COUPON_USED", actorName: "" });
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)"])("a member called %s is no formula", async (name) => {
  const platform = new DatabaseSync(world.platformFile);
  platform
    .prepare("update member set name = ?, last_name = '' where phone_number like '%800000002'")
    .run(name);
  platform.close();
  await tapYes("manager", await world.sendText("manager", "/gift iced 080 000 0002 2"));
  const [waiting] = await exported();
  expect(waiting?.["member"]).toMatch(/^'[=+\-@]/);
  expect(waiting?.["member"]).toContain(name);
});

test("a member who redeemed is named as staff see them, and LINE isn't asked for each", async () => {
  await using till = createTill(world);
  const set = await till.connect.createCouponSet({
    name: "Free iced latte",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: 300,
  });
  const question = await world.tapButton("olivia", `do=redeem&set=${set.uuid}`);
  await world.tapButton("olivia", buttonIn(question, /yes=/));
  world.line.faults.add({ call: "profile", answer: 500, times: 1 });
  const rows = await exported();
  expect(world.line.faults.active).toHaveLength(1);
  expect(rows.map(({ step }) => step)).toEqual(["ordered", "burned", "done"]);
  for (const row of rows) {
    expect(row).toMatchObject({
      actor: world.lineId("olivia"),
      actorName: expect.stringMatching(/^Olivia B\./),
    });
  }
});

test("a name with escape sequences and lines of its own is one plain name in the shell", async () => {
  await giveAndUndo();
  const file = new DatabaseSync(world.storeFile, { timeout: 5000 });
  const name = `\u001B[2JAnan\u202E\n${"U".padEnd(33, "0")}  owner     by STAFF_OWNER_LINE_IDS\u0007`;
  file.prepare("update staff set name = ? where line_id = ?").run(name, world.lineId("manager"));
  file.close();
  const dir = dirname(world.storeFile);
  const listed = await callCommand(["staff", "list"], { cwd: dir, env: { DATA_DIR: dir } });
  const { stdout: audit } = await runAudit();
  for (const shown of [listed.stdout, audit]) {
    expect(shown).toContain("[2JAnan U0000");
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E]/u);
    expect(shown.split("\n").filter((line) => line.startsWith("U0000"))).toEqual([]);
  }
});

test("the operator's entries ask LINE for nobody", async () => {
  const dir = dirname(world.storeFile);
  const words = join(dir, "words");
  mkdirSync(words);
  writeFileSync(join(words, "en.json"), '{"help.title": "Ask us"}');
  const env = { DATA_DIR: dir, WORDS_DIR: words };
  expect(await callCommand(["words", "publish"], { cwd: dir, env })).toMatchObject({ code: 0 });
  world.line.faults.add({ call: "profile", answer: 400, times: 1 });
  expect(await exported()).toMatchObject([{ actor: "operator", actorName: "", command: "words" }]);
  expect(world.line.faults.active).toHaveLength(1);
});

test("without LINE the names that only LINE knows stay empty, and the listing shows the ids", async () => {
  await giveAndUndo();
  world.line.faults.add({ call: "profile", answer: 500 });
  const rows = await exported();
  expect(rows.at(-1)).toMatchObject({ actor: world.lineId(configuredOwner), actorName: "" });
  const { stdout } = await runAudit();
  expect(stdout).toContain(world.lineId(configuredOwner));
  expect(stdout).toMatch(/Anan +gift +waiting +Olivia B\..*Free iced latte .*× 2/);
});

test("the listing has heads, columns that stay, an undo that is named as one, and times with their zone", async () => {
  await giveAndUndo();
  const { stdout } = await runAudit();
  const [heads = "", ...lines] = stdout.trimEnd().split("\n");
  expect(heads).toMatch(/^time +who +command +step +for +what +note$/);
  expect(lines.map((line) => line.replace(/ {2,}/g, " | ").split(" | ").slice(2, 4))).toEqual([
    ["gift", "waiting"],
    ["gift", "ordered"],
    ["gift", "done"],
    ["undo of gift", "ordered"],
    ["undo of gift", "done"],
  ]);
  const at = heads.indexOf("command");
  for (const line of lines) {
    expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+09:00 {2}/);
    // Japanese names are two columns wide for each character.
    expect(widthOf(line.slice(0, line.search(/(?:undo of )?gift/)))).toBe(at);
  }
  expect(lines[2]).toMatch(/was undone later$/);
  expect(lines[4]).toMatch(/took back \S+ \S+$/);
});

test("an empty audit says so", async () => {
  expect((await runAudit()).stdout).toBe("The audit has no entries yet.\n");
});

test("an audit of any length is printed: a call takes some 120,000 arguments at most", async () => {
  await giveAndUndo();
  const calls: (readonly string[])[] = [];
  await staff.run(["audit"], {
    environment: { DATA_DIR: dirname(world.storeFile) },
    print: (...lines) => void calls.push(lines),
    stop: new AbortController().signal,
  });
  expect(calls.map(({ length }) => length)).toEqual([1]);
  expect(calls.flat().join("\n").split("\n")).toHaveLength(6);
});
