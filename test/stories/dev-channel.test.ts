/** The dev channel: impersonation, reply previews and dry runs; who may see real members. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { until } from "../support/until.ts";
import { buttonIn } from "../support/staff.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";

const channel = embeddedDevAccount.id;

/** Somebody does something in the dev channel, and sees this. */
async function act(world: World, label: string, action: PersonAction): Promise<readonly Message[]> {
  const event = world.line.compose(world.lineId(label), action, { channel });
  const { status, webhookEventId } = await world.line.deliver([event], { channel });
  expect(status).toBe(200);
  await world.bot.idle();
  return world.line.sent.find((sent) => sent.webhookEventId === webhookEventId)?.messages ?? [];
}

const write = (world: World, label: string, text: string) =>
  act(world, label, { type: "text", text });

const textsOf = (messages: readonly Message[]) =>
  messages.map((one) => ("altText" in one ? one.altText : one.type === "text" ? one.text : ""));

const calls = (world: World, operation: Parameters<World["platform"]["requests"]>[0]) =>
  world.platform.requests(operation).length;

test("/as impersonates a member or a stranger, /reset ends it; every message has the sender TEST", async () => {
  await using world = await createWorld();
  expect(textsOf(await write(world, "marketer", "points")).join()).toContain("1,250 points");
  const [as] = await write(world, "marketer", "/as Olivia Brown");
  expect(as).toMatchObject({ type: "text", sender: { name: "TEST" } });
  const points = await write(world, "marketer", "points");
  expect(textsOf(points).join()).toContain("18,400 points");
  expect(points.every(({ sender }) => sender?.name === "TEST")).toBe(true);
  await world.restart();
  expect(textsOf(await write(world, "marketer", "points")).join()).toContain("18,400 points");

  await write(world, "marketer", "/as nobody");
  expect(textsOf(await write(world, "marketer", "points")).join()).toContain("Welcome to");
  await write(world, "marketer", "/reset");
  expect(textsOf(await write(world, "marketer", "points")).join()).toContain("1,250 points");
});

test("impersonation doesn't reach the members' channel", async () => {
  await using world = await createWorld();
  await write(world, "marketer", "/as Olivia Brown");
  const reply = textsOf(await world.sendText("marketer", "points")).join();
  expect(reply).not.toContain("18,400");
  expect(textsOf(await world.sendText("marketer", "/as Olivia Brown")).join()).not.toContain(
    "Olivia",
  );
});

test("a slow lookup in the members' channel doesn't delay the dev channel", async () => {
  await using world = await createWorld();
  await write(world, "marketer", "help");
  world.platform.faults.add({ kind: "silence", operation: "getProfile", times: 1 });
  const id = world.lineId("marketer");
  await world.line.act(id, { type: "text", text: "points" });
  await until(() => calls(world, { operation: "getProfile" }) === 1, "the lookup");
  const event = world.line.compose(id, { type: "text", text: "help" }, { channel });
  await world.line.deliver([event], { channel });
  const isAnswered = ({ webhookEventId }: { webhookEventId?: string | undefined }) =>
    webhookEventId === event.webhookEventId;
  await until(() => world.line.sent.some(isAnswered), "the answer");
  expect(world.line.sent.filter(({ chatId }) => chatId === id).every(isAnswered)).toBe(false);
});

test("/as shows a chooser when several members match", async () => {
  await using world = await createWorld();
  const [chooser] = await write(world, "marketer", "/as 0800000013");
  const data = buttonsOf(chooser).find((button) => /as.*id/.test(button.data ?? ""))?.data;
  expect(data).toBeDefined();
  const [played] = await act(world, "marketer", { type: "postback", data: data ?? "" });
  expect(textsOf(played ? [played] : []).join()).toContain("we answer you as");
});

test("/preview shows every reply of /replies, in any language", async () => {
  await using world = await createWorld({ LIMIT_MESSAGES_PER_SENDER_MINUTE: "600" });
  const [list] = await write(world, "stranger", "/replies");
  const names = [...stringsOf(list).matchAll(/\/preview ([a-z-]+)$/gm)].map(([, name]) => name);
  expect(names).toContain("balance");
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const shown = await write(world, "stranger", `/preview ${name} ja`);
    expect({ name, count: shown.length > 0 && shown.length <= 5 }).toEqual({ name, count: true });
    expect(shown.every(({ sender }) => sender?.name === "TEST")).toBe(true);
  }
  expect(textsOf(await write(world, "stranger", "/preview balance ja")).join()).toContain(
    "ポイント",
  );
  expect(stringsOf(await write(world, "stranger", "/preview nonsense"))).toContain("balance");
});

test("a confirmed write and a redemption are dry runs: their calls are shown, not sent", async () => {
  await using world = await createWorld();
  const [question] = await write(world, "manager", "/add 8800-0010-0005 50");
  const yes = buttonsOf(question).find((button) => button.data?.startsWith("do=%2Fyes"))?.data;
  expect(yes).toBeDefined();
  const [reply] = await act(world, "manager", { type: "postback", data: yes ?? "" });
  expect(reply).toMatchObject({ sender: { name: "TEST" } });
  expect(textsOf(reply ? [reply] : []).join()).toContain("addPoint");
  expect(calls(world, { operation: "addPoint" })).toBe(0);
  const [again] = await act(world, "manager", { type: "postback", data: yes ?? "" });
  expect(textsOf(again ? [again] : []).join()).toMatch(/^Not done: [^]*Test: nothing was sent\.$/);
  expect(calls(world, { operation: "addPoint" })).toBe(0);

  await write(world, "manager", "/as Olivia Brown");
  const tap = async (data: string) => act(world, "manager", { type: "postback", data });
  const asked = await tap(buttonIn(await write(world, "manager", "rewards"), /do=redeem&/));
  const redeemed = await tap(buttonIn(asked, /yes=/));
  expect(redeemed[0]).toMatchObject({ sender: { name: "TEST" } });
  expect(textsOf(redeemed).join()).toContain("burnPoint");
  using store = new DatabaseSync(world.storeFile, { readOnly: true });
  const states = store.prepare("select state from orders where kind = 'redeeming'").all();
  expect(states.map(({ state }) => state)).toEqual(["open"]);
  for (const operation of ["burnPoint", "giveCouponToMemberId"] as const) {
    expect(calls(world, { operation })).toBe(0);
  }
});

