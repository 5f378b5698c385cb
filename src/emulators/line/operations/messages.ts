/** Operations that send and validate messages, and the message quota. */
import { notFound, ok, type Operation } from "../operation.ts";
import type { Outbox } from "../outbox.ts";

export function messageOperations({
  outbox,
  quota,
}: {
  readonly outbox: Outbox;
  readonly quota: number | undefined;
}): Operation[] {
  return [
    {
      method: "post",
      path: "/v2/bot/message/reply",
      call: "reply",
      handle: ({ channel, body }) => outbox.reply(channel.id, body),
    },
    ...(["push", "multicast", "broadcast"] as const).map((way): Operation => ({
      method: "post",
      path: `/v2/bot/message/${way}`,
      call: way,
      retryKey: true,
      handle: (request) => outbox.send(way, request),
    })),
    {
      method: "get",
      path: "/v2/bot/message/aggregation/info",
      call: "quota",
      handle: ({ channel }) =>
        ok({ numOfCustomAggregationUnits: outbox.aggregationUnits(channel.id).length }),
    },
    {
      method: "get",
      path: "/v2/bot/message/aggregation/list",
      call: "quota",
      handle: ({ channel }) => ok({ customAggregationUnits: outbox.aggregationUnits(channel.id) }),
    },
    {
      method: "post",
      path: "/v2/bot/message/validate/:way",
      call: "validate",
      handle: (request) =>
        /^(reply|push|multicast|narrowcast|broadcast)$/.test(request.params["way"] ?? "")
          ? outbox.validate(request.body)
          : notFound,
    },
    {
      method: "get",
      path: "/v2/bot/message/quota",
      call: "quota",
      handle: () => ok(quota === undefined ? { type: "none" } : { type: "limited", value: quota }),
    },
    {
      method: "get",
      path: "/v2/bot/message/quota/consumption",
      call: "quota",
      handle: ({ channel }) => ok({ totalUsage: outbox.quotaUsed(channel.id) }),
    },
  ];
}
