/** The servers under test, each as a process of its own: the bot as `npm start` starts it, and its peers. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const secret = "bench-secret";
/** Below those that the system gives to outgoing connections. */
export const ports = { sink: 27_001, server: 27_002 };
const here = import.meta.dirname;

export interface Contestant {
  name: string;
  /** @param dir an empty folder for its data. */
  start(dir: string, binding: Binding): ChildProcess;
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

export async function ready(child: ChildProcess): Promise<ChildProcess> {
  await once(child, "message");
  return child;
}

/** The V8 options with which the bot runs in production. */
const { scripts } = JSON.parse(readFileSync(join(here, "../../package.json"), "utf8")) as {
  scripts: { start: string };
};
export const startOptions = scripts.start.split(" ").filter((word) => word.startsWith("--"));

/** @param root of the repository, or of a copy of it. */
export const createBotContestant = (
  name: string,
  { root = join(here, "../.."), flags = startOptions } = {},
): Contestant => ({
  name,
  start: (dir, binding) =>
    startServer(join(root, "test/bench/bot.ts"), binding, {
      flags,
      env: {
        MALLOC_ARENA_MAX: "1",
        HOST: "127.0.0.1",
        PORT: String(ports.server),
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
      },
    }),
});

const createEcho = (name: string, script: string): Contestant => ({
  name,
  start: (_dir, binding) =>
    startServer(join(here, script), binding, {
      args: [String(ports.server), secret, `http://127.0.0.1:${ports.sink}`],
    }),
});

/** The first two are those that the goals compare. */
export const contestants: readonly Contestant[] = [
  createEcho("SDK echo", "sdk-echo.ts"),
  createBotContestant("this bot"),
  createEcho("bottender", "peers/bottender.js"),
  createEcho("linebot", "peers/linebot.js"),
  createEcho("bare http", "bare.ts"),
];
