/** Who may call: the signing key, the checking of tokens, and patience with wrong keys. */
import { createHash, randomBytes, randomUUID, timingSafeEqual, webcrypto } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { Database } from "./database.ts";
import { signToken, verifyToken, type Claims } from "./jwt.ts";
import { ApiError } from "./api-error.ts";

const accessLifeS = 3600;
const refreshLifeS = 30 * 24 * 3600;
const maxWrongTries = 10;
const triesWindowMs = 5 * 60_000;
/** Made-up keys can't fill the memory: the ones that were tried longest ago are forgotten. */
const maxTriedKeys = 10_000;

/** What somebody signs in as. Patience ends for one key, so that nobody's wrong tries lock out another's. */
export interface Tried {
  business_code: string;
  api_key: string;
}

export interface SignIn {
  sign(claims: Omit<Claims, "jti">, lifeS?: number): Promise<string>;
  /** The claims of a valid token, or null; a revoked family's tokens aren't valid. */
  verify(token: string): Promise<Claims | null>;
  /** Throws when this key was tried wrongly too often lately, whether it exists or not. */
  expectPatience(tried: Tried): void;
  wrongTry(tried: Tried): void;
  /** A single-use token for the exchange flow. @returns the token in clear; only its hash is kept. */
  newExchangeToken(businessId: number, lifeS: number): string;
  /** An access token and the next refresh token of a family. */
  continueFamily(family: string, business: { id: number; code: string }): Promise<FlowTokens>;
}

export interface FlowTokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  refresh_expires_in: number;
}

export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const nameOf = ({ business_code, api_key }: Tried) =>
  hashOf(JSON.stringify([business_code, api_key]));

/** Compares in a time that tells nothing of where two texts differ. */
export function same(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

export async function createSignIn(database: Database, clock: Clock): Promise<SignIn> {
  const key = await webcrypto.subtle.importKey(
    "raw",
    Buffer.from(signingKey(database), "base64url"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  const wrongTries = new Map<string, number[]>();

  const lately = (name: string) => {
    const since = clock.now() - triesWindowMs;
    return (wrongTries.get(name) ?? []).filter((at) => at > since);
  };

  const signIn: SignIn = {
    sign(claims, lifeS) {
      const now = clock.now();
      const until = lifeS === undefined ? undefined : now + lifeS * 1000;
      return signToken(key, { ...claims, jti: randomUUID() }, now, until);
    },
    async verify(token) {
      const claims = await verifyToken(key, token, clock.now());
      if (claims?.family === undefined) return claims;
      const family = database.get<{ revoked_at: number | null }>(
        "SELECT revoked_at FROM token_family WHERE uuid = ?",
        claims.family,
      );
      return family?.revoked_at === null ? claims : null;
    },
    expectPatience(tried) {
      const tries = lately(nameOf(tried));
      if (tries.length < maxWrongTries) return;
      const waitMs = tries[0]! + triesWindowMs - clock.now();
      throw new ApiError("RATE_LIMITED", "too many wrong keys", {
        retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      });
    },
    wrongTry(tried) {
      const name = nameOf(tried);
      const tries = [...lately(name), clock.now()];
      // Set anew, so that the first one is always the one that was tried longest ago.
      wrongTries.delete(name);
      wrongTries.set(name, tries);
      for (const oldest of wrongTries.keys()) {
        if (wrongTries.size <= maxTriedKeys && lately(oldest).length > 0) break;
        wrongTries.delete(oldest);
      }
    },
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
    async continueFamily(family, business) {
      const refreshToken = randomBytes(32).toString("base64url");
      database.run(
        "INSERT INTO refresh_token (hash, family, expires_at) VALUES (?, ?, ?)",
        hashOf(refreshToken),
        family,
        clock.now() + refreshLifeS * 1000,
      );
      const claims = { sub: family, biz: business.code, flow: "exchange", family } as const;
      return {
        access_token: await signIn.sign(claims, accessLifeS),
        refresh_token: refreshToken,
        token_type: "Bearer",
        expires_in: accessLifeS,
        refresh_expires_in: refreshLifeS,
      };
    },
  };
  return signIn;
}

/** Made once for a file, so that tokens survive restarts. */
function signingKey(database: Database): string {
  database.run(
    "INSERT INTO meta (key, value) VALUES ('signing_key', ?) ON CONFLICT DO NOTHING",
    randomBytes(32).toString("base64url"),
  );
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = 'signing_key'")!.value;
}
