/** Creates the structured log and its throttled warnings and alarms. No line may hold secrets, names or message texts. */
import { pino, type DestinationStream, type Logger } from "pino";
import type { Clock } from "../clock.ts";

export type Log = Logger;

/** @param destination standard error unless given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino({ level, base: null }, destination ?? pino.destination({ dest: 2, sync: false }));
}

/** Whether somebody watches both outputs of this process in a terminal. */
export const isAtTerminal = (): boolean => process.stdout.isTTY && process.stderr.isTTY;

/** The log of a process: readable lines at a terminal, JSON elsewhere. */
export async function createProcessLog(level: string, isTerminal: boolean): Promise<Log> {
  if (!isTerminal) return createLog(level);
  const { terminalStream } = await import("./terminal-stream.ts");
  return createLog(level, terminalStream());
}

const warningIntervalMs = 60_000;

/**
 * Throttles warnings that any client can cause: at most one line a minute per message, with the number of
 * times it occurred since the last line. Messages must be constants, since they are kept in memory.
 */
export function createThrottledWarnings(log: Log, clock: Clock) {
  const lastByMessage = new Map<string, { at: number; times: number }>();
  return function warn(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const last = lastByMessage.get(message);
    const times = (last?.times ?? 0) + 1;
    if (last && Math.abs(clock.now() - last.at) < warningIntervalMs) {
      last.times = times;
      return;
    }
    lastByMessage.set(message, { at: clock.now(), times: 0 });
    log.warn({ ...fields, times }, message);
  };
}

/** A lasting fault: logged once when it begins and once when it ends, however often it is raised. */
export interface Alarm {
  readonly isOn: boolean;
  /** @param fields of the log line. */
  raise(fields: Readonly<Record<string, unknown>>): void;
  clear(): void;
}

/** @param onChange called when it begins and when it ends. */
export function createAlarm(
  log: Log,
  messages: { begins: string; ends: string },
  onChange?: (isOn: boolean) => void,
): Alarm {
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    raise(fields) {
      if (isOn) return;
      isOn = true;
      log.error(fields, messages.begins);
      onChange?.(true);
    },
    clear() {
      if (!isOn) return;
      isOn = false;
      log.info(messages.ends);
      onChange?.(false);
    },
  };
}
