/** Opens the world of a story: the app with emulators of its own, in a new folder that goes with it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp, type App } from "./app.ts";
import { startDemoLine } from "./embedded-line.ts";
import { openAnswerBook } from "./open-answer-book.ts";
import { publishTexts } from "../bot/i18n/published-texts.ts";
import { checkInSlices, withPublished, type Overrides } from "../bot/i18n/published-overrides.ts";
import { createMessages, type Catalogues } from "../bot/i18n/translate.ts";
import { createMovableClock, systemClock, type Clock } from "../clock.ts";
import type { Config, Secrets } from "../config/config.ts";
import {
  demoPeople,
  makePlatformFile,
  seededRandom,
  startLoyaltyEmulator,
} from "../emulators/loyalty/index.ts";
import { createLog } from "../observability/log.ts";
import { createMenus } from "../rich-menu/menus.ts";
import { openStore } from "../store/open.ts";
import type { OpenStoryWorld, StoryWorldOptions } from "../studio/stories/story-world.ts";

const log = createLog("silent");

/** Nothing of the real ones: a story must reach nobody. */
const noSecrets: Secrets = {
  line: { channelSecrets: [], accessToken: null },
  devLine: { channelSecrets: [], accessToken: null },
  connect: null,
  connectExchange: null,
  studioPassword: null,
  metricsToken: null,
  traceHeaders: {},
  databaseUrl: null,
};

export async function openStoryWorld(
  business: Config,
  { at, language, overrides }: StoryWorldOptions,
): ReturnType<OpenStoryWorld> {
  await using stack = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), "story-"));
  stack.defer(() => rmSync(dir, { recursive: true, force: true }));
  const clock = createMovableClock(systemClock);
  clock.move(at - systemClock.now());
  const config = { ...business, dataDir: join(dir, "data") };
  const catalogues = await publish(config, overrides, clock);
  const intents = new Map<string, string>();
  const file = join(dir, "platform.sqlite");
  writeFileSync(file, await seededFile(dir, at));
  const random = seededRandom("story");
  const platform = stack.use(await startLoyaltyEmulator({ port: 0, file, random, clock, log }));
  let app: App | null = null;
  const line = stack.use(
    await startDemoLine({
      config,
      port: 0,
      language,
      clock,
      log,
      webhookUrl: (path) => `${app?.origin}${path}`,
    }),
  );
  const running = stack.use(
    await createApp({
      config,
      secrets: noSecrets,
      clock,
      log,
      external: { line, loyalty: platform },
      onProcessed: (id, intent) => void intents.set(id, intent),
    }),
  );
  app = running;
  await running.isRead;
  const opened = stack.move();
  return {
    line,
    platform,
    clock,
    catalogues,
    people: demoPeople.map((person) => ({
      ...person,
      language: language ?? person.language,
      ownLanguage: person.language,
    })),
    idle: () => running.idle(),
    intentOf: (id) => intents.get(id),
    tiles: (shown) =>
      createMenus([shown], {
        messages: createMessages(catalogues, config.business.timeZone),
        brand: { registerUrl: config.registerUrl },
      }).flatMap(({ tiles }) => tiles.map(({ action }) => action)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** @returns the texts and answers with the overrides in them. */
async function publish(config: Config, overrides: Overrides, clock: Clock): Promise<Catalogues> {
  if (Object.keys(overrides).length > 0) {
    const { dataDir } = config;
    await using store = await openStore({ dataDir, databaseUrl: null }, { clock, log });
    await publishTexts(store, { overrides, at: clock.now(), author: "story" });
  }
  await checkInSlices(overrides);
  const { answers: published = {}, ...texts } = overrides;
  const answers = await openAnswerBook(config, null);
  await answers.prepare(published);
  return {
    ...withPublished(JSON.stringify(texts)).catalogues,
    answers: answers.of(published),
  };
}

/** The demo data of one moment: to copy a file takes a tenth of the time. */
let seeded: { at: number; file: Buffer } | null = null;

async function seededFile(dir: string, at: number): Promise<Buffer> {
  if (seeded?.at === at) return seeded.file;
  const path = join(dir, "seeded.sqlite");
  await makePlatformFile(path, at);
  const file = readFileSync(path);
  seeded = { at, file };
  return file;
}
