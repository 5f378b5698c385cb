/** Operations on rich menus, their aliases and links. */
import type { Clock } from "../../../clock.ts";
import { aliasForm } from "../../../line/messages/actions.ts";
import { richMenuFaults } from "../../../line/messages/rich-menus.ts";
import type { Accounts } from "../accounts.ts";
import { invalidBody, ok, errorResponse, type ApiResponse } from "../responses.ts";
import type { ApiRequest, Operation, RequestBody } from "../operation.ts";
import {
  menuNotFound,
  type RichMenus,
  type ChannelRichMenus,
  type StoredMenu,
} from "../rich-menus.ts";

const maxAliases = 1000;
const maxMoves = 1000;
const aliasNotFound = errorResponse(404, "richmenu alias not found");
/** The number of batches whose progress can be read. */
const maxBatches = 1000;

export function richMenuOperations(parts: {
  richMenus: RichMenus;
  accounts: Accounts;
  clock: Clock;
}): Operation[] {
  const { richMenus, accounts, clock } = parts;
  const batches = new Map<string, number>();
  const menusOf = ({ channel }: ApiRequest): ChannelRichMenus => richMenus.ofChannel(channel.id);
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

const menuId = ({ params }: ApiRequest) => params["richMenuId"] ?? "";
const userId = ({ params }: ApiRequest) => params["userId"] ?? "";
const aliasId = ({ params }: ApiRequest) => params["aliasId"] ?? "";
const operation = (
  method: Operation["method"],
  path: string,
  handle: Operation["handle"],
  consumes: Operation["consumes"] = "nothing",
): Operation => ({ method, path, call: "rich_menu", consumes, handle });

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

const toSummary = ({ richMenuId, request }: StoredMenu) => ({ richMenuId, ...request });

const toAlias = ([richMenuAliasId, richMenuId]: readonly [string, string]) => ({
  richMenuAliasId,
  richMenuId,
});

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

/** The moves of a batch; null if one is invalid. */
function parseMoves(
  body: RequestBody,
  menus: ChannelRichMenus,
): { from: string; to: string | null }[] | null {
  const { operations } = body;
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > maxMoves) {
    return null;
  }
  const moves = (operations as Record<string, unknown>[]).flatMap(({ type, from, to }) => {
    if (type === "unlinkAll") return [...menus.menus.keys()].map((id) => ({ from: id, to: null }));
    return [{ from: String(from), to: type === "link" ? String(to) : null }];
  });
  const areValid = moves.every(
    ({ from, to }) => menus.menus.has(from) && (to === null || menus.menus.get(to)?.image),
  );
  return areValid ? moves : null;
}
