/** Makes pushes idempotent: a call is accepted once per retry key within a day, as at LINE. */
import type { Clock } from "../../clock.ts";
import { errorResponse, type ApiResponse } from "./responses.ts";

const lifetimeMs = 24 * 60 * 60_000;
/** More pushes than a chat of a demo brings in a day. */
const maxKeys = 20_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface RetryKeys {
  /**
   * Runs `work`, unless a call with the same key was accepted before: then responds with 409, the earlier
   * request's id and its body. Without a key `work` always runs.
   */
  runOnce(
    channelId: string,
    retryKey: string | undefined,
    requestId: string,
    work: () => ApiResponse,
  ): ApiResponse;
}

export function createRetryKeys(clock: Clock): RetryKeys {
  /** Accepted calls by channel and key, oldest first. */
  const accepted = new Map<
    string,
    { requestId: string; response: ApiResponse; expiresAt: number }
  >();
  return {
    runOnce(channelId, retryKey, requestId, work) {
      if (retryKey === undefined) return work();
      if (!uuid.test(retryKey)) return errorResponse(400, "The retry key must be a UUID");
      const now = clock.now();
      for (const [key, { expiresAt }] of accepted) {
        if (expiresAt > now && accepted.size < maxKeys) break;
        accepted.delete(key);
      }
      const key = `${channelId}/${retryKey.toLowerCase()}`;
      const earlier = accepted.get(key);
      if (earlier) {
        return {
          status: 409,
          headers: { "x-line-accepted-request-id": earlier.requestId },
          body: { message: "The retry key is already accepted", ...earlier.response.body },
        };
      }
      const response = work();
      if (response.status < 300) {
        accepted.set(key, { requestId, response, expiresAt: now + lifetimeMs });
      }
      return response;
    },
  };
}
