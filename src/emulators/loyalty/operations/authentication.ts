/** The operations that issue and renew tokens. */
import { randomUUID } from "node:crypto";
import { ApiError } from "../api-error.ts";
import type { Business, TokenHandler } from "../context.ts";
import { equalInConstantTime, hashOf } from "../sign-in.ts";

/** Get Access Token: exchanges a business's key pair for a token that never expires. */
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

const lifetimeS = 60;

/** Generate Exchange Token: issues a single-use token, valid for a minute, to a management user. */
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

/** Exchange Access Token: exchanges a single-use token for the first tokens of a family. */
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

/** How long a replaced token stays valid, for a caller whose response was lost. */
const graceMs = 30_000;

interface Row {
  family: string;
  expires_at: number;
  replaced_at: number | null;
  revoked_at: number | null;
  id: number;
  code: string;
}

/** Renew Access Token: replaces a refresh token; a later use of the replaced one revokes its family. */
export const renewAccessToken: TokenHandler<"renewAccessToken"> = async (
  input,
  { database, signIn, now },
) => {
  const hash = hashOf(input.refresh_token);
  const token = database.get<Row>(
    `SELECT t.family, t.expires_at, t.replaced_at, f.revoked_at, b.id, b.code
     FROM refresh_token t JOIN token_family f ON f.uuid = t.family
     JOIN business b ON b.id = f.business_id WHERE t.hash = ?`,
    hash,
  );
  const isReused = token && token.replaced_at !== null && token.replaced_at + graceMs <= now;
  if (isReused)
    database.run(
      "UPDATE token_family SET revoked_at = ? WHERE uuid = ? AND revoked_at IS NULL",
      now,
      token.family,
    );
  if (!token || isReused || token.revoked_at !== null || token.expires_at <= now)
    throw new ApiError("UNAUTHORIZED", "the refresh token is unknown, too old or revoked");
  database.run(
    "UPDATE refresh_token SET replaced_at = coalesce(replaced_at, ?) WHERE hash = ?",
    now,
    hash,
  );
  return signIn.issueTokens(token.family, token);
};
