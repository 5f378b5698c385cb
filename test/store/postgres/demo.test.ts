/** The demo with its store on Postgres. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../../src/app/app.ts";
import { systemClock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/observability/log.ts";
import { takeDatabase } from "../../support/postgres.ts";

test("the embedded platform makes the DATA_DIR, which the store doesn't need", async () => {
  const dir = mkdtempSync(join(tmpdir(), "demo-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await using database = await takeDatabase();
  const settings = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: join(dir, "not", "there"),
    PORT: "0",
    EMBEDDED_LINE_PORT: "0",
    EMBEDDED_CONNECT_PORT: "0",
    STUDIO: "off",
  });
  await using app = await createApp({
    ...settings,
    clock: systemClock,
    log: createLog("silent"),
  });
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);
});
