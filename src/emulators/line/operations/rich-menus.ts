/** Operations on rich menus, their images and links. */
import type { Clock } from "../../../clock.ts";
import { richMenuFaults } from "../../../line/messages/rich-menus.ts";
import type { Accounts } from "../accounts.ts";
import { invalidBody, ok, errorResponse, type ApiResponse } from "../responses.ts";
import type { ApiRequest, Operation, RequestBody } from "../operation.ts";
import { menuNotFound, type RichMenus, type StoredMenu } from "../rich-menus.ts";
import { aliasOperations } from "./rich-menu-aliases.ts";
import { batchOperations } from "./rich-menu-batches.ts";
import { menuId, operation, type MenusOf } from "./rich-menu-operation.ts";

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
