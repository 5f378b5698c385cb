/** Stores the accounts' rich menus, their aliases and links, and determines which menu a user sees. */
import type { RichMenu } from "../../line/messages/message-types.ts";
import { richMenuImageFault } from "../../line/messages/rich-menus.ts";
import { errorResponse, type ApiResponse } from "./responses.ts";
import { randomToken } from "./ids.ts";

/** A rich menu that an account created. */
export interface StoredMenu {
  readonly richMenuId: string;
  readonly request: RichMenu;
  /** Null until uploaded; it can't be replaced. */
  image: { readonly type: string; readonly bytes: Buffer } | null;
}

export interface RichMenuChange {
  readonly kind: "rich_menu";
  readonly channelId: string;
}

/** The rich menus of one account. Methods return LINE's error response, or null on success. */
export interface ChannelRichMenus {
  readonly menus: ReadonlyMap<string, StoredMenu>;
  /** Rich menu ids by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The id of the rich menu for users without a link; null if none is set. */
  readonly defaultMenu: string | null;
  create(request: RichMenu): string | ApiResponse;
  upload(id: string, type: string, bytes: Buffer): ApiResponse | null;
  remove(id: string): ApiResponse | null;
  setDefaultMenu(id: string | null): ApiResponse | null;
  link(userId: string, id: string): ApiResponse | null;
  unlink(userId: string): void;
  /** Links all users of one rich menu to another; null unlinks them. */
  move(from: string, to: string | null): void;
  linkedTo(userId: string): string | null;
  setAlias(alias: string, id: string): void;
  removeAlias(alias: string): boolean;
}

export interface RichMenus {
  ofChannel(channelId: string): ChannelRichMenus;
  /** The rich menu that a user sees: the linked one, else the default. */
  shownTo(channelId: string, userId: string): StoredMenu | null;
}

const maxMenus = 1000;
export const menuNotFound = errorResponse(404, "richmenu not found");
const noImage = errorResponse(400, "must upload richmenu image before applying it to user");

export function createRichMenus(onChange: (change: RichMenuChange) => void): RichMenus {
  const byChannel = new Map<string, ChannelRichMenus>();

  function ofChannel(channelId: string): ChannelRichMenus {
    const existing = byChannel.get(channelId);
    if (existing) return existing;
    const created = createChannelRichMenus(() => onChange({ kind: "rich_menu", channelId }));
    byChannel.set(channelId, created);
    return created;
  }

  return {
    ofChannel,
    shownTo(channelId, userId) {
      const { menus, defaultMenu, linkedTo } = ofChannel(channelId);
      return menus.get(linkedTo(userId) ?? defaultMenu ?? "") ?? null;
    },
  };
}

function createChannelRichMenus(onChange: () => void): ChannelRichMenus {
  const menus = new Map<string, StoredMenu>();
  const aliases = new Map<string, string>();
  const links = new Map<string, string>();
  let defaultMenu: string | null = null;

  const linkRefusal = (id: string): ApiResponse | null => {
    const menu = menus.get(id);
    if (!menu) return menuNotFound;
    return menu.image ? null : noImage;
  };

  return {
    menus,
    aliases,
    get defaultMenu() {
      return defaultMenu;
    },
    create(request) {
      if (menus.size >= maxMenus)
        return errorResponse(400, `You can't have more than ${maxMenus} rich menus`);
      const richMenuId = `richmenu-${randomToken()}`;
      menus.set(richMenuId, { richMenuId, request, image: null });
      return richMenuId;
    },
    upload(id, type, bytes) {
      const menu = menus.get(id);
      if (!menu) return menuNotFound;
      if (menu.image)
        return errorResponse(400, "An image has already been uploaded to the richmenu");
      const fault = richMenuImageFault(bytes);
      if (fault) return errorResponse(400, fault);
      menu.image = { type, bytes };
      return null;
    },
    remove(id) {
      if (!menus.delete(id)) return menuNotFound;
      if (defaultMenu === id) defaultMenu = null;
      for (const [userId, linked] of links) if (linked === id) links.delete(userId);
      onChange();
      return null;
    },
    setDefaultMenu(id) {
      const refusal = id === null ? null : linkRefusal(id);
      if (refusal) return refusal;
      defaultMenu = id;
      onChange();
      return null;
    },
    link(userId, id) {
      const refusal = linkRefusal(id);
      if (refusal) return refusal;
      links.set(userId, id);
      onChange();
      return null;
    },
    unlink(userId) {
      if (links.delete(userId)) onChange();
    },
    move(from, to) {
      for (const [userId, linked] of links) {
        if (linked !== from) continue;
        if (to === null) links.delete(userId);
        else links.set(userId, to);
      }
      onChange();
    },
    linkedTo: (userId) => links.get(userId) ?? null,
    setAlias: (alias, id) => void aliases.set(alias, id),
    removeAlias: (alias) => aliases.delete(alias),
  };
}
