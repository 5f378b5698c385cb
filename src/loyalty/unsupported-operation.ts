/** Not every platform has every operation that we assume: then trying again helps nobody. */
import { contract, type OperationName } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";

const signs = new Set(["NOT_FOUND", "FORBIDDEN", "BAD_REQUEST", "UNEXPECTED_ANSWER"]);

/** Whether the platform seems not to have the operation, or to have it otherwise than assumed. */
export const isUnsupported = (error: unknown): error is LoyaltyError =>
  error instanceof LoyaltyError &&
  contract[error.operation].origin === "assumed" &&
  signs.has(error.code);

/** A platform that doesn't narrow a list to one member answers with everybody's: none of that is shown. */
export function requireOwnRows<Row extends { member_uuid?: string | undefined }>(
  operation: OperationName,
  rows: readonly Row[],
  memberUuid: string,
): readonly Row[] {
  if (rows.every(({ member_uuid }) => member_uuid === memberUuid)) return rows;
  throw new LoyaltyError("UNEXPECTED_ANSWER", "answered with rows of others", { operation });
}
