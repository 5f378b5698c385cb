/** The platform's JSON Web Tokens: one algorithm, one key, made and checked here. */
import { jwtVerify, SignJWT } from "jose";
import type { webcrypto } from "node:crypto";
import { z } from "zod";

const algorithm = "HS256";

const claims = z.object({
  sub: z.string(),
  /** Business codes: one for a connect token, all that a management user may act for. */
  biz: z.union([z.string(), z.array(z.string())]),
  flow: z.enum(["direct", "exchange", "management"]),
  jti: z.string(),
  /** The refresh tokens' family, of the exchange flow. */
  family: z.string().optional(),
});

export type Claims = z.output<typeof claims>;

/** @param expiresAt milliseconds since 1970; a direct token has none. */
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

/** The claims of a token that is ours, unchanged and in force; null for any other. */
export async function verifyToken(
  key: webcrypto.CryptoKey,
  token: string,
  now: number,
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: new Date(now),
    });
    return claims.parse(payload);
  } catch {
    return null;
  }
}
