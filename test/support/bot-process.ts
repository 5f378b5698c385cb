/** The bot as a process of its own; the emulators run in the test and survive when it is killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { LoyaltyEmulator } from "../../src/emulators/loyalty/index.ts";
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import { startBotServices } from "./bot-services.ts";

const main = resolve(import.meta.dirname, "../../src/main.ts");

/** Processes of the bot, one after the other, at one address. */
export interface BotProcesses extends AsyncDisposable {
  /** 0 while none runs. */
  readonly pid: number;
  readonly origin: string;
  /** The end of the log of all processes so far. */
  log(): string;
  start(env?: Record<string, string>): Promise<void>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal and waits for the end. @returns the exit code. */
  signal(signal: NodeJS.Signals): Promise<number | null>;
}

export interface BotProcess extends BotProcesses {
  line: LineEmulator;
  platform: LoyaltyEmulator;
  /** The bot's SQLite folder. */
  dataDir: string;
}

/** Of what failing processes write for hours. */
const maxLogLength = 5_000_000;

/**
 * @param people additional LINE user ids. @param hasShortLedger saves seconds where nobody compares the platform's ledger
 * with the cards' points.
 */
export async function createBotProcess(
  people: readonly string[] = [],
  { hasShortLedger = true }: { hasShortLedger?: boolean } = {},
): Promise<BotProcess> {
  await using stack = new AsyncDisposableStack();
  const services = stack.use(
    await startBotServices({
      people,
      hasShortLedger,
      origin: (): string => processes.origin,
    }),
  );
  const { line, platform, dataDir, env } = services;
  const processes = stack.use(createBotProcesses(dataDir, env));
  const running = stack.move();
  return {
    line,
    platform,
    dataDir,
    get pid() {
      return processes.pid;
    },
    get origin() {
      return processes.origin;
    },
    log: processes.log,
    start: processes.start,
    kill: processes.kill,
    stop: processes.stop,
    signal: processes.signal,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/**
 * @param dataDir the folder above the bot's own. @param services environment of every process.
 * @param entry the file that each process runs.
 */
export function createBotProcesses(
  dataDir: string,
  services: Readonly<Record<string, string>>,
  entry = main,
): BotProcesses {
  let child: ChildProcess | null = null;
  let origin = "";
  let logged = "";

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

  return {
    get pid() {
      return child?.pid ?? 0;
    },
    get origin() {
      return origin;
    },
    log: () => logged,
    async start(env = {}) {
      const started = spawn(process.execPath, [entry], {
        cwd: dataDir,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          HOST: "127.0.0.1",
          PORT: new URL(origin || "http://x:0").port || "0",
          DATA_DIR: join(dataDir, "bot"),
          ...services,
          ...env,
        },
      });
      child = started;
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        logged = (logged + text).slice(-maxLogLength);
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
    [Symbol.asyncDispose]: kill,
  };
}
