/** The end of a switch that the compiler has proved complete. */

/** Lets a kind that is newer than this page pass, where the compiler knows of none. */
export function assertNever(_kind: never): undefined {
  return undefined;
}
