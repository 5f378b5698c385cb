/** Writes log lines for people at a terminal. Imported only if there is one. */
import type { DestinationStream } from "pino";
import pretty from "pino-pretty";

/** A call to LINE or to the platform that went well: several for each message that is answered. */
const call = /"level":30,.*"msg":"(?:platform|LINE) answered"\}/;

/** @param isQuiet leaves out calls that went well. @returns a stream to standard error, or to `destination`. */
export function terminalStream(
  isQuiet: boolean,
  destination: NonNullable<pretty.PrettyOptions["destination"]> = 2,
): DestinationStream {
  const lines = pretty({
    destination,
    sync: true,
    singleLine: true,
    translateTime: "SYS:HH:MM:ss",
  });
  return {
    write(line) {
      if (!isQuiet || !call.test(line)) lines.write(line);
    },
  };
}