test("draft translations are read from WORDS_DIR for each reply", async () => {
  const dir = mkdtempSync(join(tmpdir(), "words-"));
  try {
    await using world = await createWorld({ WORDS_DIR: dir });
    const writeDraft = (text: string) =>
      writeFileSync(join(dir, "en.json"), JSON.stringify({ "unknown.body": text }));
    writeDraft("First try");
    expect(textsOf(await write(world, "marketer", "/preview unknown en"))[0]).toBe("First try");
    writeDraft("Second try");
    expect(textsOf(await write(world, "marketer", "/preview unknown en"))[0]).toBe("Second try");
    writeDraft("{broken");
    expect(textsOf(await write(world, "marketer", "/preview unknown en")).join()).toMatch(/Sorry/);
    expect(textsOf(await world.sendText("olivia", "gibberish")).join()).not.toMatch(/First|Second/);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

/** A bot whose platform counts as real. */
const withRealPlatform = () =>
  createWorld(({ baseUrl, credentials: { businesses } }) => ({
    STUDIO: "off",
    CONNECT_BASE_URL: baseUrl,
    CONNECT_BUSINESS_CODE: businesses[0]?.code ?? "",
    CONNECT_API_KEY: businesses[0]?.api_key ?? "",
    CONNECT_API_SECRET: businesses[0]?.api_secret ?? "",
  }));

test("marketers, managers and owners may impersonate real members, each time with an audit entry", async () => {
  await using world = await withRealPlatform();
  for (const label of ["stranger", "olivia", "cashier", "former-cashier"]) {
    const reply = textsOf(await write(world, label, "/as Olivia Brown")).join();
    expect({ label, refused: reply.includes("only") }).toEqual({ label, refused: true });
    expect(textsOf(await write(world, label, "points")).join()).not.toContain("18,400");
    expect(textsOf(await write(world, label, "/find Olivia Brown")).join()).not.toContain("Olivia");
  }
  for (const label of ["marketer", "manager", "owner"]) {
    await write(world, label, "/as Olivia Brown");
    expect(textsOf(await write(world, label, "points")).join()).toContain("18,400");
  }
  const audit = textsOf(await world.sendText("manager", "/audit")).join("\n");
  expect(audit.match(/\/as · viewed\nOlivia B\. •••0105/g)).toHaveLength(3);
});

test("a removal from the staff ends the impersonation at once", async () => {
  await using world = await withRealPlatform();
  await write(world, "marketer", "/as Olivia Brown");
  expect(textsOf(await write(world, "marketer", "points")).join()).toContain("18,400");
  const removal = buttonIn(await world.sendText("owner", "/remove Mint"), /%2Fyes/);
  expect(textsOf(await world.tapButton("owner", removal)).join()).toContain("Mint");
  expect(textsOf(await write(world, "marketer", "points")).join()).not.toContain("18,400");
});

test("/remove is a dry run in the dev channel: nobody is removed", async () => {
  await using world = await createWorld();
  const yes = buttonIn(await write(world, "owner", "/remove Ploy"), /%2Fyes/);
  const shown = textsOf(await act(world, "owner", { type: "postback", data: yes })).join();
  expect(shown).toMatch(/^Test: nothing was sent\.[\s\S]*remove[\s\S]*Ploy/);
  expect(textsOf(await world.sendText("cashier", "/find 0999999999")).join()).toContain(
    "no member",
  );
  expect(textsOf(await world.sendText("owner", "/audit")).join()).not.toContain("removed");
});

test("/join works in the dev channel", async () => {
  await using world = await createWorld();
  const invited = textsOf(await world.sendText("owner", "/invite marketer"));
  const code = invited.find((words) => words.startsWith("/join"));
  expect(code).toBeDefined();
  const [joined] = textsOf(await write(world, "stranger", code ?? ""));
  expect(joined).toContain("You have joined as");
  expect(textsOf(await write(world, "stranger", "/help")).join()).toContain("/help");
});

test("/help lists the dev commands to everybody, and to staff their commands too", async () => {
  await using world = await createWorld();
  const usages = ["/as <who>", "/as nobody", "/preview", "/replies", "/reset"];
  const reply = textsOf(await write(world, "stranger", "/help"));
  expect(reply).toHaveLength(1);
  for (const order of usages) expect(reply.join()).toContain(order);
  const [here, anywhere] = textsOf(await write(world, "manager", "/help"));
  for (const order of usages) expect(here).toContain(order);
  expect(anywhere).toContain("/gift");
  expect(textsOf(await world.sendText("manager", "/help")).join()).not.toContain("/preview");
});

test("a webhook signed with the other channel's secret is refused", async () => {
  await using world = await createWorld();
  const event = world.line.compose(world.lineId("olivia"), { type: "text", text: "points" });
  const response = await fetch(`${world.bot.origin}/webhook/dev`, {
    method: "POST",
    headers: { "x-line-signature": "bm8=", "content-type": "application/json" },
    body: JSON.stringify({ destination: "U", events: [event] }),
  });
  expect(response.status).toBe(401);
});
