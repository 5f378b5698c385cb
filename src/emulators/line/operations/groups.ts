/** Operations on groups and rooms, and the list of the account's friends. */
import type { Accounts, Group } from "../accounts.ts";
import { notFound, ok, type ApiResponse } from "../responses.ts";
import type { ApiRequest, Operation } from "../operation.ts";

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
