/** Expected failures: each names the party that failed, or the faults of the environment. And what those of the system mean. */

/** The party that failed: the loyalty platform, LINE, or the bot's own store. */
export type Party = "platform" | "line" | "store";

/**
 * An expected failure. Anything else that is thrown is a bug.
 * `message` is for operators and never holds member data; members get texts of the message catalogue.
 */
export abstract class KnownError extends Error {
  abstract readonly party: Party;
  abstract readonly code: string;
}

/** All faults of the environment, each with the expected form. The message never contains values. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The environment has ${faults.length === 1 ? "a fault" : "faults"}:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
    this.faults = faults;
  }
}

/** Whether an error is a failure of the loyalty platform, not of the bot. */
export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";

/** Anything thrown as an error, such as the result of one item of a batch. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** What the operating system's codes mean, and what helps where one thing does. */
const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this user isn't allowed to: give the bot's user the right, or run as that user",
  EPERM: "this user isn't allowed to: give the bot's user the right, or run as that user",
  EEXIST: "something of that name is there already",
  EISDIR: "it is a folder, not a file",
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOTEMPTY: "the folder isn't empty",
  ENOSPC: "the disk is full: make room on it",
  EDQUOT: "this user's part of the disk is full: make room on it",
  EROFS: "the disk is read-only: mount it for writing, or name another folder",
  EMFILE: "too many files are open: raise the limit of open files (ulimit -n)",
  ENFILE: "too many files are open on this machine",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "links lead in a circle there",
  EBUSY: "another program uses it",
  EIO: "the disk failed: see the system's log",
  EPIPE: "the other side has closed the connection",
  EADDRINUSE: "another process listens there: stop that one, or set another port",
  EADDRNOTAVAIL: "this machine has no such address",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was cut",
  ECONNABORTED: "the connection was cut",
  EHOSTUNREACH: "no way leads to that machine",
  ENETUNREACH: "no way leads to that network",
  ENOTFOUND: "no machine has that name",
  EAI_AGAIN: "its name can't be looked up now",
  ETIMEDOUT: "it doesn't answer in time",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "no connection comes about in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the answer is too large",
};

interface SystemFacts {
  code?: unknown;
  path?: unknown;
  address?: unknown;
  hostname?: unknown;
  port?: unknown;
}

/** In plain words what a call of the operating system failed of, with the file or address; null for another error. */
function systemReasonOf(error: Error & SystemFacts): string | null {
  const { code, path, address, hostname, port } = error;
  const reason = typeof code === "string" ? systemReasons[code] : undefined;
  if (reason === undefined) return null;
  const host = address ?? hostname;
  const place = path ?? (typeof port === "number" ? `${String(host)}:${port}` : host);
  return typeof place === "string" ? `${reason} (${place})` : reason;
}

/** Whether the operating system refused something, which is no bug: `reasonOf` says what in plain words. */
export const isSystemError = (thrown: unknown): boolean =>
  thrown instanceof Error && systemReasonOf(thrown) !== null;

/** The text of anything thrown, for a log line or for an operator. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // Several addresses of one name were tried: each failed, and the error itself says nothing.
  const [first] = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  if (first !== undefined && thrown.message === "") return reasonOf(first);
  return systemReasonOf(thrown) ?? thrown.message;
}
