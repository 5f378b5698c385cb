/** Client of LINE's content API: loads the images that people send to the account. */
import { z } from "zod";
import { withToken, type TokenSource } from "./stateless-tokens.ts";
import { codeOf, LineError } from "./errors.ts";
import { createLineHttpClient, type LineHttpOptions } from "./http-client.ts";

/** An image; or why there is none: it is over the limit, isn't ready yet, or LINE doesn't have it any more. */
export type ImageContent = { bytes: Buffer } | "too_large" | "not_ready" | "gone";

export interface ContentClient extends AsyncDisposable {
  /**
   * Loads the content of an image message; stops reading at the limit.
   * @throws {LineError} when LINE refuses the call or doesn't answer in time.
   */
  image(messageId: string): Promise<ImageContent>;
}

/** LINE takes images of 10 MB at most. */
const maxImageBytes = 10 << 20;
const timeoutMs = 5000;
const tooLarge = z.object({ code: z.literal("UND_ERR_RES_EXCEEDED_MAX_SIZE") });

/** @param options `dataApiBaseUrl` is the host of contents, such as `https://api-data.line.me`. */
export function createContentClient(
  options: LineHttpOptions & { readonly dataApiBaseUrl: string; readonly token: TokenSource },
): ContentClient {
  const http = createLineHttpClient({
    ...options,
    apiBaseUrl: options.dataApiBaseUrl,
    connections: 2,
    maxBytes: maxImageBytes,
    timeoutMs,
  });
  return {
    async image(messageId) {
      const loggedPath = "/v2/bot/message/…/content";
      try {
        const { status, bytes } = await withToken(options.token, (bearer) =>
          http.send({
            method: "GET",
            path: `/v2/bot/message/${encodeURIComponent(messageId)}/content`,
            loggedPath,
            headers: { authorization: `Bearer ${bearer}` },
            read: true,
          }),
        );
        if (status === 200) return { bytes };
        if (status === 202) return "not_ready";
        if (status === 404 || status === 410) return "gone";
        throw new LineError(codeOf(status), `GET ${loggedPath}: ${status}`, { status });
      } catch (error) {
        const isTooLarge = error instanceof LineError && tooLarge.safeParse(error.cause).success;
        if (isTooLarge) return "too_large";
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}
