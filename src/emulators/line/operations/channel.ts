/** Operations on the channel itself: the bot's info, and the webhook's address and test. */
import type { Channel } from "../accounts.ts";
import { errorResponse, ok, type Operation } from "../operation.ts";
import type { Delivery } from "../webhooks.ts";

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

export function channelOperations({
  endpoints,
  probe,
}: {
  readonly endpoints: Map<string, string>;
  readonly probe: (channel: Channel, url: string | undefined) => Promise<Delivery>;
}): Operation[] {
  return [
    {
      method: "get",
      path: "/v2/bot/info",
      call: "info",
      handle: ({ channel }) =>
        ok({
          userId: channel.botUserId,
          basicId: channel.basicId,
          displayName: channel.displayName,
          chatMode: channel.hasChat ? "chat" : "bot",
          markAsReadMode: channel.hasChat ? "manual" : "auto",
        }),
    },
    {
      method: "get",
      path: "/v2/bot/channel/webhook/endpoint",
      call: "webhook",
      handle: ({ channel }) =>
        ok({ endpoint: endpoints.get(channel.id) ?? channel.webhookUrl("", 1), active: true }),
    },
    {
      method: "put",
      path: "/v2/bot/channel/webhook/endpoint",
      call: "webhook",
      handle: ({ channel, body }) => {
        const { endpoint } = body;
        // LINE requires https; the emulator calls loopback addresses only.
        if (typeof endpoint !== "string" || endpoint.length > 500 || !loopback.test(endpoint)) {
          return errorResponse(400, "Invalid webhook endpoint URL");
        }
        endpoints.set(channel.id, endpoint);
        return ok();
      },
    },
    {
      method: "post",
      path: "/v2/bot/channel/webhook/test",
      call: "webhook",
      handle: async ({ channel, body }) => {
        const { endpoint } = body;
        if (endpoint !== undefined && (typeof endpoint !== "string" || !loopback.test(endpoint))) {
          return errorResponse(400, "Invalid webhook endpoint URL");
        }
        const { at, status, reason } = await probe(channel, endpoint);
        return ok({
          success: reason === "OK",
          timestamp: new Date(at).toISOString(),
          statusCode: status ?? 0,
          reason,
          detail: status === null ? reason : String(status),
        });
      },
    },
  ];
}
