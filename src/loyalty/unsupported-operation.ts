/** Detects operations of the assumed contract that a platform lacks or implements differently. */
import { contract, type OperationName } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";

/** Error codes that an unknown path or a different schema leads to. */
const unsupportedCodes = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST", "UNEXPECTED_ANSWER"]);

/** Whether the error suggests that the platform lacks an assumed operation, or fields of one, or implements it differently; retrying is no use. */
export const isUnsupported = (error: unknown): error is LoyaltyError =>
  error instanceof LoyaltyError &&
  !error.isUnsendable &&
  isAssumed(error.operation) &&
  unsupportedCodes.has(error.code);

function isAssumed(operation: OperationName): boolean {
  const { origin, assumedFields } = contract[operation];
  return origin === "assumed" || assumedFields.length > 0;
}
