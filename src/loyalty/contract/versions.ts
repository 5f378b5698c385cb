/** The two published groups of the interface, which differ in the addresses of their connect operations. */

export const apiVersions = ["v1", "v2"] as const;

/** `v1`: "Open API (Deprecated)", as specified; `v2`: "Open API (V2)". */
export type ApiVersion = (typeof apiVersions)[number];

/** An operation's path in a group, from its path in the contract; tokens are issued at the same address in both. */
export const pathIn = (version: ApiVersion, path: string): string =>
  version === "v1" ? path : path.replace(/^\/api\/v1\/connect\//, "/v2/connect/");
