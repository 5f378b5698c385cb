/** The exchange flow's single-use tokens over several replicas: each is used once. */
import { expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { startPlatform } from "../../emulators/loyalty/loyalty-world.ts";
import { manualClock } from "../../support/clock.ts";
import { takeDatabase } from "../../support/postgres.ts";

test("replicas that sign in at the same time renew one after another, each with the newest token", async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await takeDatabase());
  const clock = manualClock();
  const platform = await startPlatform({ clock });
  const used: string[] = [];
  const openReplica = async () => {
    const store = await openPostgresStore(database.url, {
      clock,
      databaseTime: clock.now,
      log: createLog("silent"),
    });
    stack.use(store);
    const { settings } = store;
    return platform.client({
      clock,
      direct: null,
      exchange: { exchangeToken: platform.credentials.exchange_token },
      tokens: {
        ...settings,
        async get(name) {
          const stored = await settings.get(name);
          used.push(stored ?? "the exchange token");
          return stored;
        },
      },
    });
  };
  const replicas = [await openReplica(), await openReplica(), await openReplica()];
  const ask = () => Promise.all(replicas.map((loyalty) => loyalty.getProfile({})));
  const count = (operation: "exchangeAccessToken" | "renewAccessToken") =>
    platform.requests({ operation }).length;
  await ask();
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 2]);
  clock.turn(3_600_000);
  await ask();
  expect([count("exchangeAccessToken"), count("renewAccessToken")]).toEqual([1, 5]);
  expect(new Set(used).size).toBe(6);
});
