/** A language that one replica stored is the one of the others within seconds, without more calls to LINE. */
import { expect, test } from "vitest";
import { embeddedAccount } from "../../../src/app/embedded-accounts.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { manualClock } from "../../support/clock.ts";
import { takeDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { textOf } from "../../support/views.ts";
import { createWorld } from "../../support/world.ts";

const thai = /[\u0e00-\u0e7f]{9}/;
const open = (url: string) =>
  openPostgresStore(url, { attach: true, clock: manualClock(), log: createLog("silent") });
const choice = (lineId: string) => ({ kind: "language", lineId, language: "th" }) as const;

test("a bot on Postgres reads a chosen language again after seconds", async () => {
  await using database = await takeDatabase();
  await using world = await createWorld({ DATABASE_URL: database.url });
  const help = async () => textOf(await world.sendText("olivia", "help"));
  expect(await help()).not.toMatch(thai);
  await using other = await open(database.url);
  await other.lineUsers.write(embeddedAccount.botUserId, [choice(world.lineId("olivia"))]);
  let isThai = false;
  for (let second = 0; second < 30 && !isThai; second++) {
    world.clock.turn(1000);
    isThai = thai.test(await help());
  }
  expect(isThai).toBe(true);
});

test("a language that another process has stored is the bot's at once", async () => {
  await using database = await takeDatabase();
  await using world = await createWorld({ DATABASE_URL: database.url });
  const help = async () => textOf(await world.sendText("olivia", "help"));
  expect(await help()).not.toMatch(thai);
  await using other = await open(database.url);
  // The clock isn't turned: what is cached would stay. The bot may not listen yet when it is stored first.
  await until(async () => {
    await other.lineUsers.write(embeddedAccount.botUserId, [choice(world.lineId("olivia"))]);
    return thai.test(await help());
  }, "the other language");
});
