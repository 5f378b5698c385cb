/** A client of the loyalty platform, by which tests create their data through its public interface. */
import { createLoyaltyClient, type LoyaltyClient } from "../../src/loyalty/client.ts";
import type { Coupon, Input, MemberProfile } from "../../src/loyalty/contract.ts";
import { createLog } from "../../src/observability/log.ts";
import type { Clock } from "../../src/clock.ts";
import type { World } from "./world.ts";

export interface Till extends AsyncDisposable {
  connect: LoyaltyClient;
  member(label: string): Promise<MemberProfile>;
  /** Gives a member a coupon of a new set; by default without an expiry. */
  give(label: string, set?: Partial<Input<"createCouponSet">>): Promise<Coupon>;
}

export function createTill(
  world: Pick<World, "platform" | "lineId"> & Partial<Pick<World, "ledger">> & { clock: Clock },
): Till {
  const platform = world.ledger ?? world.platform;
  const [business] = platform.credentials.businesses;
  if (!business) throw new Error("the platform has no business");
  const loyalty = createLoyaltyClient({
    baseUrl: platform.baseUrl,
    direct: {
      businessCode: business.code,
      apiKey: business.api_key,
      apiSecret: business.api_secret,
    },
    exchange: null,
    timeoutMs: 3000,
    clock: world.clock,
    log: createLog("silent"),
    tokens: {
      get: () => Promise.resolve(null),
      set: () => Promise.resolve(),
      exclusive: (_key, work) => work(),
    },
  });
  async function member(label: string) {
    const { data } = await loyalty.getProfile({ search: world.lineId(label) });
    const [profile] = data;
    if (!profile) throw new Error(`${label} is no member`);
    return profile;
  }
  return {
    connect: loyalty,
    member,
    async give(label, set = {}) {
      const { uuid: memberUuid } = await member(label);
      const { uuid: coupon_set_uuid } = await loyalty.createCouponSet({
        name: "Free iced latte",
        type: "FREE_ITEM",
        source: "AUTO_GENERATE",
        ...set,
      });
      const { data } = await loyalty.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
      const [coupon] = data;
      if (!coupon) throw new Error("nothing was given");
      return coupon;
    },
    [Symbol.asyncDispose]: () => loyalty[Symbol.asyncDispose](),
  };
}

/** How many redemptions have come to this outcome, as the bot's metrics tell. */
export async function countRedemptions({ bot }: World, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${bot.origin}/metrics`)).text();
  const sample = `loyalty_bot_redemptions_total{outcome="${outcome}"} `;
  return Number(metrics.split(sample)[1]?.split("\n")[0] ?? 0);
}
