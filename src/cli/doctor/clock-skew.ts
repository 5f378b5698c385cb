/** Checks the difference between the clock of another server and ours. */
import type { Clock } from "../../clock.ts";
import { fault, hint, ok, skipped, type Finding } from "./check.ts";
import { probe } from "./probe.ts";

/** A Date header counts whole seconds. */
const hintMs = 5000;
const faultMs = 60_000;

const remedy = "keep this machine's clock by NTP (timedatectl set-ntp true)";

/** @throws {ProbeError} */
export async function clockSkew(address: string, clock: Clock): Promise<Finding> {
  const { aheadMs } = await probe(address, clock);
  if (aheadMs === null || Number.isNaN(aheadMs)) return skipped("its answers have no date");
  return skewOf(aheadMs);
}

/** @param aheadMs their clock minus ours, in milliseconds. */
export function skewOf(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds * 1000 < hintMs) return ok("agrees with this machine's");
  const tells = `${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's`;
  return seconds * 1000 < faultMs ? hint(tells, remedy) : fault(tells, remedy);
}
