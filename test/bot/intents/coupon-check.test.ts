/** A code that the platform refuses, in whatever way, is a guess; one that it couldn't look up is none. */
import { expect, test } from "vitest";
import type { Context } from "../../../src/bot/context.ts";
import { couponCheck } from "../../../src/bot/intents/coupon-check.ts";
import type { MemberIntent } from "../../../src/bot/member-reply.ts";
import type { MemberProfile } from "../../../src/loyalty/contract.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "../../../src/loyalty/errors.ts";

test.each<[LoyaltyErrorCode, number | null, boolean]>([
  ["BAD_REQUEST", 400, true],
  ["BAD_REQUEST", 422, true],
  ["CONFLICT", 409, true],
  ["UNAUTHORIZED", 401, false],
  ["RATE_LIMITED", 429, false],
  ["UNAVAILABLE", 503, false],
  ["TIMEOUT", null, false],
])("%s (%s) counts as a guess: %s", async (code, status, isCounted) => {
  let isForgiven = false;
  const context = {
    details: { code: "ABC123" },
    lineId: "U1",
    event: {},
    now: 0,
    codeGuesses: {
      begin: async () => ({
        allowed: true,
        forgive: async () => {
          isForgiven = true;
        },
      }),
    },
    loyalty: {
      checkCoupon: () =>
        Promise.reject(new LoyaltyError(code, "no", { operation: "checkCoupon", status })),
    },
  } as unknown as Context;
  const profile = { uuid: "m1", cards: [] } as unknown as MemberProfile;
  await expect((couponCheck as MemberIntent).answer(context, profile)).rejects.toThrow("no");
  expect(isForgiven).toBe(!isCounted);
});
