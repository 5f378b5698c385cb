/** Operations on the aliases of rich menus. */
import { aliasForm } from "../../../line/messages/actions.ts";
import type { ApiRequest, Operation, RequestBody } from "../operation.ts";
import { errorResponse, invalidBody, ok, type ApiResponse } from "../responses.ts";
import type { ChannelRichMenus } from "../rich-menus.ts";
import { operation, type MenusOf } from "./rich-menu-operation.ts";

const maxAliases = 1000;
const aliasNotFound = errorResponse(404, "richmenu alias not found");

export function aliasOperations(menusOf: MenusOf): Operation[] {
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
