/** How answers of the shop's own are published: from files and drafts, with the history, the undo and the dev channel. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import { settingsKeys } from "../../src/config/settings-keys.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { PublishingOverview } from "../../src/studio/server/draft-types.ts";
import { callCommand } from "../support/operator.ts";
import { studioOf } from "../support/studio.ts";
import { stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

/** The longest time until members get what was published. */
const takenMs = 5000;

let dir: string;
let world: World;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "answers-"));
  world = await createWorld({ ANSWERS_DIR: dir });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const write = (name: string, answer: unknown) =>
  writeFileSync(
    join(dir, `${name}.json`),
    typeof answer === "string" ? answer : JSON.stringify(answer),
  );
const answers = (...args: string[]) =>
  callCommand(["answers", ...args], {
    cwd: dir,
    env: { DATA_DIR: dirname(world.storeFile), ANSWERS_DIR: dir },
  });
/** Publishes files, and lets the running bot take them. */
async function publish(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, answer] of Object.entries(files)) write(name, answer);
  expect(await answers("publish")).toMatchObject({ code: 0, stderr: "" });
  await world.advanceTime(takenMs);
}
const asks = async (text: string, label = "olivia") => textOf(await world.sendText(label, text));

const pets = {
  phrases: { en: ["pets", "Are dogs allowed"], th: ["สัตว์เลี้ยง"] },
  reply: { en: "Dogs are welcome, {name}.", th: "ยินดีต้อนรับสุนัขค่ะ คุณ{name}" },
};

test("an answer is published from a file while the bot runs, listed, and taken back", async () => {
  expect(await asks("pets")).toContain("didn’t understand");
  write("pets", pets);
  const { code, stdout } = await answers("check");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "1 answer: no fault\nwarning: pets.json: its reply has no text in ja, zh-TW\n",
  });
  expect(await asks("pets"), "checked isn't published").not.toContain("welcome");
  const published = await answers("publish", "--by", "Mint");
  expect(published).toMatchObject({ code: 0, stderr: "" });
  await world.advanceTime(takenMs);
  expect(await asks("Are DOGS allowed?")).toBe("Dogs are welcome, Olivia.");
  expect(await asks("ｐｅｔｓ please")).toBe("Dogs are welcome, Olivia.");
  expect(await asks("are dogs allowed in the evening")).not.toContain("welcome");
  await world.restart();
  expect(await asks("pets")).toContain("welcome");
  expect((await answers("list")).stdout).toMatch(
    /^pets +pets, Are dogs allowed, สัตว์เลี้ยง +th, en$/m,
  );
  expect((await answers("history")).stdout).toMatch(/^#1 .* Mint {2}1 answer: answers pets$/m);
  expect(stringsOf(await world.sendText("owner", "/audit 1"))).toMatch(
    /\/answers · published\nMint #1/,
  );
  expect(await answers("undo", "--by", "Ploy")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Undone: #1"),
  });
  await world.advanceTime(takenMs);
  expect(await asks("pets")).not.toContain("welcome");
  expect(await answers("undo")).toMatchObject({ code: 1 });
});

test("a published answer that is faulty to this version is left out and named, and never stops a start", async () => {
  await using store = openSqliteStore(dirname(world.storeFile), world.clock, { attach: true });
  const texts = {
    pets: JSON.stringify(pets),
    points: JSON.stringify({ phrases: { en: ["points"] }, reply: { en: "No." } }),
    broken: "{",
  };
  await store.settings.set(settingsKeys.publishedAnswers, JSON.stringify(texts));
  await world.restart();
  expect(await asks("pets")).toContain("welcome");
  expect(await asks("points")).toContain("18,400");
  const logged = world.logged.join("");
  expect(logged).toContain(
    'answers points: phrases.en.0: the bot understands \\"points\\" already',
  );
  expect(logged).toContain("answers broken: ");
});

