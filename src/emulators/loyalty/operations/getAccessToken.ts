/** Get Access Token: exchanges a business's key pair for a token that never expires. */
import type { Business, TokenHandler } from "../context.ts";
import { ApiError } from "../api-error.ts";
import { equalInConstantTime } from "../sign-in.ts";

export const getAccessToken: TokenHandler<"getAccessToken"> = async (input, platform) => {
  const { database, signIn } = platform;
  signIn.assertNotLocked(input);
  const business = database.get<Business>(
    "SELECT * FROM business WHERE code = ?",
    input.business_code,
  );
  // Both are always compared, also for an unknown business, so that the duration reveals nothing.
  const isKeyValid = equalInConstantTime(input.api_key, business?.api_key ?? "");
  const isSecretValid = equalInConstantTime(input.api_secret, business?.api_secret ?? "");
  if (!business || !isKeyValid || !isSecretValid) {
    signIn.recordFailure(input);
    throw new ApiError("UNAUTHORIZED", "business code, key or secret is wrong");
  }
  const claims = { sub: business.uuid, biz: business.code, flow: "direct" } as const;
  return { access_token: await signIn.sign(claims) };
};
