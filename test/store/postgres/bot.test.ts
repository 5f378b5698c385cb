/** The bot and the operator's commands on Postgres, as processes of their own. */
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../../support/bot-process.ts";
import { callCommand, spawnCommand } from "../../support/operator.ts";
import { createDatabase, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { textOf } from "../../support/views.ts";

let database: TestDatabase;
let bot: BotProcess;
beforeEach(async () => {
  database = await createDatabase();
  bot = await createBotProcess();
  await bot.start({ DATABASE_URL: database.url, LEDGER: "mirror" });
});
afterEach(async () => {
  await bot[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const somchai = demoPeople[0]?.lineId ?? "";
const askForPoints = () => bot.line.act(somchai, { type: "text", text: "points" });
const repliesTo = (id: string) => bot.line.sent.filter((sent) => sent.webhookEventId === id);
const answered = async (id: string) => textOf((await bot.line.nextReply(id)).messages);
const lookups = () => bot.platform.requests({ operation: "getProfile" }).length;
const openEvents = () => database.query("select id from inbox where state = 'open'");

/** Another process on the same database, LINE and platform. */
async function startSecond(): Promise<BotProcess> {
  const second = await createBotProcess();
  const [business] = bot.platform.credentials.businesses;
  await second.start({
    DATABASE_URL: database.url,
    LINE_API_BASE_URL: bot.line.origin,
    CONNECT_BASE_URL: bot.platform.baseUrl,
    CONNECT_BUSINESS_CODE: business?.code ?? "",
    CONNECT_API_KEY: business?.api_key ?? "",
    CONNECT_API_SECRET: business?.api_secret ?? "",
  });
  return second;
}

describe("a bot on Postgres", () => {
  test("answers, and leaves nothing open when it stops", async () => {
    const { status, webhookEventId } = await askForPoints();
    expect(status).toBe(200);
    expect(await answered(webhookEventId)).toContain("1,250");
    const ready = await fetch(`${bot.origin}/readyz`);
    expect(await ready.json()).toMatchObject({
      status: "ready",
      oldestEventMs: expect.any(Number),
      replica: { id: 1, takeOvers: 0 },
    });
    const metrics = await (await fetch(`${bot.origin}/metrics`)).text();
    expect(metrics).toContain("loyalty_bot_lease_held 1");
    // What one replica alone may do.
    const elected = [
      "ledger mirror",
      "notice pushes",
      "publications",
      "reconciliation",
      "retention",
    ];
    const leaders = () => database.query("select job from leaders order by job");
    await until(async () => (await leaders()).length >= elected.length, "the elections");
    expect(await leaders()).toEqual(elected.map((job) => ({ job })));
    expect(await bot.stop()).toBe(0);
    expect(await openEvents()).toEqual([]);
    expect(await database.query("select from replicas")).toEqual([]);
    expect(await database.query("select from lanes")).toEqual([]);
  });

  test("answers after a kill what it had accepted", async () => {
    bot.platform.faults.add({ kind: "silence", operation: "getProfile" });
    const { webhookEventId } = await askForPoints();
    await bot.kill();
    bot.platform.faults.clear();
    await bot.start({ DATABASE_URL: database.url });
    expect(await answered(webhookEventId)).toContain("1,250");
  });

  test("that is frozen is taken over by another, and changes nothing when it wakes up", async () => {
    await using second = await startSecond();
    bot.platform.faults.add({ kind: "silence", operation: "getProfile", times: 1 });
    const { webhookEventId } = await askForPoints();
    await until(() => lookups() > 0, "the first process's work");
    process.kill(bot.pid, "SIGSTOP");
    expect(await answered(webhookEventId)).toContain("1,250");
    process.kill(bot.pid, "SIGCONT");
    await until(() => bot.log().includes("the lease was lost"), "the first process's wake-up");
    const next = await askForPoints();
    expect(await answered(next.webhookEventId)).toContain("1,250");
    expect(await second.stop()).toBe(0);
    expect(await bot.stop()).toBe(0);
    expect(repliesTo(webhookEventId)).toHaveLength(1);
    expect(await openEvents()).toEqual([]);
  });
});

/** Runs an operator's command with the address of the database. */
const run = (args: string[], env: Record<string, string> = {}) =>
  callCommand(args, { cwd: tmpdir(), env: { DATABASE_URL: database.url, ...env } });

const isParked = async () =>
  (await database.query("select from inbox where state = 'parked'")).length > 0;

test("the operator's commands use the database, and print no password", async () => {
  bot.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
  await askForPoints();
  await until(isParked, "the parked event");
  const listed = await spawnCommand(["parked", "list"], {
    cwd: tmpdir(),
    env: { DATABASE_URL: database.url },
  });
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ .* refused /) });
  const [id = ""] = listed.stdout.split(" ");
  expect((await run(["parked", "retry", id])).code).toBe(0);
  await until(async () => !(await isParked()), "the retry");
  expect((await run(["staff", "list"])).code).toBe(0);
  expect(listed.dataDir).toMatch(/^the database\/test_\w+ at localhost, DATABASE_URL set in/);
  const refused = { code: 1, stderr: expect.stringContaining("the store is on Postgres") };
  expect(await run(["backup", "file"])).toMatchObject(refused);
  expect(await run(["restore", "file"])).toMatchObject(refused);
  const nowhere = await run(["parked", "list"], {
    DATABASE_URL: "postgres://user:a-password@127.0.0.1:1/none",
  });
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing listens there"),
  });
  expect(nowhere.stderr).not.toContain("a-password");
  const empty = await createDatabase();
  const none = await run(["parked", "list"], { DATABASE_URL: empty.url });
  expect(none.stderr).toContain("no store in this database; is the environment loaded?");
  await empty[Symbol.asyncDispose]();
});
