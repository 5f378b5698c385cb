/** Composes the embedded LINE and the studio's chat alone, for a bot that isn't this one. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { LineFault } from "../emulators/line/faults.ts";
import { startLineEmulator, type LineEmulator } from "../emulators/line/index.ts";
import type { Delivery } from "../emulators/line/webhooks.ts";
import { createStudioServer } from "../http/server.ts";
import { listen } from "../http/listen.ts";
import type { Log } from "../observability/log.ts";
import { scaleDown } from "../rich-menu/render-png.ts";
import { makeDataDir } from "../store/sqlite/open.ts";
import { createEventRecorder } from "../studio/server/event-recorder.ts";
import { createStudio } from "../studio/server/studio.ts";
import { namingAddress } from "./address-fault.ts";
import { demoGroup, linePeople, newCredentials } from "./embedded-line.ts";
import { embeddedAccount } from "./embedded-accounts.ts";

export interface LineServeOptions {
  /** Where the bot takes its webhooks. */
  webhook: string;
  /** The account's display name. */
  name: string;
  /** Pushed messages a month; undefined = any number. */
  quota: number | undefined;
  /** Whether failed deliveries are repeated. */
  redeliver: boolean;
  /** What fails from the start. */
  faults: readonly LineFault[];
  /** Whether the account's chat is on, so that messages stay unread until the bot marks them. */
  hasChat: boolean;
  /** Keeps the channel's secret and token. */
  dataDir: string;
  linePort: number;
  studioPort: number;
  clock: Clock;
  log: Log;
}

export interface LineServer extends AsyncDisposable {
  line: LineEmulator;
  /** What the bot has to be given. */
  channel: { id: string; secret: string; accessToken: string };
  /** The address of the page. */
  studio: string;
}

const credentials = z.object({ secret: z.string().min(1), accessToken: z.string().min(1) });

/** @throws {ConfigError} if an address is not available. */
export async function startLineServer(options: LineServeOptions): Promise<LineServer> {
  const { webhook, name, redeliver, hasChat, clock, log } = options;
  await using starting = new AsyncDisposableStack();
  const channel = { id: embeddedAccount.id, ...keptCredentials(options.dataDir) };
  const line = starting.use(
    await namingAddress({ port: "EMBEDDED_LINE_PORT" }, () =>
      startLineEmulator({
        port: options.linePort,
        clock,
        log,
        // Without what they stand for in the demo of this bot.
        people: linePeople.map(
          ({ label: _label, note: _note, kind: _kind, start: _start, ...person }) => person,
        ),
        groups: [demoGroup],
        channels: [
          {
            ...embeddedAccount,
            ...channel,
            displayName: name,
            hasChat,
            webhookUrl: () => webhook,
          },
        ],
        ...(options.quota !== undefined && { quota: options.quota }),
      }),
    ),
  );
  line.redeliverFailures(redeliver);
  for (const fault of options.faults) line.faults.add(fault);
  starting.defer(logTraffic(line, log));
  const studio = createStudio({
    chat: {
      line,
      recorder: createEventRecorder({ line, platform: null, calls: null, forget: null }),
    },
    samples: null,
    menus: { menus: () => [], render: async () => [], scaleDown },
    statistics: null,
    login: null,
    reviewLinks: null,
    demoClock: null,
    stories: null,
    clock,
    wallClock: clock,
    timeZone: Temporal.Now.timeZoneId(),
    log,
  });
  const server = createStudioServer({ studio: studio.router, clock, log });
  const listening = await namingAddress({ port: "PORT" }, () =>
    listen(server, "127.0.0.1", options.studioPort),
  );
  starting.defer(() => listening.close());
  // Disposed before the server closes, since its event streams never end by themselves.
  starting.use(studio);
  const stack = starting.move();
  return {
    line,
    channel,
    studio: `${listening.origin}/studio/`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The same at each start, so that the bot needn't be configured again. */
function keptCredentials(dataDir: string): z.infer<typeof credentials> {
  const file = join(dataDir, "line-serve.json");
  if (existsSync(file)) return credentials.parse(JSON.parse(readFileSync(file, "utf8")));
  const made = newCredentials();
  makeDataDir(dataDir);
  writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  return made;
}

/** Logs each webhook and each call of the bot's, without what was written. @returns what ends it. */
function logTraffic(line: LineEmulator, log: Log): () => void {
  const logged = new WeakSet<Delivery>();
  return line.watch((change) => {
    // Reported again when it is replied to.
    if (change.kind === "delivery" && !logged.has(change.delivery)) {
      logged.add(change.delivery);
      const { event, attempt, status, reason, ms } = change.delivery;
      const fields = { type: event?.type ?? "verification", attempt, status, ms };
      if (reason === "OK") log.info(fields, "webhook delivered");
      else log.warn({ ...fields, reason }, "webhook failed");
    }
    if (change.kind === "call") {
      const { address, response } = change.made;
      const fields = { address, status: response?.status ?? null };
      if (response && response.status < 400) log.info(fields, "LINE called");
      else log.warn({ ...fields, message: response?.body["message"] }, "LINE refused a call");
    }
  });
}
