/** Operations on rich menus, their images and links. */
import { z } from "zod";
import type { Clock } from "../../../clock.ts";
import { aliasForm } from "../../../line/messages/actions.ts";
import { richMenuFaults } from "../../../line/messages/rich-menus.ts";
import type { Accounts } from "../accounts.ts";
import {
  type ApiRequest,
  type ApiResponse,
  errorResponse,
  invalidBody,
  ok,
  type Operation,
  type RequestBody,
} from "../operation.ts";
import {
  type ChannelRichMenus,
  menuNotFound,
  type RichMenus,
  type StoredMenu,
} from "../rich-menus.ts";

export function richMenuOperations(parts: {
  richMenus: RichMenus;
  accounts: Accounts;
  clock: Clock;
}): Operation[] {
  const { richMenus, accounts, clock } = parts;
  const menusOf: MenusOf = ({ channel }) => richMenus.ofChannel(channel.id);
  return [
    // Aliases and batches come first: their paths also match those of a menu.
    ...aliasOperations(menusOf),
    ...batchOperations(menusOf, clock),
    ...menuOperations(menusOf),
    ...linkOperations(menusOf, accounts),
  ];
}

function menuOperations(menusOf: MenusOf): Operation[] {
  return [
    operation(
      "post",
      "/v2/bot/richmenu",
      (request) => {
        const refusal = invalidMenuResponse(request.body);
        if (refusal) return refusal;
        const made = menusOf(request).create(request.body);
        return typeof made === "string" ? ok({ richMenuId: made }) : made;
      },
      "json",
    ),
    operation(
      "post",
      "/v2/bot/richmenu/validate",
      ({ body }) => invalidMenuResponse(body) ?? ok(),
      "json",
    ),
    operation("get", "/v2/bot/richmenu/list", (request) =>
      ok({ richmenus: [...menusOf(request).menus.values()].map(toSummary) }),
    ),
    operation("get", "/v2/bot/richmenu/:richMenuId", (request) => {
      const menu = menusOf(request).menus.get(menuId(request));
      return menu ? ok(toSummary(menu)) : menuNotFound;
    }),
    operation(
      "delete",
      "/v2/bot/richmenu/:richMenuId",
      (request) => menusOf(request).remove(menuId(request)) ?? ok(),
    ),
    operation(
      "post",
      "/v2/bot/richmenu/:richMenuId/content",
      (request) => {
        const { type, bytes } = request.image ?? { type: "", bytes: Buffer.alloc(0) };
        return menusOf(request).upload(menuId(request), type, bytes) ?? ok();
      },
      "image",
    ),
    operation("get", "/v2/bot/richmenu/:richMenuId/content", (request) => {
      const image = menusOf(request).menus.get(menuId(request))?.image;
      return image ? { status: 200, body: {}, image } : errorResponse(404, "Not found");
    }),
  ];
}

/** The default menu, and the menus of users. */
function linkOperations(menusOf: MenusOf, accounts: Accounts): Operation[] {
  return [
    operation(
      "post",
      "/v2/bot/user/all/richmenu/:richMenuId",
      (request) => menusOf(request).setDefaultMenu(menuId(request)) ?? ok(),
    ),
    operation("get", "/v2/bot/user/all/richmenu", (request) => {
      const { defaultMenu } = menusOf(request);
      return defaultMenu === null
        ? errorResponse(404, "no default richmenu")
        : ok({ richMenuId: defaultMenu });
    }),
    operation(
      "delete",
      "/v2/bot/user/all/richmenu",
      (request) => menusOf(request).setDefaultMenu(null) ?? ok(),
    ),
    operation("post", "/v2/bot/user/:userId/richmenu/:richMenuId", (request) => {
      const menus = menusOf(request);
      // LINE ignores an unknown user.
      if (!accounts.person(userId(request))) {
        return menus.menus.has(menuId(request)) ? ok() : menuNotFound;
      }
      return menus.link(userId(request), menuId(request)) ?? ok();
    }),
    operation(
      "post",
      "/v2/bot/richmenu/bulk/link",
      (request) =>
        forUsers(accounts, request.body, (user) =>
          menusOf(request).link(user, String(request.body["richMenuId"])),
        ),
      "json",
    ),
    operation(
      "post",
      "/v2/bot/richmenu/bulk/unlink",
      (request) =>
        forUsers(accounts, request.body, (user) => {
          menusOf(request).unlink(user);
          return null;
        }),
      "json",
    ),
    operation("get", "/v2/bot/user/:userId/richmenu", (request) => {
      const linked = menusOf(request).linkedTo(userId(request));
      return linked === null
        ? errorResponse(404, "the user has no richmenu")
        : ok({ richMenuId: linked });
    }),
    operation("delete", "/v2/bot/user/:userId/richmenu", (request) => {
      menusOf(request).unlink(userId(request));
      return ok();
    }),
  ];
}

const maxUsers = 500;

/** Changes the menu of several users. LINE ignores unknown users. */
function forUsers(
  accounts: Accounts,
  { userIds }: RequestBody,
  change: (userId: string) => ApiResponse | null,
): ApiResponse {
  if (!Array.isArray(userIds) || userIds.length < 1 || userIds.length > maxUsers) {
    return invalidBody([
      { message: `Size must be between 1 and ${maxUsers}`, property: "userIds" },
    ]);
  }
  const known = accounts.people.filter((person) => userIds.includes(person.userId));
  for (const person of known) {
    const refusal = change(person.userId);
    if (refusal) return refusal;
  }
  return { status: 202, body: {} };
}

