/** Defines the interface of CLI commands and their errors. */

/** Environment and output of a command. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  /** The path at which an `.env` file was looked for; absent where none is. */
  environmentFile?: string;
  /** Writes lines to standard output. */
  print(...lines: readonly string[]): void;
  /** Aborts when the process is told to stop. */
  stop: AbortSignal;
}

export interface Command {
  /**
   * @param args the arguments after the command's name.
   * @returns the process's exit code: 0 done, 1 failed, 2 usage error.
   * @throws {UsageError} if the arguments are invalid, {CommandError} if the command fails.
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** The command failed; the message says why and what to do about it. */
export class CommandError extends Error {}

/** The arguments are invalid; the usage is printed. */
export class UsageError extends Error {}
