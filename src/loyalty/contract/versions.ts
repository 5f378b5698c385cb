/** The two published groups of the interface, which differ in the addresses of their connect operations. */
import type { Origin } from "./operation.ts";

export const apiVersions = ["v1", "v2"] as const;

/** `v1`: "Open API (Deprecated)", with the specified addresses; `v2`: "Open API (V2)". */
export type ApiVersion = (typeof apiVersions)[number];

/** An operation's path in a group, from its path in the contract; tokens are issued at the same address in both. */
export const pathIn = (version: ApiVersion, path: string): string =>
  version === "v1" ? path : path.replace(/^\/api\/v1\/connect\//, "/v2/connect/");

/** Addresses of the second group that are in the vendor's public reference; the others follow their example. */
const publicInV2: ReadonlySet<string> = new Set([
  "/api/v1/connect/transactions",
  "/api/v1/connect/burn/points",
]);

/** The source of an operation's address in a group. */
export function addressOrigin(
  version: ApiVersion,
  { path, origin }: { path: string; origin: Origin },
): Origin {
  if (version === "v1" || pathIn(version, path) === path) return origin;
  return publicInV2.has(path) ? "public" : "assumed";
}