const userId = ({ params }: ApiRequest) => params["userId"] ?? "";

const toSummary = ({ richMenuId, request }: StoredMenu) => ({ richMenuId, ...request });

function invalidMenuResponse(body: RequestBody): ApiResponse | null {
  const faults = richMenuFaults(body);
  return faults.length === 0
    ? null
    : invalidBody(
        faults.map(({ property, rule }) => ({
          message: rule,
          property: property.slice(1).replaceAll("/", "."),
        })),
      );
}

const maxAliases = 1000;
const aliasNotFound = errorResponse(404, "richmenu alias not found");

/** Operations on the aliases of rich menus. */
function aliasOperations(menusOf: MenusOf): Operation[] {
  return [
    operation(
      "post",
      "/v2/bot/richmenu/alias",
      (request) => {
        const menus = menusOf(request);
        const { richMenuAliasId: alias } = request.body;
        if (menus.aliases.has(String(alias)))
          return errorResponse(400, "conflict richmenu alias id");
        if (menus.aliases.size >= maxAliases)
          return errorResponse(400, "too many richmenu aliases");
        return setAlias(menus, request.body, alias) ?? ok();
      },
      "json",
    ),
    operation("get", "/v2/bot/richmenu/alias/list", (request) =>
      ok({ aliases: [...menusOf(request).aliases].map(toAlias) }),
    ),
    operation("get", "/v2/bot/richmenu/alias/:aliasId", (request) => {
      const id = menusOf(request).aliases.get(aliasId(request));
      return id === undefined ? aliasNotFound : ok(toAlias([aliasId(request), id]));
    }),
    operation(
      "post",
      "/v2/bot/richmenu/alias/:aliasId",
      (request) => {
        const menus = menusOf(request);
        if (!menus.aliases.has(aliasId(request))) return aliasNotFound;
        return setAlias(menus, request.body, aliasId(request)) ?? ok();
      },
      "json",
    ),
    operation("delete", "/v2/bot/richmenu/alias/:aliasId", (request) =>
      menusOf(request).removeAlias(aliasId(request)) ? ok() : aliasNotFound,
    ),
  ];
}

const aliasId = ({ params }: ApiRequest) => params["aliasId"] ?? "";

const toAlias = ([richMenuAliasId, richMenuId]: readonly [string, string]) => ({
  richMenuAliasId,
  richMenuId,
});

/** Points an alias to the rich menu in the body. @returns an error response, or null. */
function setAlias(menus: ChannelRichMenus, body: RequestBody, alias: unknown): ApiResponse | null {
  const { richMenuId } = body;
  if (typeof alias !== "string" || !aliasForm.test(alias)) {
    return invalidBody([{ message: "The value is invalid", property: "richMenuAliasId" }]);
  }
  const menu = menus.menus.get(String(richMenuId));
  if (!menu) return errorResponse(400, "richmenu not found");
  if (!menu.image) return errorResponse(400, "the richmenu has no image");
  menus.setAlias(alias, menu.richMenuId);
  return null;
}

const batch = z.object({
  operations: z
    .array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("link"), from: z.string(), to: z.string() }),
        z.object({ type: z.literal("unlink"), from: z.string() }),
        z.object({ type: z.literal("unlinkAll") }),
      ]),
    )
    .min(1)
    .max(1000),
});
/** The number of batches whose progress can be read. */
const maxBatches = 1000;

/** Operations that move users from one rich menu to another, many at once. */
function batchOperations(menusOf: MenusOf, clock: Clock): Operation[] {
  const batches = new Map<string, number>();
  return [
    operation(
      "post",
      "/v2/bot/richmenu/batch",
      (request) => {
        const menus = menusOf(request);
        const moves = parseMoves(request.body, menus);
        if (!moves) return errorResponse(400, "The operations are invalid");
        for (const { from, to } of moves) menus.move(from, to);
        batches.set(request.requestId, clock.now());
        const [oldest] = batches.keys();
        if (batches.size > maxBatches && oldest) batches.delete(oldest);
        return { status: 202, body: {} };
      },
      "json",
    ),
    operation("get", "/v2/bot/richmenu/progress/batch", ({ query }) => {
      const at = batches.get(query["requestId"] ?? "");
      if (at === undefined) return errorResponse(404, "The request id is unknown");
      const time = new Date(at).toISOString();
      return ok({ phase: "succeeded", acceptedTime: time, completedTime: time });
    }),
  ];
}

/** The moves of a batch; null if one is invalid. */
function parseMoves(
  body: RequestBody,
  menus: ChannelRichMenus,
): { from: string; to: string | null }[] | null {
  const { data } = batch.safeParse(body);
  if (!data) return null;
  const moves = data.operations.flatMap((one) => {
    if (one.type === "unlinkAll")
      return [...menus.menus.keys()].map((from) => ({ from, to: null }));
    return [{ from: one.from, to: one.type === "link" ? one.to : null }];
  });
  const areValid = moves.every(
    ({ from, to }) => menus.menus.has(from) && (to === null || menus.menus.get(to)?.image),
  );
  return areValid ? moves : null;
}

// What the operations on rich menus share: their record, and the parameters of their paths.

/** The rich menus of the channel that a request comes from. */
type MenusOf = (request: ApiRequest) => ChannelRichMenus;

const menuId = ({ params }: ApiRequest): string => params["richMenuId"] ?? "";

const operation = (
  method: Operation["method"],
  path: string,
  handle: Operation["handle"],
  consumes: Operation["consumes"] = "nothing",
): Operation => ({ method, path, call: "rich_menu", consumes, handle });