test("answers are written, published and undone in the studio, and shown in the dev channel before", async () => {
  const { call } = studioOf(world);
  const json = JSON.stringify(pets);
  expect((await call("answers", { name: "pets", text: json })).status).toBe(200);
  await world.advanceTime(takenMs);
  expect(await asks("pets"), "a draft").not.toContain("welcome");
  const inDev = async (text: string): Promise<readonly Message[]> => {
    const channel = embeddedDevAccount.id;
    const event = world.line.compose(world.lineId("marketer"), { type: "text", text }, { channel });
    const { webhookEventId } = await world.line.deliver([event], { channel });
    await world.bot.idle();
    return world.line.sent.find((sent) => sent.webhookEventId === webhookEventId)?.messages ?? [];
  };
  expect(stringsOf(await inDev("pets"))).toContain("Dogs are welcome");
  expect(stringsOf(await inDev("/preview pets en"))).toContain("Dogs are welcome, ");
  expect(stringsOf(await inDev("/replies"))).toContain("/preview pets");
  const { drafts } = (await (await call("drafts")).json()) as PublishingOverview;
  const seen = { version: drafts[0]?.version, publication: 0 };
  expect((await call("drafts/operator", { do: "publish", seen })).status).toBe(200);
  expect(await asks("pets")).toContain("welcome");
  write("tea", { phrases: { en: ["tea"] }, reply: { en: "Green." } });
  expect(await answers("publish")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("other answers for: answers pets"),
  });
  expect((await call("publications/undo", { publication: 1 })).status).toBe(200);
  expect(await asks("pets")).not.toContain("welcome");
});

test("a draft of which one answer has become faulty isn't published, not even the others in it", async () => {
  const { call } = studioOf(world);
  const tea = { phrases: { en: ["tea"] }, reply: { en: "Green." } };
  for (const [name, answer] of Object.entries({ pets, tea })) {
    expect((await call("answers", { name, text: JSON.stringify(answer) })).status).toBe(200);
  }
  await publish({ drinks: { phrases: { en: ["tea"] }, reply: { en: "Black." } } });
  const { drafts } = (await (await call("drafts")).json()) as PublishingOverview;
  const seen = { version: drafts[0]?.version, publication: 1 };
  const refused = await call("drafts/operator", { do: "publish", seen });
  expect(await refused.json()).toMatchObject({ refusal: "faulty" });
  await world.advanceTime(takenMs);
  expect(await asks("tea")).toBe("Black.");
  expect(await asks("pets")).not.toContain("welcome");
});

test("the dev channel shows the answers in ANSWERS_DIR where there is no draft", async () => {
  write("pets", pets);
  const channel = embeddedDevAccount.id;
  const event = world.line.compose(
    world.lineId("marketer"),
    { type: "text", text: "pets" },
    { channel },
  );
  const { webhookEventId } = await world.line.deliver([event], { channel });
  await world.bot.idle();
  const sent = world.line.sent.find((one) => one.webhookEventId === webhookEventId);
  expect(stringsOf(sent?.messages)).toContain("Dogs are welcome");
});

test("undo takes back the last publication of the same command only", async () => {
  await publish({ pets });
  writeFileSync(join(dir, "en.json"), JSON.stringify({ "balance.number": "Petal number" }));
  rmSync(join(dir, "pets.json"));
  const words = (...args: string[]) =>
    callCommand(["words", ...args], {
      cwd: dir,
      env: { DATA_DIR: dirname(world.storeFile), WORDS_DIR: dir },
    });
  expect(await words("publish")).toMatchObject({ code: 0 });
  await world.advanceTime(takenMs);
  expect(await asks("pets"), "texts leave answers as they are").toContain("welcome");
  expect(await answers("undo")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("#2, changed texts only: words undo takes it back"),
  });
  expect(await words("undo")).toMatchObject({ code: 0 });
  expect(await answers("undo")).toMatchObject({ code: 0 });
});

test("answers are exported as files, never over what somebody wrote", async () => {
  write("hours", pets);
  const { code, stdout } = await answers("export");
  expect(code).toBe(0);
  expect(stdout).toContain(`left ${join(dir, "hours.json")} as it is`);
  expect(stdout).toContain(`wrote ${join(dir, "wifi.json")}`);
  rmSync(join(dir, "hours.json"));
  expect(await answers("check")).toMatchObject({ code: 0 });
});
test("keyword answers come from a CSV file", async () => {
  const file = join(dir, "keywords.csv");
  writeFileSync(
    file,
    'phrase,reply,language\nGift card,"Ask at the till, please",en\ngift cards,"Ask at the till, please",EN\nบัตรของขวัญ,ถามที่ร้าน,th\n',
  );
  expect(await answers("import", file)).toMatchObject({ code: 0, stderr: "" });
  await publish({});
  expect(await asks("gift cards")).toBe("Ask at the till, please");
  expect(await asks("บัตรของขวัญ")).toBe("ถามที่ร้าน");
});
