/** The bearer tokens of both flows: obtained once for all callers, and again when refused or old. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Input, OperationName, Output } from "./contract.ts";
import { ConnectError } from "./errors.ts";

/** Where a refresh token is kept, so that a restart goes on with it. */
export interface TokenStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** A business's permanent key pair. */
export interface DirectCredentials {
  businessCode: string;
  apiKey: string;
  apiSecret: string;
}

/** Where the exchange flow begins: with a refresh token, or a single-use exchange token. */
export type ExchangeCredentials = { refreshToken: string } | { exchangeToken: string };

/** Sends a call that needs no token. */
export type Ask = <Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
) => Promise<Output<Name>>;

export interface Tokens {
  get(): Promise<string>;
  /** Says that this token was answered with 401; the next `get` brings another. */
  refused(token: string): void;
}

/** Renewed this long before it ends, so that no call meets its end on the way. */
const marginMs = 60_000;

function kept(clock: Clock, obtain: () => Promise<{ token: string; until: number }>): Tokens {
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;
  const renew = async () => {
    try {
      current = await obtain();
      return current.token;
    } finally {
      pending = null;
    }
  };
  return {
    async get() {
      if (current && clock.now() < current.until) return current.token;
      pending ??= renew();
      return pending;
    },
    refused(token) {
      if (current?.token === token) current = null;
    },
  };
}

/** Tokens of the direct flow, which never expire. */
export function directTokens(ask: Ask, clock: Clock, credentials: DirectCredentials): Tokens {
  return kept(clock, async () => {
    const answer = await ask("getAccessToken", {
      business_code: credentials.businessCode,
      api_key: credentials.apiKey,
      api_secret: credentials.apiSecret,
    });
    return { token: answer.access_token, until: Number.POSITIVE_INFINITY };
  });
}

const storeKey = "connect-refresh-token";
const stored = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.object({ configured: z.string(), refresh_token: z.string() }));

/** Tokens of the exchange flow. What is in the store wins until the configured token changes. */
export function exchangeTokens(
  ask: Ask,
  clock: Clock,
  credentials: ExchangeCredentials,
  store: TokenStore,
): Tokens {
  const configured = createHash("sha256").update(JSON.stringify(credentials)).digest("hex");

  async function obtain(): Promise<Output<"renewAccessToken">> {
    const { data } = stored.safeParse(await store.get(storeKey));
    if (data?.configured === configured)
      return ask("renewAccessToken", { refresh_token: data.refresh_token });
    return "refreshToken" in credentials
      ? ask("renewAccessToken", { refresh_token: credentials.refreshToken })
      : ask("exchangeAccessToken", { exchange_token: credentials.exchangeToken });
  }

  return kept(clock, async () => {
    const asked = clock.now();
    const answer = await obtain().catch((thrown: unknown) => {
      throw thrown instanceof ConnectError && thrown.code === "UNAUTHORIZED"
        ? signInAgain(thrown)
        : thrown;
    });
    // Kept before use: the platform has already replaced the old one.
    const { refresh_token } = answer;
    await store.set(storeKey, JSON.stringify({ configured, refresh_token }));
    const lifeMs = answer.expires_in * 1000;
    return { token: answer.access_token, until: asked + lifeMs - Math.min(marginMs, lifeMs / 2) };
  });
}

function signInAgain({ operation, status, requestId }: ConnectError): ConnectError {
  return new ConnectError(
    "SIGN_IN_AGAIN",
    "the platform refused the token of the exchange flow (used up or revoked). " +
      "Generate an exchange token on the platform, set CONNECT_EXCHANGE_TOKEN and restart",
    { operation, status, requestId },
  );
}
