/** Starts the bot as a process of its own and stops it, to see what a start loads and costs. */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(import.meta.dirname, "../..");

/** Writes which modules were loaded into the file `LOADED` when the process ends. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  process.on("exit", () => writeFileSync(process.env.LOADED, JSON.stringify(loaded)));
`)}`;

/** What a start has taken when the bot says that it is ready. */
export interface Start {
  /** Of the process, user and system. */
  cpuSeconds: number;
  /** Resident, in megabytes. */
  memoryMb: number;
}

/** @param folder for its data. @param env of the bot. @param flags of Node. @throws {Error} unless it starts and stops by itself. */
async function startAndStop(
  folder: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Start> {
  const bot = spawn(process.execPath, [...flags, join(root, "src/main.ts")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      LOG_LEVEL: "silent",
      PORT: "0",
      ...env,
      DATA_DIR: join(folder, "data"),
    },
  });
  const closed = once(bot, "close");
  await Promise.race([once(bot.stdout, "data"), closed]);
  const start = bot.exitCode === null ? costOf(bot.pid ?? 0) : null;
  bot.kill("SIGTERM");
  const [code] = (await closed) as [number | null];
  if (code !== 0 || !start) throw new Error(`the bot ended with ${String(code)}`);
  return start;
}

function costOf(pid: number): Start {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    cpuSeconds: (Number(user) + Number(system)) / 100,
    memoryMb: Math.round(Number(memory) / 1024),
  };
}

/** The least that one of so many starts took which find what the first has left in `DATA_DIR`. */
export async function costOfStart(env: Record<string, string>, starts: number): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  try {
    await startAndStop(folder, env);
    const costs: Start[] = [];
    while (costs.length < starts) costs.push(await startAndStop(folder, env));
    return {
      cpuSeconds: Math.min(...costs.map(({ cpuSeconds }) => cpuSeconds)),
      memoryMb: Math.min(...costs.map(({ memoryMb }) => memoryMb)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the files that were loaded until it had stopped, beside Node's own, relative to the project. */
export async function modulesOfStart(env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "modules-"));
  const loaded = join(folder, "loaded.json");
  try {
    await startAndStop(folder, { ...env, LOADED: loaded }, ["--import", recorder]);
    return (JSON.parse(readFileSync(loaded, "utf8")) as string[])
      .filter((url) => url.startsWith("file:"))
      .map((url) => relative(root, fileURLToPath(url)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
