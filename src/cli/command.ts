/** What a command of the operator's is, and how it fails. */

/** What a command works with. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  /** Writes lines to standard output. */
  print(...lines: readonly string[]): void;
  /** Ends what would go on until it is told to stop. */
  stop: AbortSignal;
}

export interface Command {
  /** One line each: what is typed, and what it does. */
  usage: readonly (readonly [typed: string, does: string])[];
  /**
   * @param args what was typed behind the command's name.
   * @returns the process's exit code: 0 done, 1 not done, 2 not understood.
   * @throws {UsageError} when they make no sense, {CommandError} when what was asked for can't be done.
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** What was asked for can't be done; the message says why, and what to do about it. */
export class CommandError extends Error {}

/** What was typed makes no sense; the usage is shown. */
export class UsageError extends Error {}
