/** Implements changes on SQLite, whose only process has nobody to tell. */
import type { Changes } from "../changes.ts";

export const noReplicas: Changes = {
  announce: () => Promise.resolve(),
  listen: () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
};
