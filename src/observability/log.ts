/** Structured logs: one line per thing that happened, without secrets, names or message texts. */
import { hash } from "node:crypto";
import { pino, type DestinationStream, type Logger } from "pino";
import type { Clock } from "../clock.ts";

export type Log = Logger;

/** @param destination where lines go; standard error unless given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino({ level, base: null }, destination ?? pino.destination({ dest: 2, sync: false }));
}

/** A short stand-in for an id, the same for the same id, from which the id can't be read. */
export function hashed(id: string): string {
  return hash("sha256", id, "base64url").slice(0, 10);
}

const seldomMs = 60_000;

/**
 * Warnings that anybody can cause: one line a minute at most for each message, with how often it
 * happened since the line before. The messages have to be few.
 */
export function createSeldomWarnings(log: Log, clock: Clock) {
  const told = new Map<string, { at: number; times: number }>();
  return function warn(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    const last = told.get(message);
    const times = (last?.times ?? 0) + 1;
    if (last && Math.abs(clock.now() - last.at) < seldomMs) {
      last.times = times;
      return;
    }
    told.set(message, { at: clock.now(), times: 0 });
    log.warn({ ...facts, times }, message);
  };
}

/** Trouble that lasts: told once when it begins and once when it is over, however often it is met. */
export interface Alarm {
  readonly isOn: boolean;
  /** @param facts what else the line says; nothing that the log mustn't hold. */
  raise(facts: Readonly<Record<string, unknown>>): void;
  clear(): void;
}

/** @param changed is told when it begins and when it ends. */
export function createAlarm(
  log: Log,
  words: { begins: string; ends: string },
  changed?: (isOn: boolean) => void,
): Alarm {
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    raise(facts) {
      if (isOn) return;
      isOn = true;
      log.error(facts, words.begins);
      changed?.(true);
    },
    clear() {
      if (!isOn) return;
      isOn = false;
      log.info(words.ends);
      changed?.(false);
    },
  };
}
