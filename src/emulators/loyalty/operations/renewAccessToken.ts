/** Renew Access Token: replaces a refresh token; a later use of the replaced one revokes its family. */
import type { TokenHandler } from "../context.ts";
import { ApiError } from "../api-error.ts";
import { hashOf } from "../sign-in.ts";

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
