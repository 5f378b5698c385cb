/** Operations on users and their chats: profiles, the loading animation, read marks. */
import type { Clock } from "../../../clock.ts";
import type { Accounts, Group } from "../accounts.ts";
import type { Chats } from "../chats.ts";
import { type Contents, randomToken } from "../ids.ts";
import {
  type ApiRequest,
  type ApiResponse,
  errorResponse,
  invalidBody,
  notFound,
  ok,
  type Operation,
} from "../operation.ts";

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

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The operation that loads the content of a message. LINE serves it at an address of its own. */
export const contentOperations = ({ contents }: { readonly contents: Contents }): Operation[] => [
  {
    method: "get",
    path: "/v2/bot/message/:messageId/content",
    call: "content",
    handle({ params }) {
      const bytes = contents.get(params["messageId"] ?? "");
      if (!bytes) return notFound;
      const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
      return { status: 200, body: {}, image: { type: isPng ? "image/png" : "image/jpeg", bytes } };
    },
  },
];

/** Operations on groups and rooms, and the list of the account's friends. */
export function groupOperations({ accounts }: { readonly accounts: Accounts }): Operation[] {
  /** An operation that reads a chat of this kind. */
  const read = (
    kind: Group["type"],
    path: string,
    answer: (group: Group, request: ApiRequest) => ApiResponse,
  ): Operation => ({
    method: "get",
    path: `/v2/bot/${kind}/:chatId/${path}`,
    call: "group",
    handle(request) {
      const group = accounts.group(request.params["chatId"] ?? "");
      return group?.type === kind ? answer(group, request) : notFound;
    },
  });
  return [
    read("group", "summary", ({ chatId, name = "" }) => ok({ groupId: chatId, groupName: name })),
    ...(["group", "room"] as const).flatMap((kind) => [
      read(kind, "members/count", ({ members }) => ok({ count: members.length })),
      read(kind, "members/ids", ({ members }) => ok({ memberIds: members })),
    ]),
    {
      method: "get",
      path: "/v2/bot/followers/ids",
      call: "group",
      handle: ({ channel }) =>
        ok({
          userIds: accounts.people
            .map(({ userId }) => userId)
            .filter((userId) => !accounts.isBlocked(channel.id, userId)),
        }),
    },
  ];
}
