/** The soak from the command line: `npm run soak -- [--kills 30 | --minutes 10] [--platform idempotent | forgetful] [seed]`. */
import { parseArgs } from "node:util";
import { soak } from "./soak.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "30" },
    minutes: { type: "string" },
    /** How many members write in a second; bounded so that the neighbours on the same machine can follow. */
    rate: { type: "string", default: "300" },
    /** Which platform: one that does a write once per key, one that doesn't, or one after the other. */
    platform: { type: "string", default: "both" },
  },
});
const kills = Number(values.minutes ?? values.kills);
const rate = Number(values.rate);
const longLives = values.minutes !== undefined;
const seed = Number(positionals[0] ?? Date.now() % 1_000_000);
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const platform of ["idempotent", "forgetful"]) {
  if (values.platform !== "both" && values.platform !== platform) continue;
  say(`seed ${seed}, ${kills} kills, ${platform} platform`);
  const idempotent = platform === "idempotent";
  const isSound = await soak({ kills, longLives, seed, rate, idempotent, say });
  if (!isSound) process.exitCode = 1;
}
