/** Structured logs: one line per thing that happened, without secrets, names or message texts. */
import { createHash } from "node:crypto";
import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** @param destination where lines go; standard error unless given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino({ level, base: null }, destination ?? pino.destination({ dest: 2, sync: false }));
}

/** A short stand-in for an id, the same for the same id, from which the id can't be read. */
export function hashed(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 10);
}
