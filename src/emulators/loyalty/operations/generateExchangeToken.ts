/** Generate Exchange Token: issues a single-use token, valid for a minute, to a management user. */
import type { Business, TokenHandler } from "../context.ts";
import { ApiError } from "../api-error.ts";

const lifetimeS = 60;

export const generateExchangeToken: TokenHandler<"generateExchangeToken"> = async (
  input,
  { database, signIn, claims },
) => {
  const business = database.get<Business>(
    "SELECT * FROM business WHERE code = ?",
    input.business_code,
  );
  const isAllowed = [claims?.biz].flat().includes(input.business_code);
  if (!business || !isAllowed) throw new ApiError("NOT_FOUND", "no such business of this user");
  return { exchange_token: signIn.newExchangeToken(business.id, lifetimeS), expires_in: lifetimeS };
};
