/** Makes writes with a `ref_id` idempotent: stores the response and returns it again for a repeated call. */
import { createHash } from "node:crypto";
import type { OperationName } from "../../loyalty/contract.ts";
import type { Context } from "./context.ts";
import { ApiError } from "./api-error.ts";

/**
 * Runs `work` in one write transaction, or returns the stored response. A refusal isn't stored.
 * @param input the parsed input, without fields unknown to the contract.
 * @returns the response as JSON text, and whether it is a stored one.
 * @throws {ApiError} `REF_REUSED` when the `ref_id` was used with another input.
 */
export function runOnce(
  operation: OperationName,
  input: object,
  { database, business }: Context,
  work: () => unknown,
): { body: string; replayed: boolean } {
  return database.write(() => {
    const refId = "ref_id" in input && typeof input.ref_id === "string" ? input.ref_id : null;
    if (refId === null) return { body: JSON.stringify(work()), replayed: false };
    const hash = createHash("sha256").update(canonical(input)).digest("hex");
    const stored = database.get<{ request_hash: string; body: string }>(
      "SELECT request_hash, body FROM answer WHERE business_id = ? AND operation = ? AND ref_id = ?",
      business.id,
      operation,
      refId,
    );
    if (stored && stored.request_hash !== hash)
      throw new ApiError("REF_REUSED", "this ref_id came with another body before");
    if (stored) return { body: stored.body, replayed: true };
    const body = JSON.stringify(work());
    database.run(
      "INSERT INTO answer (business_id, operation, ref_id, request_hash, body) VALUES (?, ?, ?, ?, ?)",
      business.id,
      operation,
      refId,
      hash,
      body,
    );
    return { body, replayed: false };
  });
}

/** JSON with sorted keys: equal content gives equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
