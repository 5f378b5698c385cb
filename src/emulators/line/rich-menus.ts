/** Stores the accounts' rich menus, their aliases and links, and determines which menu a user sees. */
import type { RichMenu } from "../../line/messages/message-types.ts";
import { richMenuImageFault } from "../../line/messages/rich-menus.ts";
import { errorResponse, type ApiResponse } from "./operation.ts";
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

const maxMenus = 1000;
export const menuNotFound = errorResponse(404, "richmenu not found");
const noImage = errorResponse(400, "must upload richmenu image before applying it to user");

/** The rich menus of one account. Methods return LINE's error response, or null on success. */
export class ChannelRichMenus {
  readonly #menus = new Map<string, StoredMenu>();
  readonly #aliases = new Map<string, string>();
  /** Rich menu ids by LINE user id. */
  readonly #links = new Map<string, string>();
  #defaultMenu: string | null = null;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get menus(): ReadonlyMap<string, StoredMenu> {
    return this.#menus;
  }

  /** Rich menu ids by alias. */
  get aliases(): ReadonlyMap<string, string> {
    return this.#aliases;
  }

  /** The id of the rich menu for users without a link; null if none is set. */
  get defaultMenu(): string | null {
    return this.#defaultMenu;
  }

  create(request: RichMenu): string | ApiResponse {
    if (this.#menus.size >= maxMenus)
      return errorResponse(400, `You can't have more than ${maxMenus} rich menus`);
    const richMenuId = `richmenu-${randomToken()}`;
    this.#menus.set(richMenuId, { richMenuId, request, image: null });
    return richMenuId;
  }

  upload(id: string, type: string, bytes: Buffer): ApiResponse | null {
    const menu = this.#menus.get(id);
    if (!menu) return menuNotFound;
    if (menu.image) return errorResponse(400, "An image has already been uploaded to the richmenu");
    const fault = richMenuImageFault(bytes);
    if (fault) return errorResponse(400, fault);
    menu.image = { type, bytes };
    return null;
  }

  remove(id: string): ApiResponse | null {
    if (!this.#menus.delete(id)) return menuNotFound;
    if (this.#defaultMenu === id) this.#defaultMenu = null;
    for (const [userId, linked] of this.#links) if (linked === id) this.#links.delete(userId);
    this.#onChange();
    return null;
  }

  setDefaultMenu(id: string | null): ApiResponse | null {
    const refusal = id === null ? null : this.#linkRefusal(id);
    if (refusal) return refusal;
    this.#defaultMenu = id;
    this.#onChange();
    return null;
  }

  link(userId: string, id: string): ApiResponse | null {
    const refusal = this.#linkRefusal(id);
    if (refusal) return refusal;
    this.#links.set(userId, id);
    this.#onChange();
    return null;
  }

  unlink(userId: string): void {
    if (this.#links.delete(userId)) this.#onChange();
  }

  /** Links all users of one rich menu to another; null unlinks them. */
  move(from: string, to: string | null): void {
    for (const [userId, linked] of this.#links) {
      if (linked !== from) continue;
      if (to === null) this.#links.delete(userId);
      else this.#links.set(userId, to);
    }
    this.#onChange();
  }

  linkedTo(userId: string): string | null {
    return this.#links.get(userId) ?? null;
  }

  setAlias(alias: string, id: string): void {
    this.#aliases.set(alias, id);
  }

  removeAlias(alias: string): boolean {
    return this.#aliases.delete(alias);
  }

  #linkRefusal(id: string): ApiResponse | null {
    const menu = this.#menus.get(id);
    if (!menu) return menuNotFound;
    return menu.image ? null : noImage;
  }
}

export interface RichMenus {
  ofChannel(channelId: string): ChannelRichMenus;
  /** The rich menu that a user sees: the linked one, else the default. */
  shownTo(channelId: string, userId: string): StoredMenu | null;
}

export function createRichMenus(onChange: (change: RichMenuChange) => void): RichMenus {
  const byChannel = new Map<string, ChannelRichMenus>();

  function ofChannel(channelId: string): ChannelRichMenus {
    const existing = byChannel.get(channelId);
    if (existing) return existing;
    const created = new ChannelRichMenus(() => onChange({ kind: "rich_menu", channelId }));
    byChannel.set(channelId, created);
    return created;
  }

  return {
    ofChannel,
    shownTo(channelId, userId) {
      const channel = ofChannel(channelId);
      return channel.menus.get(channel.linkedTo(userId) ?? channel.defaultMenu ?? "") ?? null;
    },
  };
}
