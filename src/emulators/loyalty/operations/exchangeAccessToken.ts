/** Exchange Access Token: exchanges a single-use token for the first tokens of a family. */
import { randomUUID } from "node:crypto";
import type { Business, TokenHandler } from "../context.ts";
import { ApiError } from "../api-error.ts";
import { hashOf } from "../sign-in.ts";

export const exchangeAccessToken: TokenHandler<"exchangeAccessToken"> = async (
  input,
  { database, signIn, now },
) => {
  // One statement, so that only one of two concurrent calls succeeds.
  const used = database.get<{ business_id: number }>(
    `UPDATE exchange_token SET used_at = ?
     WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING business_id`,
    now,
    hashOf(input.exchange_token),
    now,
  );
  if (!used) throw new ApiError("UNAUTHORIZED", "the exchange token is unknown, used or too old");
  const family = randomUUID();
  database.run(
    "INSERT INTO token_family (uuid, business_id) VALUES (?, ?)",
    family,
    used.business_id,
  );
  const business = database.get<Business>("SELECT * FROM business WHERE id = ?", used.business_id)!;
  return signIn.issueTokens(family, business);
};
