/** The soak from the command line: `npm run soak -- [--kills 30 | --minutes 10] [--platform idempotent | forgetful] [seed]`. */
import { parseArgs } from "node:util";
import { soak } from "./soak.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "30" },
    minutes: { type: "string" },
    /** Messages per second; low enough that the emulators on the same machine keep up. */
    rate: { type: "string", default: "300" },
    /** A platform that deduplicates writes by key, one that doesn't, or both in turn. */
    platform: { type: "string", default: "both" },
  },
});
const kills = Number(values.minutes ?? values.kills);
const rate = Number(values.rate);
const longRuns = values.minutes !== undefined;
const seed = Number(positionals[0] ?? Date.now() % 1_000_000);
const print = (line: string) => process.stdout.write(`${line}\n`);

for (const platform of ["idempotent", "forgetful"]) {
  if (values.platform !== "both" && values.platform !== platform) continue;
  print(`seed ${seed}, ${kills} kills, ${platform} platform`);
  const idempotent = platform === "idempotent";
  const passed = await soak({ kills, longRuns, seed, rate, idempotent, print });
  if (!passed) process.exitCode = 1;
}
