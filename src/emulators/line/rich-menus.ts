/** The accounts' rich menus: what there is, under which alias, and which one each person sees. */
import type { RichMenu } from "../../line/messages/message-types.ts";
import { richMenuImageFault } from "../../line/messages/rich-menus.ts";
import { refuse, type ApiAnswer } from "./responses.ts";
import { randomToken } from "./ids.ts";

/** A menu that an account made. */
export interface StoredMenu {
  readonly richMenuId: string;
  readonly request: RichMenu;
  /** Null until it is uploaded; it can't be replaced. */
  image: { readonly type: string; readonly bytes: Buffer } | null;
}

export interface RichMenuChange {
  readonly kind: "rich_menu";
  readonly channelId: string;
}

/** The menus of one account. A refusal is LINE's answer; null = done. */
export interface Shelf {
  readonly menus: ReadonlyMap<string, StoredMenu>;
  /** Alias to menu id. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The menu of everybody who has none of their own. */
  readonly standard: string | null;
  create(request: RichMenu): string | ApiAnswer;
  upload(id: string, type: string, bytes: Buffer): ApiAnswer | null;
  remove(id: string): ApiAnswer | null;
  setStandard(id: string | null): ApiAnswer | null;
  link(userId: string, id: string): ApiAnswer | null;
  unlink(userId: string): void;
  /** Gives everybody who has one menu another, or none. */
  move(from: string, to: string | null): void;
  linkedTo(userId: string): string | null;
  setAlias(alias: string, id: string): void;
  removeAlias(alias: string): boolean;
}

export interface RichMenus {
  of(channelId: string): Shelf;
  /** What somebody sees: their own menu, else everybody's, else none. */
  seenBy(channelId: string, userId: string): StoredMenu | null;
}

const maxMenus = 1000;
export const menuNotFound = refuse(404, "richmenu not found");
const noImage = refuse(400, "must upload richmenu image before applying it to user");

export function createRichMenus(tell: (change: RichMenuChange) => void): RichMenus {
  const shelves = new Map<string, Shelf>();

  function of(channelId: string): Shelf {
    const known = shelves.get(channelId);
    if (known) return known;
    const shelf = createShelf(() => tell({ kind: "rich_menu", channelId }));
    shelves.set(channelId, shelf);
    return shelf;
  }

  return {
    of,
    seenBy(channelId, userId) {
      const { menus, standard, linkedTo } = of(channelId);
      return menus.get(linkedTo(userId) ?? standard ?? "") ?? null;
    },
  };
}

function createShelf(changed: () => void): Shelf {
  const menus = new Map<string, StoredMenu>();
  const aliases = new Map<string, string>();
  const links = new Map<string, string>();
  let standard: string | null = null;

  const unfit = (id: string): ApiAnswer | null => {
    const menu = menus.get(id);
    if (!menu) return menuNotFound;
    return menu.image ? null : noImage;
  };

  return {
    menus,
    aliases,
    get standard() {
      return standard;
    },
    create(request) {
      if (menus.size >= maxMenus)
        return refuse(400, `You can't have more than ${maxMenus} rich menus`);
      const richMenuId = `richmenu-${randomToken()}`;
      menus.set(richMenuId, { richMenuId, request, image: null });
      return richMenuId;
    },
    upload(id, type, bytes) {
      const menu = menus.get(id);
      if (!menu) return menuNotFound;
      if (menu.image) return refuse(400, "An image has already been uploaded to the richmenu");
      const fault = richMenuImageFault(bytes);
      if (fault) return refuse(400, fault);
      menu.image = { type, bytes };
      return null;
    },
    remove(id) {
      if (!menus.delete(id)) return menuNotFound;
      if (standard === id) standard = null;
      for (const [userId, linked] of links) if (linked === id) links.delete(userId);
      changed();
      return null;
    },
    setStandard(id) {
      const refusal = id === null ? null : unfit(id);
      if (refusal) return refusal;
      standard = id;
      changed();
      return null;
    },
    link(userId, id) {
      const refusal = unfit(id);
      if (refusal) return refusal;
      links.set(userId, id);
      changed();
      return null;
    },
    unlink(userId) {
      if (links.delete(userId)) changed();
    },
    move(from, to) {
      for (const [userId, linked] of links) {
        if (linked !== from) continue;
        if (to === null) links.delete(userId);
        else links.set(userId, to);
      }
      changed();
    },
    linkedTo: (userId) => links.get(userId) ?? null,
    setAlias: (alias, id) => void aliases.set(alias, id),
    removeAlias: (alias) => aliases.delete(alias),
  };
}
