/** The complete bot with its studio, on free ports, in real time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createApp } from "../../src/app/app.ts";
import { storyWorlds } from "../../src/app/story-worlds.ts";
import { systemClock } from "../../src/clock.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/observability/log.ts";

export interface StudioBot extends AsyncDisposable {
  /** The studio's address, with a trailing slash. */
  url: string;
  /** The folder of stories, empty at first. */
  storiesDir: string;
}

/** @param menus whether rich menus are installed, soon after the start. */
export async function startStudioBot(
  env: Record<string, string> = {},
  { menus = false } = {},
): Promise<StudioBot> {
  const dir = mkdtempSync(join(tmpdir(), "studio-"));
  const app = await createApp({
    ...readConfig({
      PORT: "0",
      EMBEDDED_LINE_PORT: "0",
      EMBEDDED_CONNECT_PORT: "0",
      DATA_DIR: join(dir, "data"),
      STORIES_DIR: join(dir, "stories"),
      ...env,
    }),
    clock: systemClock,
    log: createLog("silent"),
    menus,
    storyWorlds,
  });
  return {
    url: `${app.origin}/studio/`,
    storiesDir: join(dir, "stories"),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}

/** Chooses somebody in the list of people, whose special cases may be folded. */
export async function choosePerson(page: Page, name: RegExp): Promise<void> {
  await page.locator("#people a").first().waitFor();
  const special = page.locator("details.special:not([open]) > summary");
  if ((await special.count()) > 0) await special.click();
  await page.getByRole("link", { name }).first().click();
}
