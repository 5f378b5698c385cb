/** Sends a request with an access token; after a 401, once more with a renewed one. */
import type { AccessTokens } from "./token-cache.ts";
import { LoyaltyError } from "./errors.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import { expectedStatuses } from "./send-attempt.ts";

/**
 * @param nextToken gets a token from `tokens`.
 * @throws {LoyaltyError} of the second attempt, or of the first if a renewal makes no sense.
 */
export async function sendWithToken(
  tokens: AccessTokens,
  nextToken: () => Promise<string>,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const token = await nextToken();
  try {
    return await sendAs(tokens, token, request, send);
  } catch (thrown) {
    if (!isUnauthorized(thrown) || !tokens.onRefused(token, thrown)) throw thrown;
  }
  const renewed = await nextToken();
  try {
    return await sendAs(tokens, renewed, request, send);
  } catch (thrown) {
    if (isUnauthorized(thrown)) tokens.onRefused(renewed, thrown);
    throw thrown;
  }
}

/** Sends with one token and reports to `tokens` when the platform accepted it. */
async function sendAs(
  tokens: AccessTokens,
  bearer: string,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const response = await send({ ...request, bearer });
    tokens.onAccepted(bearer, request.operation);
    return response;
  } catch (thrown) {
    if (thrown instanceof LoyaltyError && expectedStatuses.has(thrown.status))
      tokens.onAccepted(bearer, request.operation);
    throw thrown;
  }
}

const isUnauthorized = (thrown: unknown): thrown is LoyaltyError =>
  thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED";
