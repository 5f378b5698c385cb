/** Finds out which reading operations exist at the addresses of which published group. */
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import {
  apiVersions,
  contract,
  pathIn,
  type ApiVersion,
  type OperationName,
} from "../../../loyalty/contract.ts";
import type { Overrides } from "../../../loyalty/endpoint-overrides.ts";
import { attempt, type Assumption } from "./assumption.ts";

export interface ConfiguredAddresses {
  api: ApiVersion;
  overrides: Overrides;
}

/** @param api the group whose address is called; undefined = the configured address. */
export type AddressCall = (api: ApiVersion | undefined) => Promise<unknown>;

interface AddressReport {
  assumption: Assumption;
  /** The group at whose address the operation is, if it isn't at the configured one; undefined = no other is known. */
  api: ApiVersion | undefined;
}

/** Calls a reading operation at its configured address, and at the address of each group. */
export async function probeAddress(
  name: OperationName,
  call: AddressCall,
  { api, overrides }: ConfiguredAddresses,
): Promise<AddressReport> {
  const { path, name: operation } = contract[name];
  const override = overrides[name]?.path;
  const configured = override ?? pathIn(api, path);
  const isThere = await exists(() => call(undefined));
  const others: { version: ApiVersion; address: string; isThere: boolean | null }[] = [];
  for (const version of apiVersions) {
    const address = pathIn(version, path);
    if (address === configured) continue;
    others.push({ version, address, isThere: await exists(() => call(version)) });
  }
  const seen = [
    isThere === null ? "can't be told" : isThere ? "there" : "not there",
    ...others.map((other) => `${presence[String(other.isThere)]} ${other.address}`),
  ].join("; ");
  // An override is an operator's own word.
  const elsewhere =
    isThere === false && override === undefined ? others.find((other) => other.isThere) : undefined;
  const does = elsewhere ? `calls ${elsewhere.address}` : "calls it there";
  const holds = isThere === null ? "unknown" : isThere ? "yes" : "no";
  return {
    assumption: { operation, assumed: `at ${configured}`, seen, does, holds },
    api: elsewhere?.version,
  };
}

const presence: Record<string, string> = {
  true: "also at",
  false: "not at",
  null: "can't be told of",
};

/** Null = can't be told. */
async function exists(call: () => Promise<unknown>): Promise<boolean | null> {
  const tried = await attempt(call);
  if (tried.kind === "failed") return tried.isThere ? true : null;
  return tried.kind !== "missing";
}

/**
 * Operations that write aren't called. A request with another method isn't tried in their place: a router may
 * take it for another operation, and OPTIONS is answered for addresses that don't exist, too.
 */
export const writesNotLookedAt: Assumption = {
  operation: "every write",
  assumed: "at its address",
  seen: "not looked at",
  does: "calls it there",
  holds: "unknown",
};

/** The calls that find out where the reading operations are; those that need what wasn't found are left out. */
export function addressCalls(
  loyalty: LoyaltyClient,
  { hasExchange, code }: { hasExchange: boolean; code: string | null },
): Partial<Record<OperationName, AddressCall>> {
  const one = { page: 1, size: 1 };
  return {
    ...(hasExchange && {
      getCurrentAddOnStatus: (api) => loyalty.getCurrentAddOnStatus({}, { api }),
    }),
    getProfile: (api) => loyalty.getProfile(one, { api }),
    getCampaign: (api) => loyalty.getCampaign(one, { api }),
    getTransaction: (api) => loyalty.getTransaction(one, { api }),
    getCouponSet: (api) => loyalty.getCouponSet(one, { api }),
    getGiveCouponHistory: (api) => loyalty.getGiveCouponHistory(one, { api }),
    ...(code !== null && { checkCoupon: (api) => loyalty.checkCoupon({ code }, { api }) }),
  };
}
