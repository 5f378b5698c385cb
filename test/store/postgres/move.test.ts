/** A bot that moves from SQLite to Postgres by the operator's command goes on where it was. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { demoPeople } from "../../../src/emulators/loyalty/index.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openStore } from "../../../src/store/open.ts";
import { createBotProcess } from "../../support/bot-process.ts";
import { callCommand } from "../../support/operator.ts";
import { statesIn } from "../../support/inbox.ts";
import { createDatabase } from "../../support/postgres.ts";
import { buttonIn, factsOf } from "../../support/staff.ts";
import { until } from "../../support/until.ts";
import { textOf } from "../../support/views.ts";

const lineIdOf = (name: string) => demoPeople.find(({ label }) => label === name)?.lineId ?? "";
const owner = lineIdOf("olivia");
const somchai = lineIdOf("somchai");

test("its audit, a parked event and an open question are on Postgres, and are worked on there", async () => {
  await using database = await createDatabase();
  await using bot = await createBotProcess();
  const env = { STAFF_OWNER_LINE_IDS: owner };
  const dataDir = join(bot.dataDir, "bot");
  const url = database.url.replace("postgres@", "postgres:a-password@");
  const writes = async (who: string, text: string) => {
    const { webhookEventId } = await bot.line.act(who, { type: "text", text });
    return (await bot.line.nextReply(webhookEventId)).messages;
  };
  const taps = async (data: string) => {
    const { webhookEventId } = await bot.line.act(owner, { type: "postback", data });
    return factsOf((await bot.line.nextReply(webhookEventId)).messages);
  };
  const run = (args: string[], more: Record<string, string> = {}) =>
    callCommand(args, { cwd: tmpdir(), env: { DATA_DIR: dataDir, ...env, ...more } });
  const copy = (more?: Record<string, string>) => run(["store", "copy", "--to", url], more);
  const audit = async (databaseUrl: string | null) => {
    const log = createLog("silent");
    const options = { attach: true, clock: systemClock, log };
    await using store = await openStore({ dataDir, databaseUrl }, options);
    return await store.audit.all();
  };

  await bot.start(env);
  expect(await taps(buttonIn(await writes(owner, "/gift iced 0800000001"), /%2Fyes/))).toContain(
    "Given: 1",
  );
  const question = buttonIn(await writes(owner, "/gift iced 0800000001"), /%2Fyes/);
  bot.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
  await bot.line.act(somchai, { type: "text", text: "points" });
  await until(() => statesIn(join(dataDir, "bot.sqlite"))["parked"] === 1, "the parked event");
  expect(await copy()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("another process owns this DATA_DIR"),
  });
  expect(await bot.stop()).toBe(0);

  const elsewhere = await copy({ DATABASE_URL: "postgres://host/another" });
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining("than --to") });
  const copied = await copy();
  expect(copied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^audit +2 rows /m) });
  const again = await copy();
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("isn't empty") });
  for (const { stdout, stderr } of [elsewhere, copied, again]) {
    expect(stdout + stderr).not.toContain("a-password");
  }

  await bot.start({ ...env, DATABASE_URL: url });
  expect(await audit(url)).toEqual(await audit(null));
  expect(await taps(question)).toContain("Given: 1");
  const onPostgres = { DATABASE_URL: url };
  const [id = ""] = (await run(["parked", "list"], onPostgres)).stdout.split(" ");
  expect((await run(["parked", "retry", id], onPostgres)).code).toBe(0);
  const isAnswered = () => bot.line.sent.some(({ messages }) => textOf(messages).includes("1,250"));
  await until(isAnswered, "the answer");
});
