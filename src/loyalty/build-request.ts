/** Builds the HTTP request of a call from the contract. */
import type { z } from "zod";
import {
  contract,
  pathIn,
  type ApiVersion,
  type Operation,
  type OperationName,
} from "./contract.ts";
import type { Overrides } from "./endpoint-overrides.ts";
import { LoyaltyError } from "./errors.ts";

/** Where the operations are. */
export interface Addresses {
  /** The published group; `v1` unless given. */
  api?: ApiVersion | undefined;
  /** Methods and paths that stand above the group's. */
  overrides?: Overrides | undefined;
}

/** Builds the request of a call. @throws {LoyaltyError} `BAD_REQUEST`, unsendable, when the input doesn't match the contract. */
export function buildRequest(
  name: OperationName,
  input: object,
  { api = "v1", overrides }: Addresses,
) {
  const { input: schema, ...operation } = contract[name] as Operation;
  const encode = (part: z.ZodObject) => {
    const fields = Object.fromEntries(
      Object.entries(input).filter(([key, value]) => key in part.shape && value !== undefined),
    );
    const encoded = part.safeEncode(fields);
    if (encoded.success) return encoded.data;
    const faults = encoded.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new LoyaltyError("BAD_REQUEST", `not sent: ${faults.join("; ")}`, { operation: name });
  };
  const inPath = encode(schema.path);
  const query = new URLSearchParams(encode(schema.query) as Record<string, string>).toString();
  const { method = operation.method, path = pathIn(api, operation.path) } = overrides?.[name] ?? {};
  const filled = path.replace(/\{([^{}]*)\}/g, (_, key: string) =>
    encodeURIComponent(String(inPath[key]).toWellFormed()),
  );
  return {
    operation: name,
    method,
    path: query ? `${filled}?${query}` : filled,
    body: Object.keys(schema.body.shape).length > 0 ? encode(schema.body) : null,
    writes: operation.method === "DELETE" || operation.idempotency !== "safe",
  };
}
