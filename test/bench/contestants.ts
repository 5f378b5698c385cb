/** The servers under test, each as a process of its own: the bot as `npm start` starts it, and its peers. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { startPostgres } from "../support/start-postgres.ts";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const secret = "bench-secret";
/** Below those that the system gives to outgoing connections. */
export const ports = { sink: 27_001, server: 27_002, secondServer: 27_003, firstInTurns: 27_010 };
const here = import.meta.dirname;

export interface Contestant {
  name: string;
  /** Resolves when it accepts requests. @param dir an empty folder for its data. @param port the usual one unless given. */
  start(dir: string, binding: Binding, port?: number): Promise<RunningContestant>;
}

export interface RunningContestant extends AsyncDisposable {
  /** Requests may go to any of them. */
  ports: readonly number[];
  /** Its processes; one that has ended counts nothing. */
  pids: readonly number[];
  /** `postgres://…` of its database, if it has one. */
  databaseUrl?: string;
}

/** Whether the server runs on the first core only, or wherever the system puts it. */
export type Binding = "one core" | "free";

/** Without `taskset` no process can be bound to a core. */
export const canBind = (process.env["PATH"] ?? "")
  .split(delimiter)
  .some((folder) => existsSync(join(folder, "taskset")));

/** Starts a module with an IPC channel, over which it says when it is ready. */
function startServer(
  script: string,
  binding: Binding,
  {
    args = [],
    flags = [],
    env = {},
  }: { args?: string[]; flags?: string[]; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const bound = binding === "one core";
  return fork(script, args, {
    ...(bound && { execPath: "taskset" }),
    execArgv: bound ? ["-c", "0", process.execPath, ...flags] : flags,
    env: { ...process.env, ...env },
  });
}

async function alone(child: ChildProcess, port: number): Promise<RunningContestant> {
  await ready(child);
  return {
    ports: [port],
    pids: [child.pid ?? 0],
    [Symbol.asyncDispose]: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** @throws when it ends before it is ready. */
export async function ready(child: ChildProcess): Promise<ChildProcess> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`a server under test ended with ${String(code)} before it was ready`);
  });
  await Promise.race([once(child, "message"), ended]);
  return child;
}

/** The V8 options with which the bot runs in production. */
const { scripts } = JSON.parse(readText("../../package.json")) as { scripts: { start: string } };
export const startOptions = optionsOf(scripts.start);

/** Those with which `compose.yaml` runs replicas. */
const replicaOptions = optionsOf(/command: .*/.exec(readText("../../compose.yaml"))?.[0] ?? "");

const botScript = (root: string) => join(root, "test/bench/bot.ts");

const botEnv = (dir: string, port: number): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: "1",
  HOST: "127.0.0.1",
  PORT: String(port),
  DATA_DIR: dir,
  LOG_LEVEL: "warn",
  LINE_CHANNEL_SECRET: secret,
  LINE_CHANNEL_ACCESS_TOKEN: "t",
  LINE_API_BASE_URL: `http://127.0.0.1:${ports.sink}`,
  CONNECT_BASE_URL: `http://127.0.0.1:${ports.sink}/api`,
  CONNECT_BUSINESS_CODE: "BENCH",
  CONNECT_API_KEY: "k",
  CONNECT_API_SECRET: "s",
  MEMBER_CACHE_TTL_S: "3600",
  STUDIO: "off",
  // A few of the senders write faster than any person does.
  LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000000",
});

/** @param root of the repository, or of a copy of it. */
export const createBotContestant = (
  name: string,
  { root = join(here, "../.."), flags = startOptions } = {},
): Contestant => ({
  name,
  start: (dir, binding, port = ports.server) =>
    alone(startServer(botScript(root), binding, { flags, env: botEnv(dir, port) }), port),
});

/** Commits that survive a crash of the machine, and the memory that Postgres has by default. */
const postgresSettings = { fsync: "on", shared_buffers: "128MB", max_wal_size: "1GB" };

/** Two processes of the bot on one Postgres, which counts as a part of them. */
export const replicas: Contestant = {
  name: "two replicas",
  async start(dir, binding) {
    await using starting = new AsyncDisposableStack();
    const postgres = starting.use(await startPostgres(postgresSettings));
    const databaseUrl = postgres.url("postgres");
    const bots: ChildProcess[] = [];
    const serverPorts = [ports.server, ports.secondServer];
    for (const [index, port] of serverPorts.entries()) {
      const env = {
        ...botEnv(join(dir, String(index)), port),
        DATABASE_URL: databaseUrl,
        // Not a line for each reply that fails in a stuck chat.
        LOG_LEVEL: "error",
      };
      const bot = startServer(botScript(join(here, "../..")), binding, {
        flags: replicaOptions,
        env,
      });
      starting.defer(() => kill(bot));
      bots.push(await ready(bot));
    }
    const running = starting.move();
    return {
      ports: serverPorts,
      get pids() {
        return [...bots.map(({ pid }) => pid ?? 0), postgres.pid, ...childrenOf(postgres.pid)];
      },
      databaseUrl,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  },
};

function childrenOf(parent: number): number[] {
  const all = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8");
  return all.split(" ").filter(Boolean).map(Number);
}

const createEcho = (name: string, script: string): Contestant => ({
  name,
  start: (_dir, binding, port = ports.server) =>
    alone(
      startServer(join(here, script), binding, {
        args: [String(port), secret, `http://127.0.0.1:${ports.sink}`],
      }),
      port,
    ),
});

export const sdkEcho = createEcho("SDK echo", "sdk-echo.ts");
export const bareServer = createEcho("bare http", "bare.ts");

/** The first two are those that the goals compare. */
export const contestants: readonly Contestant[] = [
  sdkEcho,
  createBotContestant("this bot"),
  createEcho("bottender", "peers/bottender.js"),
  createEcho("linebot", "peers/linebot.js"),
  bareServer,
];

function readText(file: string): string {
  return readFileSync(join(here, file), "utf8");
}

function optionsOf(command: string): string[] {
  return command.match(/--[\w-]+(=\w+)?/g) ?? [];
}
