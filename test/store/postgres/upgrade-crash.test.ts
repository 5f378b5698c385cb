/** A bot that is killed while it upgrades a store of a former version: nothing has changed, and the next start upgrades it. */
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { demoPeople } from "../../../src/emulators/loyalty/index.ts";
import { schemaVersion } from "../../../src/store/schema.ts";
import { makeFolder } from "../../../src/store/sqlite/open.ts";
import { schemaIn } from "../../../src/store/sqlite/upgrade-check.ts";
import { formerDatabase, writeFormerStore } from "../former/write.ts";
import { createBotProcess, type BotProcess } from "../../support/bot-process.ts";
import { createDatabase } from "../../support/postgres.ts";

const killed = `--import ${resolve(import.meta.dirname, "../../support/killed-in-upgrade.ts")}`;
const lineId = demoPeople[0]?.lineId ?? "";

async function answers(bot: BotProcess): Promise<void> {
  const { status, webhookEventId } = await bot.line.act(lineId, { type: "text", text: "help" });
  expect(status).toBe(200);
  await bot.line.nextReply(webhookEventId);
}

test("on SQLite", async () => {
  await using bot = await createBotProcess();
  const folder = join(bot.dataDir, "bot");
  makeFolder(folder);
  writeFormerStore(join(folder, "bot.sqlite"));
  await expect(bot.start({ NODE_OPTIONS: killed })).rejects.toThrow("ended with null");
  expect(schemaIn(folder)).toMatchObject({ stored: 20, isUsable: true });
  await bot.start();
  await answers(bot);
  expect(schemaIn(folder)).toMatchObject({ stored: schemaVersion });
});

test("on Postgres", async () => {
  await using database = await createDatabase();
  await database.query(formerDatabase);
  const versions = () => database.query("select version from schema_info");
  await using bot = await createBotProcess();
  const env = { DATABASE_URL: database.url };
  await expect(bot.start({ ...env, NODE_OPTIONS: killed })).rejects.toThrow("ended with null");
  expect(await versions()).toEqual([{ version: 12 }]);
  await bot.start(env);
  await answers(bot);
  expect(await versions()).toEqual([{ version: schemaVersion }]);
});
