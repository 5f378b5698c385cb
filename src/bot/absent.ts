/** Not every platform has every operation that we assume: then trying again helps nobody. */
import { contract } from "../connect/contract.ts";
import { ConnectError } from "../connect/errors.ts";

const signs = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST", "UNEXPECTED_ANSWER"]);

/** Whether the platform seems not to have the operation, or to have it otherwise than assumed. */
export const isAbsent = (error: unknown): error is ConnectError =>
  error instanceof ConnectError &&
  contract[error.operation].origin === "assumed" &&
  signs.has(error.code);
