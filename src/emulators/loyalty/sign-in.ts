/** Issues and verifies tokens, and locks out a key pair after repeated failures. */
import { createHash, randomBytes, randomUUID, timingSafeEqual, webcrypto } from "node:crypto";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { ApiError } from "./api-error.ts";
import type { Database } from "./database.ts";

const accessLifetimeS = 3600;
const refreshLifetimeS = 30 * 24 * 3600;
const maxFailures = 10;
const failureWindowMs = 5 * 60_000;
/** Bounds the memory under a flood of invented keys; the oldest are dropped. */
const maxTrackedKeys = 10_000;

/** The key of a sign-in attempt. Failures are counted per key, so that they don't lock out other keys. */
interface SignInAttempt {
  business_code: string;
  api_key: string;
}

export interface SignIn {
  sign(claims: Omit<Claims, "jti">, lifeS?: number): Promise<string>;
  /** The claims of a valid token; null for any other, also one of a revoked family. */
  verify(token: string): Promise<Claims | null>;
  /** @throws {ApiError} `RATE_LIMITED` after too many recent failures of this key, whether it exists or not. */
  assertNotLocked(attempt: SignInAttempt): void;
  recordFailure(attempt: SignInAttempt): void;
  /** A single-use token for the exchange flow. @returns the token in clear; only its hash is stored. */
  newExchangeToken(businessId: number, lifeS: number): string;
  /** An access token and the next refresh token of a family. */
  issueTokens(family: string, business: { id: number; code: string }): Promise<FlowTokens>;
}

interface FlowTokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  refresh_expires_in: number;
}

export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const keyOf = ({ business_code, api_key }: SignInAttempt) =>
  hashOf(JSON.stringify([business_code, api_key]));

/** Compares two texts in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

const maxVerified = 1000;

export async function createSignIn(database: Database, clock: Clock): Promise<SignIn> {
  const signingKey = await webcrypto.subtle.importKey(
    "raw",
    Buffer.from(storedSigningKey(database), "base64url"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  const failures = createFailureLog(clock);
  /** A client brings the same token with every request: its signature is verified at the first. */
  const verified = new Map<string, VerifiedToken>();

  async function claimsOf(token: string): Promise<Claims | null> {
    const known = verified.get(token);
    if (known && clock.now() < known.expiresAt) return known.claims;
    const found = await verifyToken(signingKey, token, clock.now());
    if (!found) return null;
    if (verified.size >= maxVerified) verified.clear();
    verified.set(token, found);
    return found.claims;
  }

  const signIn: SignIn = {
    sign(claims, lifeS) {
      const now = clock.now();
      const until = lifeS === undefined ? undefined : now + lifeS * 1000;
      return signToken(signingKey, { ...claims, jti: randomUUID() }, now, until);
    },
    async verify(token) {
      const claims = await claimsOf(token);
      if (claims?.family === undefined) return claims;
      const family = database.get<{ revoked_at: number | null }>(
        "SELECT revoked_at FROM token_family WHERE uuid = ?",
        claims.family,
      );
      return family?.revoked_at === null ? claims : null;
    },
    ...failures,
    newExchangeToken(businessId, lifeS) {
      const token = randomBytes(32).toString("base64url");
      database.run(
        "INSERT INTO exchange_token (hash, business_id, expires_at) VALUES (?, ?, ?)",
        hashOf(token),
        businessId,
        clock.now() + lifeS * 1000,
      );
      return token;
    },
    async issueTokens(family, business) {
      const refreshToken = randomBytes(32).toString("base64url");
      database.run(
        "INSERT INTO refresh_token (hash, family, expires_at) VALUES (?, ?, ?)",
        hashOf(refreshToken),
        family,
        clock.now() + refreshLifetimeS * 1000,
      );
      const claims = { sub: family, biz: business.code, flow: "exchange", family } as const;
      return {
        access_token: await signIn.sign(claims, accessLifetimeS),
        refresh_token: refreshToken,
        token_type: "Bearer",
        expires_in: accessLifetimeS,
        refresh_expires_in: refreshLifetimeS,
      };
    },
  };
  return signIn;
}

/** Counts failed sign-ins per key. */
function createFailureLog(clock: Clock): Pick<SignIn, "assertNotLocked" | "recordFailure"> {
  const failures = new Map<string, number[]>();

  const recentFailures = (key: string) => {
    const since = clock.now() - failureWindowMs;
    return (failures.get(key) ?? []).filter((at) => at > since);
  };

  return {
    assertNotLocked(attempt) {
      const times = recentFailures(keyOf(attempt));
      if (times.length < maxFailures) return;
      const waitMs = times[0]! + failureWindowMs - clock.now();
      throw new ApiError("RATE_LIMITED", "too many wrong keys", {
        retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      });
    },
    recordFailure(attempt) {
      const key = keyOf(attempt);
      const times = [...recentFailures(key), clock.now()];
      // Re-inserted, so that the first entry is always the one with the oldest attempt.
      failures.delete(key);
      failures.set(key, times);
      for (const oldest of failures.keys()) {
        if (failures.size <= maxTrackedKeys && recentFailures(oldest).length > 0) break;
        failures.delete(oldest);
      }
    },
  };
}

/** Created once per file, so that tokens stay valid after a restart. */
function storedSigningKey(database: Database): string {
  database.run(
    "INSERT INTO meta (key, value) VALUES ('signing_key', ?) ON CONFLICT DO NOTHING",
    randomBytes(32).toString("base64url"),
  );
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = 'signing_key'")!.value;
}

// Signs and verifies the platform's JSON Web Tokens.

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
async function signToken(
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

interface VerifiedToken {
  claims: Claims;
  /** In milliseconds since 1970; infinite for a token that never expires. */
  expiresAt: number;
}

/** Null unless the token is valid and unexpired. */
async function verifyToken(
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
