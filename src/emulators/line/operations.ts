/** LINE's Messaging API, as far as a bot uses it: one record per operation. */
import type { Clock } from "../../clock.ts";
import type { Accounts, Channel } from "./accounts.ts";
import { invalidBody, notFound, ok, refuse, type ApiAnswer } from "./answers.ts";
import type { Chats } from "./chats.ts";
import type { Call } from "./faults.ts";
import { randomToken } from "./ids.ts";
import type { Body, Outbox } from "./outbox.ts";
import { richMenuOperations } from "./rich-menu-api.ts";
import type { RichMenus } from "./rich-menus.ts";
import type { Delivery } from "./webhooks.ts";

/** A request that has been let in: its channel is known. */
export interface ApiRequest {
  readonly channel: Channel;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** What an operation that takes an image was sent. */
  readonly image?: { readonly type: string; readonly bytes: Buffer };
  readonly retryKey: string | undefined;
  readonly requestId: string;
}

export interface Operation {
  readonly method: "get" | "post" | "put" | "delete";
  /** As Express writes paths. */
  readonly path: string;
  readonly call: Call;
  /** What a request brings along (`json`, unless it only gets). */
  readonly takes?: "json" | "image" | "nothing";
  /** Whether `X-Line-Retry-Key` is allowed. */
  readonly retryKey?: true;
  readonly answer: (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>;
}

interface Parts {
  readonly accounts: Accounts;
  readonly chats: Chats;
  readonly outbox: Outbox;
  readonly richMenus: RichMenus;
  readonly clock: Clock;
  readonly quota: number | undefined;
  /** Posts an empty, signed envelope; to `url` instead of the channel's webhook if given. */
  readonly probe: (channel: Channel, url: string | undefined) => Promise<Delivery>;
  readonly endpoints: Map<string, string>;
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

export function operations(parts: Parts): Operation[] {
  const { accounts, chats, outbox, clock } = parts;

  const member = ({ params }: ApiRequest): ApiAnswer => {
    const group = accounts.group(params["chatId"] ?? "");
    const person = accounts.person(params["userId"] ?? "");
    if (!person || !group?.members.includes(person.userId)) return notFound;
    const { userId, displayName, pictureUrl } = person;
    return ok({ displayName, userId, ...(pictureUrl ? { pictureUrl } : {}) });
  };
  const validate = ({ body }: ApiRequest) => outbox.validate(body);

  return [
    {
      method: "post",
      path: "/v2/bot/message/reply",
      call: "reply",
      answer: ({ channel, body }) => outbox.reply(channel.id, body),
    },
    {
      method: "post",
      path: "/v2/bot/message/push",
      call: "push",
      retryKey: true,
      answer: ({ channel, body, retryKey, requestId }) =>
        outbox.push(channel.id, body, retryKey, requestId),
    },
    {
      method: "post",
      path: "/v2/bot/message/multicast",
      call: "multicast",
      retryKey: true,
      answer: ({ channel, body, retryKey, requestId }) =>
        outbox.multicast(channel.id, body, retryKey, requestId),
    },
    {
      method: "post",
      path: "/v2/bot/message/validate/:way",
      call: "validate",
      answer: (request) =>
        /^(reply|push|multicast|narrowcast|broadcast)$/.test(request.params["way"] ?? "")
          ? validate(request)
          : notFound,
    },
    {
      method: "get",
      path: "/v2/bot/message/quota",
      call: "quota",
      answer: () =>
        ok(parts.quota === undefined ? { type: "none" } : { type: "limited", value: parts.quota }),
    },
    {
      method: "get",
      path: "/v2/bot/message/quota/consumption",
      call: "quota",
      answer: ({ channel }) => ok({ totalUsage: outbox.used(channel.id) }),
    },
    {
      method: "get",
      path: "/v2/bot/profile/:userId",
      call: "profile",
      answer: ({ channel, params }) => {
        const person = accounts.person(params["userId"] ?? "");
        if (!person || accounts.isBlocked(channel.id, person.userId)) return notFound;
        const { note: _note, kind: _kind, ...profile } = person;
        return ok({ ...profile });
      },
    },
    {
      method: "get",
      path: "/v2/bot/group/:chatId/member/:userId",
      call: "profile",
      answer: member,
    },
    { method: "get", path: "/v2/bot/room/:chatId/member/:userId", call: "profile", answer: member },
    {
      method: "post",
      path: "/v2/bot/chat/loading/start",
      call: "loading",
      answer: ({ channel, body }) => {
        const { chatId, loadingSeconds: seconds = 20 } = body;
        if (typeof chatId !== "string" || !accounts.person(chatId)) {
          return invalidBody([{ message: "The value is invalid", property: "chatId" }]);
        }
        if (typeof seconds !== "number" || seconds < 5 || seconds > 60 || seconds % 5 !== 0) {
          const message = "must be a multiple of 5 between 5 and 60";
          return invalidBody([{ message, property: "loadingSeconds" }]);
        }
        const at = clock.now();
        const until = at + seconds * 1000;
        chats.add(channel.id, chatId, { kind: "loading", id: randomToken(8), at, until });
        return { status: 202, body: {} };
      },
    },
    {
      method: "post",
      path: "/v2/bot/chat/markAsRead",
      call: "mark as read",
      answer: ({ body }) =>
        typeof body["markAsReadToken"] === "string"
          ? ok()
          : invalidBody([{ message: "May not be empty", property: "markAsReadToken" }]),
    },
    {
      method: "get",
      path: "/v2/bot/info",
      call: "info",
      answer: ({ channel }) =>
        ok({
          userId: channel.botUserId,
          basicId: channel.basicId,
          displayName: channel.displayName,
          chatMode: "bot",
          markAsReadMode: "auto",
        }),
    },
    {
      method: "get",
      path: "/v2/bot/channel/webhook/endpoint",
      call: "webhook",
      answer: ({ channel }) =>
        ok({ endpoint: parts.endpoints.get(channel.id) ?? channel.webhookUrl(), active: true }),
    },
    {
      method: "put",
      path: "/v2/bot/channel/webhook/endpoint",
      call: "webhook",
      answer: ({ channel, body }) => {
        const { endpoint } = body;
        // LINE asks for https; this one calls nothing but this machine.
        if (typeof endpoint !== "string" || endpoint.length > 500 || !loopback.test(endpoint)) {
          return refuse(400, "Invalid webhook endpoint URL");
        }
        parts.endpoints.set(channel.id, endpoint);
        return ok();
      },
    },
    {
      method: "post",
      path: "/v2/bot/channel/webhook/test",
      call: "webhook",
      answer: async ({ channel, body }) => {
        const { endpoint } = body;
        if (endpoint !== undefined && (typeof endpoint !== "string" || !loopback.test(endpoint))) {
          return refuse(400, "Invalid webhook endpoint URL");
        }
        const { at, status, reason } = await parts.probe(channel, endpoint);
        return ok({
          success: reason === "OK",
          timestamp: new Date(at).toISOString(),
          statusCode: status ?? 0,
          reason,
          detail: status === null ? reason : String(status),
        });
      },
    },
    ...richMenuOperations(parts),
  ];
}
