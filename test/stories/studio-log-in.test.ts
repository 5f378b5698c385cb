/** Personal log-ins to the studio: the link that the bot sends, the session that it begins, and whose it is. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { logInByLink, studioOf } from "../support/studio.ts";
import { createWorld, type World } from "../support/world.ts";

const password = "correct horse battery";

let world: World;
beforeEach(async () => {
  world = await createWorld({ STUDIO_PASSWORD: password });
});
afterEach(() => world[Symbol.asyncDispose]());

const linkOf = async (label: string) => factsOf(await world.sendText(label, "/studio"));
const secretIn = (text: string) => /#\/login\/([\w-]{43})$/m.exec(text)?.[1] ?? "";
const auditOf = async () =>
  factsOf(await world.sendText("owner", "/audit 20"))
    .split("\n")
    .filter((line) => line.includes("/studio"));

test("a link logs its owner in once, within ten minutes, and the last one only", async () => {
  const { call, room } = studioOf(world);
  const closed = await room();
  expect(closed).toMatchObject({ open: false, locked: true });
  expect(closed).not.toHaveProperty("editor");
  const former = secretIn(await linkOf("marketer"));
  const text = await linkOf("marketer");
  expect(text).toContain(`${world.bot.origin}/studio/#/login/`);
  const redeem = (link: string) => call("login/link", { link });
  expect((await redeem(former)).status).toBe(410);
  expect((await redeem("x".repeat(43))).status).toBe(410);
  const entered = await redeem(secretIn(text));
  expect(entered.status).toBe(200);
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  expect(await room(cookie)).toMatchObject({
    open: true,
    editor: { id: world.lineId("marketer"), role: "marketer" },
  });
  expect((await redeem(secretIn(text))).status).toBe(410);

  const late = secretIn(await linkOf("owner"));
  world.clock.turn(600_000);
  expect((await redeem(late)).status).toBe(410);
  expect((await auditOf()).map((line) => line.split(" · ").slice(1).join(" · "))).toEqual([
    expect.stringMatching(/\/studio · log-in link sent/),
    expect.stringMatching(/\/studio · logged in/),
    expect.stringMatching(/\/studio · log-in link sent/),
    expect.stringMatching(/\/studio · log-in link sent/),
  ]);
  const file = new DatabaseSync(world.storeFile, { readOnly: true });
  const rows = ["studio_access", "audit", "inbox"].flatMap((table) =>
    file.prepare(`select * from ${table}`).all(),
  );
  file.close();
  expect(rows.length).toBeGreaterThan(4);
  for (const secret of [secretIn(text), cookie.split("=")[1] ?? ""]) {
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(world.logged.join("")).not.toContain(secret);
  }
});

test("a session survives a restart, ends with the role, by logging out, and after a week", async () => {
  const [marketer, owner, operator] = [
    await logInByLink(world, "marketer"),
    await logInByLink(world, "owner"),
    await studioOf(world).logInByPassword(password),
  ];
  await world.restart();
  const { room, call } = studioOf(world);
  for (const cookie of [marketer, owner, operator]) {
    expect(await room(cookie)).toMatchObject({ open: true });
  }
  expect(await room(operator)).toMatchObject({ editor: { id: "operator", role: "operator" } });

  const file = new DatabaseSync(world.storeFile);
  const setRole = (role: string) =>
    file.prepare("update staff set role = ? where line_id = ?").run(role, world.lineId("marketer"));
  setRole("cashier");
  expect(await room(marketer)).toMatchObject({ open: false });
  expect((await call("replies", undefined, marketer)).status).toBe(401);
  setRole("marketer");
  file.close();
  expect(await room(marketer)).toMatchObject({ open: true });
  expect((await call("logout", {}, owner)).status).toBe(200);
  expect(await room(owner)).toMatchObject({ open: false });
  world.clock.turn(12 * 3_600_000);
  expect(await room(operator)).toMatchObject({ open: false });
  world.clock.turn(7 * 86_400_000 - 12 * 3_600_000 - 1000);
  expect(await room(marketer)).toMatchObject({ open: true });
  world.clock.turn(1000);
  expect(await room(marketer)).toMatchObject({ open: false });
});

test("a session ends with a removal for good, and everywhere when its holder wants it", async () => {
  const { room, call } = studioOf(world);
  const [stolen, owner, others] = [
    await logInByLink(world, "marketer"),
    await logInByLink(world, "owner"),
    await logInByLink(world, "owner"),
  ];
  const unused = secretIn(await linkOf("marketer"));
  const invite = /\/join (\w+)/.exec(
    factsOf(await world.sendText("owner", "/invite marketer")),
  )?.[1];
  const asked = await world.sendText("owner", `/remove ${world.lineId("marketer")}`);
  await world.tapButton("owner", buttonIn(asked, /%2Fyes/));
  expect(await room(stolen)).toMatchObject({ open: false });
  await world.sendText("marketer", `/join ${invite}`);
  const again = await logInByLink(world, "marketer");
  expect(await room(again)).toMatchObject({ open: true });
  expect(await room(stolen), "from before the removal").toMatchObject({ open: false });
  expect((await call("login/link", { link: unused })).status, "from before").toBe(410);

  expect((await call("logout/everywhere", {}, owner)).status).toBe(200);
  for (const cookie of [owner, others]) expect(await room(cookie)).toMatchObject({ open: false });
  expect(await room(again), "another's").toMatchObject({ open: true });
  expect((await call("logout/everywhere", {})).status, "of nobody").toBe(200);
});

test("the dev channel sends the link, too; a manager gets none anywhere", async () => {
  const inDevChannel = { channel: embeddedDevAccount.id };
  const event = world.line.compose(
    world.lineId("marketer"),
    { type: "text", text: "/studio" },
    inDevChannel,
  );
  const { webhookEventId } = await world.line.deliver([event], inDevChannel);
  await world.bot.idle();
  const sent = world.line.sent.find((one) => one.webhookEventId === webhookEventId);
  const { call, room } = studioOf(world);
  const link = secretIn(factsOf(sent?.messages ?? []));
  const entered = await call("login/link", { link });
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  expect(await room(cookie)).toMatchObject({ editor: { role: "marketer" } });
  expect(await linkOf("manager")).toContain("/studio is only for: marketer or owner");
});
