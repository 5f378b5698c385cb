/** Provides channel access tokens to calls: a configured long-lived one, or what a source renews. */
import type { LineResponse } from "./http-client.ts";

/** How the environment variables of a channel begin: the members', or the dev channel's. */
export type ChannelPrefix = "LINE_CHANNEL" | "LINE_DEV_CHANNEL";

/**
 * Returns the token to call LINE with, synchronously while a valid one is cached.
 * @param refused the token that LINE just answered with 401; it is replaced where that is possible.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** A token source for a long-lived token, which can't be renewed. */
export const fixedToken =
  (token: string): TokenSource =>
  () =>
    token;

/** Sends with the current token; after a 401, once more with a renewed token if the source has one. */
export async function withToken<Response extends LineResponse>(
  token: TokenSource,
  send: (bearer: string) => Promise<Response>,
): Promise<Response> {
  const current = token();
  const used = typeof current === "string" ? current : await current;
  const answer = await send(used);
  if (answer.status !== 401) return answer;
  const renewed = await token(used);
  return renewed === used ? answer : send(renewed);
}
