/** LINE's rich menus, as far as a bot uses them: one record per operation. */
import type { Clock } from "../../../clock.ts";
import { aliasForm } from "../../../line/messages/actions.ts";
import { richMenuFaults } from "../../../line/messages/rich-menus.ts";
import type { Accounts } from "../accounts.ts";
import { invalidBody, ok, refuse, type ApiAnswer } from "../responses.ts";
import type { ApiRequest, Operation, RequestBody } from "../operation.ts";
import { menuNotFound, type RichMenus, type Shelf, type StoredMenu } from "../rich-menus.ts";

const maxAliases = 1000;
const maxMoves = 1000;
const aliasNotFound = refuse(404, "richmenu alias not found");
/** So many batches can be asked about. */
const maxBatches = 1000;

export function richMenuOperations(parts: {
  richMenus: RichMenus;
  accounts: Accounts;
  clock: Clock;
}): Operation[] {
  const { richMenus, accounts, clock } = parts;
  const batches = new Map<string, number>();
  const shelfOf = ({ channel }: ApiRequest): Shelf => richMenus.of(channel.id);
  return [
    operation(
      "post",
      "/v2/bot/richmenu",
      (request) => {
        const refusal = refused(request.body);
        if (refusal) return refusal;
        const made = shelfOf(request).create(request.body);
        return typeof made === "string" ? ok({ richMenuId: made }) : made;
      },
      "json",
    ),
    operation("post", "/v2/bot/richmenu/validate", ({ body }) => refused(body) ?? ok(), "json"),
    operation("get", "/v2/bot/richmenu/list", (request) =>
      ok({ richmenus: [...shelfOf(request).menus.values()].map(shown) }),
    ),
    operation(
      "post",
      "/v2/bot/richmenu/alias",
      (request) => {
        const shelf = shelfOf(request);
        const { richMenuAliasId: alias } = request.body;
        if (shelf.aliases.has(String(alias))) return refuse(400, "conflict richmenu alias id");
        if (shelf.aliases.size >= maxAliases) return refuse(400, "too many richmenu aliases");
        return aliased(shelf, request.body, alias) ?? ok();
      },
      "json",
    ),
    operation("get", "/v2/bot/richmenu/alias/list", (request) =>
      ok({ aliases: [...shelfOf(request).aliases].map(shownAlias) }),
    ),
    operation("get", "/v2/bot/richmenu/alias/:aliasId", (request) => {
      const id = shelfOf(request).aliases.get(aliasId(request));
      return id === undefined ? aliasNotFound : ok(shownAlias([aliasId(request), id]));
    }),
    operation(
      "post",
      "/v2/bot/richmenu/alias/:aliasId",
      (request) => {
        const shelf = shelfOf(request);
        if (!shelf.aliases.has(aliasId(request))) return aliasNotFound;
        return aliased(shelf, request.body, aliasId(request)) ?? ok();
      },
      "json",
    ),
    operation("delete", "/v2/bot/richmenu/alias/:aliasId", (request) =>
      shelfOf(request).removeAlias(aliasId(request)) ? ok() : aliasNotFound,
    ),
    operation(
      "post",
      "/v2/bot/richmenu/batch",
      (request) => {
        const shelf = shelfOf(request);
        const moves = movesIn(request.body, shelf);
        if (!moves) return refuse(400, "The operations are invalid");
        for (const { from, to } of moves) shelf.move(from, to);
        batches.set(request.requestId, clock.now());
        const [oldest] = batches.keys();
        if (batches.size > maxBatches && oldest) batches.delete(oldest);
        return { status: 202, body: {} };
      },
      "json",
    ),
    operation("get", "/v2/bot/richmenu/progress/batch", ({ query }) => {
      const at = batches.get(query["requestId"] ?? "");
      if (at === undefined) return refuse(404, "The request id is unknown");
      const time = new Date(at).toISOString();
      return ok({ phase: "succeeded", acceptedTime: time, completedTime: time });
    }),
    operation("get", "/v2/bot/richmenu/:richMenuId", (request) => {
      const menu = shelfOf(request).menus.get(menuId(request));
      return menu ? ok(shown(menu)) : menuNotFound;
    }),
    operation(
      "delete",
      "/v2/bot/richmenu/:richMenuId",
      (request) => shelfOf(request).remove(menuId(request)) ?? ok(),
    ),
    operation(
      "post",
      "/v2/bot/richmenu/:richMenuId/content",
      (request) => {
        const { type, bytes } = request.image ?? { type: "", bytes: Buffer.alloc(0) };
        return shelfOf(request).upload(menuId(request), type, bytes) ?? ok();
      },
      "image",
    ),
    operation("get", "/v2/bot/richmenu/:richMenuId/content", (request) => {
      const image = shelfOf(request).menus.get(menuId(request))?.image;
      return image ? { status: 200, body: {}, image } : refuse(404, "Not found");
    }),
    operation(
      "post",
      "/v2/bot/user/all/richmenu/:richMenuId",
      (request) => shelfOf(request).setStandard(menuId(request)) ?? ok(),
    ),
    operation("get", "/v2/bot/user/all/richmenu", (request) => {
      const { standard } = shelfOf(request);
      return standard === null ? refuse(404, "no default richmenu") : ok({ richMenuId: standard });
    }),
    operation(
      "delete",
      "/v2/bot/user/all/richmenu",
      (request) => shelfOf(request).setStandard(null) ?? ok(),
    ),
    operation("post", "/v2/bot/user/:userId/richmenu/:richMenuId", (request) => {
      const shelf = shelfOf(request);
      // As LINE: who isn't there is passed over in silence.
      if (!accounts.person(userId(request))) {
        return shelf.menus.has(menuId(request)) ? ok() : menuNotFound;
      }
      return shelf.link(userId(request), menuId(request)) ?? ok();
    }),
    operation("get", "/v2/bot/user/:userId/richmenu", (request) => {
      const linked = shelfOf(request).linkedTo(userId(request));
      return linked === null ? refuse(404, "the user has no richmenu") : ok({ richMenuId: linked });
    }),
    operation("delete", "/v2/bot/user/:userId/richmenu", (request) => {
      shelfOf(request).unlink(userId(request));
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
  answer: Operation["answer"],
  takes: Operation["takes"] = "nothing",
): Operation => ({ method, path, call: "rich_menu", takes, answer });

/** The alias of a body, if it may be set to the menu that the body names. */
function aliased(shelf: Shelf, body: RequestBody, alias: unknown): ApiAnswer | null {
  const { richMenuId } = body;
  if (typeof alias !== "string" || !aliasForm.test(alias)) {
    return invalidBody([{ message: "The value is invalid", property: "richMenuAliasId" }]);
  }
  const menu = shelf.menus.get(String(richMenuId));
  if (!menu) return refuse(400, "richmenu not found");
  if (!menu.image) return refuse(400, "the richmenu has no image");
  shelf.setAlias(alias, menu.richMenuId);
  return null;
}

const shown = ({ richMenuId, request }: StoredMenu) => ({ richMenuId, ...request });

const shownAlias = ([richMenuAliasId, richMenuId]: readonly [string, string]) => ({
  richMenuAliasId,
  richMenuId,
});

function refused(body: RequestBody): ApiAnswer | null {
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

/** Who moves from which menu to which, or null where a menu isn't there. */
function movesIn(body: RequestBody, shelf: Shelf): { from: string; to: string | null }[] | null {
  const { operations } = body;
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > maxMoves) {
    return null;
  }
  const moves = (operations as Record<string, unknown>[]).flatMap(({ type, from, to }) => {
    if (type === "unlinkAll") return [...shelf.menus.keys()].map((id) => ({ from: id, to: null }));
    return [{ from: String(from), to: type === "link" ? String(to) : null }];
  });
  const isSound = moves.every(
    ({ from, to }) => shelf.menus.has(from) && (to === null || shelf.menus.get(to)?.image),
  );
  return isSound ? moves : null;
}
