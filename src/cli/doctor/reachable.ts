/** Checks that LINE or the loyalty platform, real or embedded, responds at its address. */
import type { Clock } from "../../clock.ts";
import { fault, hint, ok, type Finding } from "./check.ts";
import { printable, probe, ProbeError } from "./probe.ts";

/** @param address null if the embedded service takes any free port; `portVariable` would fix it. */
export async function reachable(
  address: string | null,
  { embedded, portVariable }: { embedded: boolean; portVariable: string },
  clock: Clock,
): Promise<Finding> {
  if (address === null) {
    return hint(
      "embedded, on any free port: can't be found from here",
      `set ${portVariable} to have it looked at`,
    );
  }
  try {
    await probe(address, clock);
    return ok(`answers at ${printable(address)}`);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    if (embedded) return hint("embedded: starts with the bot", "npm start");
    return fault(`${printable(address)}: ${error.message}`, error.remedy);
  }
}
