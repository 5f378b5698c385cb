/** Texts published over one Postgres: every replica takes them within 5 seconds. */
import { expect, test } from "vitest";
import { settingsKeys } from "../../../src/config/settings-keys.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { handClock } from "../../support/clock.ts";
import { createDatabase } from "../../support/postgres.ts";
import { textOf } from "../../support/views.ts";
import { createWorld } from "../../support/world.ts";

test("texts that are published reach two replicas within 5 seconds, without a restart", async () => {
  await using database = await createDatabase();
  await using first = await createWorld({ DATABASE_URL: database.url });
  await using second = await createWorld({ DATABASE_URL: database.url });
  const points = async () => [
    textOf(await first.says("olivia", "points")),
    textOf(await second.says("hina", "points")),
  ];
  for (const reply of await points()) expect(reply).not.toContain("PETALS");
  await using operator = await openPostgresStore(database.url, {
    attach: true,
    clock: handClock(),
    log: createLog("silent"),
  });
  const texts = { "balance.number": "PETALS" };
  await operator.settings.set(
    settingsKeys.publishedOverrides,
    JSON.stringify({ en: texts, ja: texts }),
  );
  let isTaken = false;
  // Second by second, so that the replicas keep their leases.
  for (let seconds = 0; seconds < 5 && !isTaken; seconds++) {
    for (const { clock } of [first, second]) clock.turn(1000);
    isTaken = (await points()).every((reply) => reply.includes("PETALS"));
  }
  expect(isTaken).toBe(true);
});
