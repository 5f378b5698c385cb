/** Writes log lines for people at a terminal. Imported only if there is one. */
import type { DestinationStream } from "pino";
import pretty from "pino-pretty";

/** @returns a stream to standard error, or to `destination`. */
export const terminalStream = (
  destination: NonNullable<pretty.PrettyOptions["destination"]> = 2,
): DestinationStream =>
  pretty({ destination, sync: true, singleLine: true, translateTime: "SYS:HH:MM:ss" });
