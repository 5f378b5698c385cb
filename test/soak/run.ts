/**
 * The soak from the command line: `npm run soak -- [--kills 30 | --minutes 10] [--platform idempotent | forgetful] [seed]`,
 * with `--replicas 3` of several replicas on Postgres, or with `--long` of one process for two hours.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { soakLong } from "./long/soak.ts";
import { soakReplicas } from "./replicas/soak.ts";
import { soak } from "./soak.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "30" },
    minutes: { type: "string" },
    /** Messages per second, 300, or 50 with `--long`; low enough that the emulators on the same machine keep up. */
    rate: { type: "string" },
    /** A platform that deduplicates writes by key, one that doesn't, or both in turn. */
    platform: { type: "string" },
    /** Several replicas on a Postgres of their own; 0 for one process on SQLite. */
    replicas: { type: "string", default: "0" },
    /** An SVG file, drawn at the end from the metrics of one process. */
    charts: { type: "string" },
    /** One process without faults, whose memory, files and latency are compared over hours. */
    long: { type: "boolean", default: false },
  },
});
const rate = Number(values.rate ?? (values.long ? 50 : 300));
const seed = Number(positionals[0] ?? Date.now() % 1_000_000);
const replicas = Number(values.replicas);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function onSqlite(): Promise<void> {
  const kills = Number(values.minutes ?? values.kills);
  const longRuns = values.minutes !== undefined;
  const { platform: wanted = "both" } = values;
  for (const platform of ["idempotent", "forgetful"]) {
    if (wanted !== "both" && wanted !== platform) continue;
    print(`seed ${seed}, ${kills} kills, ${platform} platform`);
    const idempotent = platform === "idempotent";
    const { charts } = values;
    const passed = await soak({ kills, longRuns, seed, rate, idempotent, charts, print });
    if (!passed) process.exitCode = 1;
  }
}

async function onPostgres(): Promise<void> {
  const { minutes = "10", platform = "forgetful" } = values;
  print(`seed ${seed}, ${replicas} replicas, ${minutes} minutes, ${rate}/s, ${platform} platform`);
  const passed = await soakReplicas({
    replicas,
    minutes: Number(minutes),
    seed,
    rate,
    idempotent: platform === "idempotent",
    logFile: join(tmpdir(), `soak-${seed}.log`),
    print,
  });
  if (!passed) process.exitCode = 1;
}

async function forLong(): Promise<void> {
  const { minutes = "120" } = values;
  print(`seed ${seed}, ${minutes} minutes, ${rate}/s`);
  if (!(await soakLong({ minutes: Number(minutes), seed, rate, charts: values.charts, print })))
    process.exitCode = 1;
}

if (values.long) await forLong();
else await (replicas > 0 ? onPostgres() : onSqlite());
