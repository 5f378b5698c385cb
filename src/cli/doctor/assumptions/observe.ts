/** Finds out by reading which of the bot's assumptions about the platform hold. */
import type { Clock } from "../../../clock.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { contract, type ApiVersion, type OperationName } from "../../../loyalty/contract.ts";
import type { Effect, Observations, ObservedOperation } from "../../../loyalty/observations.ts";
import { searchByLineId } from "../platform.ts";
import {
  addressCalls,
  probeAddress,
  writesNotLookedAt,
  type AddressCall,
  type ConfiguredAddresses,
} from "./addresses.ts";
import { attempt, type Assumption } from "./assumption.ts";
import { listNames, probeList } from "./list-probes.ts";

export interface Observed {
  assumptions: Assumption[];
  observations: Observations;
}

/** @param options.hasExchange whether the exchange flow can be used. */
export async function observePlatform(
  loyalty: LoyaltyClient,
  options: ConfiguredAddresses & { baseUrl: string; hasExchange: boolean; clock: Clock },
): Promise<Observed> {
  const { baseUrl, hasExchange, clock } = options;
  const assumptions: Assumption[] = [];
  const operations: Partial<Record<OperationName, ObservedOperation>> = {};
  const apis: Partial<Record<OperationName, ApiVersion>> = {};
  const code = await givenCode(loyalty);
  const calls = addressCalls(loyalty, { hasExchange, code });
  for (const [name, call] of Object.entries(calls) as [OperationName, AddressCall][]) {
    const { assumption, api } = await probeAddress(name, call, options);
    assumptions.push(assumption);
    if (api) apis[name] = api;
  }
  assumptions.push(writesNotLookedAt);
  const lookup = await lineIdAssumption(loyalty, apis.getProfile);
  assumptions.push(lookup.assumption);
  for (const name of listNames) {
    const list = await probeList(loyalty, name, apis[name]);
    assumptions.push(...list.assumptions);
    operations[name] = list.observed;
  }
  const check = code === null ? null : await checkFilter(loyalty, code, apis.checkCoupon);
  if (check) {
    assumptions.push(check.assumption);
    operations.checkCoupon = { fields: check.fields };
  }
  for (const [name, api] of Object.entries(apis) as [OperationName, ApiVersion][]) {
    operations[name] = { fields: {}, ...operations[name], api };
  }
  return {
    assumptions,
    observations: {
      baseUrl,
      seenAt: clock.now(),
      ...(lookup.findsLineIds !== null && { findsLineIds: lookup.findsLineIds }),
      operations,
    },
  };
}

/** The code of some given coupon; null if there is none, or it can't be read. */
async function givenCode(loyalty: LoyaltyClient): Promise<string | null> {
  for (const api of [undefined, "v1", "v2"] as const) {
    const tried = await attempt(() => loyalty.getGiveCouponHistory({ page: 1, size: 1 }, { api }));
    const code = tried.kind === "answered" && tried.result.data[0]?.code;
    if (code) return code;
  }
  return null;
}

/** @param code of a coupon that isn't the made-up member's. */
async function checkFilter(
  loyalty: LoyaltyClient,
  code: string,
  api: ApiVersion | undefined,
): Promise<{ assumption: Assumption; fields: Record<string, Effect> }> {
  const member_uuid = "c0ffee00-0000-4000-8000-00000000d0c5";
  const { kind } = await attempt(() => loyalty.checkCoupon({ code, member_uuid }, { api }));
  const isRefused = kind === "refused";
  return {
    assumption: {
      operation: contract.checkCoupon.name,
      assumed: "takes member_uuid",
      seen: isRefused ? "refused (400)" : kind === "answered" ? "taken" : "can't be told",
      does: isRefused
        ? "doesn't send it, and compares the member"
        : "sends it, and compares the member",
      holds: isRefused ? "no" : kind === "answered" ? "yes" : "unknown",
    },
    fields: isRefused ? { member_uuid: "refused" } : {},
  };
}

async function lineIdAssumption(
  loyalty: LoyaltyClient,
  api: ApiVersion | undefined,
): Promise<{ assumption: Assumption; findsLineIds: boolean | null }> {
  const tried = await attempt(() => searchByLineId(loyalty, api));
  const outcome = tried.kind === "answered" ? tried.result : tried.kind;
  const findsLineIds =
    outcome === "found"
      ? true
      : ["ignored", "not found", "refused"].includes(outcome)
        ? false
        : null;
  const holds = findsLineIds === null ? "unknown" : findsLineIds ? "yes" : "no";
  const seen = {
    found: "finds a linked member",
    "not found": "finds nobody",
    ignored: "ignored: everybody comes back",
    refused: "refused (400)",
    "nobody linked": "no linked member among the first to try it with",
    missing: "nothing is there",
    failed: "can't be told",
  }[outcome];
  return {
    assumption: {
      operation: contract.getProfile.name,
      assumed: "search finds a lineId",
      seen,
      does:
        findsLineIds === false
          ? "looks members up in an index of its own"
          : "searches, and compares the lineId",
      holds,
    },
    findsLineIds,
  };
}
