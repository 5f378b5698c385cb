/** What the operations on rich menus share: their record, and the parameters of their paths. */
import type { ApiRequest, Operation } from "../operation.ts";
import type { ChannelRichMenus } from "../rich-menus.ts";

/** The rich menus of the channel that a request comes from. */
export type MenusOf = (request: ApiRequest) => ChannelRichMenus;

export const menuId = ({ params }: ApiRequest): string => params["richMenuId"] ?? "";

export const operation = (
  method: Operation["method"],
  path: string,
  handle: Operation["handle"],
  consumes: Operation["consumes"] = "nothing",
): Operation => ({ method, path, call: "rich_menu", consumes, handle });
