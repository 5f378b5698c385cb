/** Operations on users and their chats: profiles, the loading animation, read marks. */
import type { Clock } from "../../../clock.ts";
import type { Accounts } from "../accounts.ts";
import { errorResponse, invalidBody, notFound, ok, type ApiResponse } from "../responses.ts";
import type { Chats } from "../chats.ts";
import { randomToken } from "../ids.ts";
import type { ApiRequest, Operation } from "../operation.ts";

interface Dependencies {
  readonly accounts: Accounts;
  readonly chats: Chats;
  readonly clock: Clock;
}

export function chatOperations(dependencies: Dependencies): Operation[] {
  const { accounts, chats } = dependencies;
  return [
    {
      method: "get",
      path: "/v2/bot/profile/:userId",
      call: "profile",
      handle: ({ channel, params }) => {
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
      handle: (request) => memberProfile(accounts, request),
    },
    {
      method: "get",
      path: "/v2/bot/room/:chatId/member/:userId",
      call: "profile",
      handle: (request) => memberProfile(accounts, request),
    },
    {
      method: "post",
      path: "/v2/bot/chat/loading/start",
      call: "loading",
      handle: (request) => startLoading(dependencies, request),
    },
    {
      method: "post",
      path: "/v2/bot/chat/markAsRead",
      call: "mark_as_read",
      handle: ({ channel, body }) => {
        const { markAsReadToken: token } = body;
        if (typeof token !== "string" || token === "") {
          return invalidBody([{ message: "May not be empty", property: "markAsReadToken" }]);
        }
        const isMarked = chats.markRead(channel.id, token);
        return isMarked ? ok() : errorResponse(400, "Invalid mark as read token");
      },
    },
  ];
}

function memberProfile(accounts: Accounts, { params }: ApiRequest): ApiResponse {
  const group = accounts.group(params["chatId"] ?? "");
  const person = accounts.person(params["userId"] ?? "");
  if (!person || !group?.members.includes(person.userId)) return notFound;
  const { userId, displayName, pictureUrl } = person;
  return ok({ displayName, userId, ...(pictureUrl ? { pictureUrl } : {}) });
}

function startLoading(
  { accounts, chats, clock }: Dependencies,
  { channel, body }: ApiRequest,
): ApiResponse {
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
}
