/** The bot as a process of its own; the emulators run in the test and survive when it is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { systemClock } from "../../src/clock.ts";
import {
  demoPeople,
  startLoyaltyEmulator,
  type LoyaltyEmulator,
} from "../../src/emulators/loyalty/index.ts";
import { startLineEmulator, type LineEmulator } from "../../src/emulators/line/index.ts";
import { createLog } from "../../src/observability/log.ts";
import { embeddedAccount, embeddedDevAccount } from "../../src/app/embedded-accounts.ts";

const main = resolve(import.meta.dirname, "../../src/main.ts");

export interface BotProcess extends AsyncDisposable {
  line: LineEmulator;
  platform: LoyaltyEmulator;
  /** The bot's SQLite folder. */
  dataDir: string;
  readonly pid: number;
  readonly origin: string;
  /** The log of all processes so far. */
  log(): string;
  start(env?: Record<string, string>): Promise<void>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal and waits for the end. @returns the exit code. */
  signal(signal: NodeJS.Signals): Promise<number | null>;
}

/** @param people additional LINE user ids. */
export async function createBotProcess(people: readonly string[] = []): Promise<BotProcess> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), "bot-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = createLog("silent");
  const clock = systemClock;
  const platform = stack.use(
    await startLoyaltyEmulator({ port: 0, file: join(dataDir, "platform.sqlite"), clock, log }),
  );
  let child: ChildProcess | null = null;
  let origin = "";
  let logged = "";
  const line: LineEmulator = stack.use(
    await startLineEmulator({
      port: 0,
      clock,
      log,
      people: [
        ...demoPeople.map(({ lineId, displayName, language }) => ({
          userId: lineId,
          displayName,
          language,
        })),
        ...people.map((userId) => ({ userId, displayName: "Somebody", language: "en" })),
      ],
      channels: [
        {
          ...embeddedAccount,
          displayName: "Sakura Cafe",
          secret: "a-channel-secret",
          accessToken: "a-channel-access-token",
          webhookUrl: (): string => `${origin}/webhook`,
        },
        {
          ...embeddedDevAccount,
          displayName: "Sakura Cafe (dev)",
          secret: "a-dev-channel-secret",
          accessToken: "a-dev-channel-access-token",
          webhookUrl: (): string => `${origin}/webhook/dev`,
        },
      ],
    }),
  );
  const [business] = platform.credentials.businesses;

  async function endBy(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    if (!ending) return null;
    child = null;
    // Not "exit": output may arrive after that.
    const end = once(ending, "close");
    ending.kill(signal);
    const [code] = (await end) as [number | null];
    return code;
  }
  const kill = async () => void (await endBy("SIGKILL"));
  stack.defer(kill);

  const running = stack.move();
  return {
    line,
    platform,
    dataDir,
    get pid() {
      return child?.pid ?? 0;
    },
    get origin() {
      return origin;
    },
    log: () => logged,
    async start(env = {}) {
      const started = spawn(process.execPath, [main], {
        cwd: dataDir,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          HOST: "127.0.0.1",
          PORT: new URL(origin || "http://x:0").port || "0",
          DATA_DIR: join(dataDir, "bot"),
          LINE_CHANNEL_SECRET: "a-channel-secret",
          LINE_CHANNEL_ACCESS_TOKEN: "a-channel-access-token",
          LINE_API_BASE_URL: line.origin,
          CONNECT_BASE_URL: platform.baseUrl,
          CONNECT_BUSINESS_CODE: business?.code,
          CONNECT_API_KEY: business?.api_key,
          CONNECT_API_SECRET: business?.api_secret,
          ...env,
        },
      });
      child = started;
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        logged += text;
      });
      const ready = Promise.withResolvers<void>();
      let output = "";
      started.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const address = /listens at (\S+)/.exec(output)?.[1];
        if (!address) return;
        origin = address;
        ready.resolve();
      });
      started.once("close", (code) => {
        if (child === started) child = null;
        ready.reject(new Error(`ended with ${code}: ${logged}`));
      });
      await ready.promise;
    },
    kill,
    stop: () => endBy("SIGTERM"),
    signal: endBy,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
