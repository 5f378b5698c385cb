/** A platform behind a proxy that changes what it answers and what it is asked for. */
import type { LoyaltyEmulator } from "../../src/emulators/loyalty/index.ts";
import { createProxy, type ProxyHooks } from "./proxy.ts";

/** For `front` of a world. */
export const bentBy = (hooks: ProxyHooks) => async (platform: LoyaltyEmulator) => {
  const { origin, pathname } = new URL(platform.baseUrl);
  const proxy = await createProxy(() => origin, { hooks });
  return {
    baseUrl: `${proxy.origin}${pathname}`,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
};
