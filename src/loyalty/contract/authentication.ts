/** Contract of the four operations that issue tokens. */
import { z } from "zod";
import { operation } from "./operation.ts";
import { maybe, orEmpty, record } from "./parts.ts";

const tokens = record({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  token_type: orEmpty(z.string(), "Bearer"),
  /** Seconds. */
  expires_in: orEmpty(z.number().positive(), 3600),
  refresh_expires_in: maybe(z.number().positive()),
});

/** The tokens of the exchange flow. Every renewal replaces the refresh token. */
export type Tokens = z.output<typeof tokens>;

export const authentication = {
  getAccessToken: operation({
    group: "Authentication",
    name: "Get Access Token",
    method: "POST",
    path: "/v1/auth-connect/{business_code}",
    input: {
      path: z.object({ business_code: z.string().min(1).max(100) }),
      body: z.object({
        api_key: z.string().min(1).max(500),
        api_secret: z.string().min(1).max(500),
      }),
    },
    output: record({ access_token: z.string().min(1) }),
    status: 201,
    errors: ["UNAUTHORIZED"],
    origin: "specified",
    auth: "none",
    idempotency: "safe",
  }),
  generateExchangeToken: operation({
    group: "Authentication",
    name: "Generate Exchange Token",
    method: "POST",
    path: "/v1/auth-connect/exchange-token",
    input: {
      body: z.object({
        business_code: z.string().min(1).max(100),
        app_uuid: z.string().min(1).max(100),
      }),
    },
    output: record({ exchange_token: z.string().min(1), expires_in: orEmpty(z.number(), 60) }),
    status: 201,
    errors: ["NOT_FOUND"],
    origin: "public",
    auth: "management",
    idempotency: "safe",
  }),
  exchangeAccessToken: operation({
    group: "Authentication",
    name: "Exchange Access Token",
    method: "POST",
    path: "/v1/auth-connect/exchange-token/access",
    input: { body: z.object({ exchange_token: z.string().min(1).max(2000) }) },
    output: tokens,
    status: 201,
    errors: ["UNAUTHORIZED"],
    origin: "assumed",
    auth: "none",
    idempotency: "never",
  }),
  renewAccessToken: operation({
    group: "Authentication",
    name: "Renew Access Token",
    method: "POST",
    path: "/v1/auth-connect/renew-token",
    input: { body: z.object({ refresh_token: z.string().min(1).max(2000) }) },
    output: tokens,
    status: 201,
    errors: ["UNAUTHORIZED"],
    origin: "public",
    auth: "none",
    idempotency: "safe",
  }),
};
