/** The switches that break the platform or LINE on purpose, for whoever tries the bot. */
import type { LineFault } from "../../emulators/line/faults.ts";
import type { LineEmulator } from "../../emulators/line/index.ts";
import type { LoyaltyEmulator, Fault as PlatformFault } from "../../emulators/loyalty/index.ts";
import type { Fault } from "./inspector-types.ts";

export interface FaultSwitches {
  all(): Fault[];
  /** @returns false for a fault that doesn't exist. */
  set(key: string, on: boolean): boolean;
}

/** The platform's faults by key; slow is slower than a member's patience, and faster than the deadline. */
const platformFaults: Readonly<Record<string, { label: string; fault: PlatformFault }>> = {
  "platform-slow": { label: "slow", fault: { kind: "latency", ms: 2000 } },
  "platform-down": { label: "down", fault: { kind: "error" } },
  "platform-401": { label: "401", fault: { kind: "unauthorized" } },
};

const lineFaults: Readonly<Record<string, { label: string; fault: LineFault }>> = {
  "line-500": { label: "500", fault: { call: "reply", answer: 500 } },
  "line-429": { label: "429", fault: { call: "reply", answer: 429 } },
  "line-silent": { label: "silent", fault: { call: "reply", answer: "silent" } },
};

const listed = (
  side: Fault["side"],
  all: Readonly<Record<string, { label: string }>>,
  on: ReadonlyMap<string, unknown>,
): Fault[] =>
  Object.entries(all).map(([key, { label }]) => ({ key, side, label, on: on.has(key) }));

/** @param platform null where it is a real one. */
export function createFaultSwitches(
  line: LineEmulator,
  platform: LoyaltyEmulator | null,
): FaultSwitches {
  /** What ends each fault that is on, by key. */
  const switchedOn = new Map<string, () => void>();

  const all = () => [
    ...(platform ? listed("platform", platformFaults, switchedOn) : []),
    ...listed("LINE", lineFaults, switchedOn),
  ];

  /** The platform can only end all its faults: the others that are on begin again. */
  function endPlatformFault(key: string): void {
    platform?.faults.clear();
    for (const [other] of switchedOn) {
      const left = platformFaults[other];
      if (left && other !== key) platform?.faults.add(left.fault);
    }
  }

  /** @returns the function that switches it off. */
  function switchOn(key: string): (() => void) | undefined {
    const ofLine = lineFaults[key];
    if (ofLine) return line.faults.add(ofLine.fault);
    const ofPlatform = platformFaults[key];
    if (!ofPlatform || !platform) return undefined;
    platform.faults.add(ofPlatform.fault);
    return () => endPlatformFault(key);
  }

  return {
    all,
    set(key, on) {
      if (!all().some((fault) => fault.key === key)) return false;
      switchedOn.get(key)?.();
      switchedOn.delete(key);
      const off = on ? switchOn(key) : undefined;
      if (off) switchedOn.set(key, off);
      return true;
    },
  };
}
