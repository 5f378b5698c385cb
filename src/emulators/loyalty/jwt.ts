/** Signs and verifies the platform's JSON Web Tokens. */
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import type { webcrypto } from "node:crypto";
import { z } from "zod";

const algorithm = "HS256";

const claims = z.object({
  sub: z.string(),
  /** Business codes: one for a connect token, several for a management user. */
  biz: z.union([z.string(), z.array(z.string())]),
  flow: z.enum(["direct", "exchange", "management"]),
  jti: z.string(),
  /** The family of refresh tokens, in the exchange flow. */
  family: z.string().optional(),
});

export type Claims = z.output<typeof claims>;

/** @param expiresAt milliseconds since 1970; undefined for a direct token, which never expires. */
export async function signToken(
  key: webcrypto.CryptoKey,
  content: Claims,
  issuedAt: number,
  expiresAt?: number,
): Promise<string> {
  const token = new SignJWT(content)
    .setProtectedHeader({ alg: algorithm, typ: "JWT" })
    .setIssuedAt(Math.floor(issuedAt / 1000));
  if (expiresAt !== undefined) token.setExpirationTime(Math.floor(expiresAt / 1000));
  return token.sign(key);
}

export interface VerifiedToken {
  claims: Claims;
  /** In milliseconds since 1970; infinite for a token that never expires. */
  expiresAt: number;
}

/** Null unless the token is valid and unexpired. */
export async function verifyToken(
  key: webcrypto.CryptoKey,
  token: string,
  now: number,
): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: new Date(now),
    });
    return { claims: claims.parse(payload), expiresAt: (payload.exp ?? Infinity) * 1000 };
  } catch {
    return null;
  }
}
