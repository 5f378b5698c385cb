/** Rich menu links: which menu each LINE user was linked to last, by any replica. */
import { insertInto, type Database } from "./database.ts";

export interface MenuLink {
  /** LINE's id of the rich menu. */
  menu: string;
  /** When LINE confirmed the link, in milliseconds since 1970. */
  at: number;
}

export interface MenuLinks {
  get(account: string, lineId: string): Promise<MenuLink | null>;
  /**
   * Stores a link that LINE has confirmed.
   * @param before the link that was read before LINE was called; null = there was none.
   * @returns false when another replica has stored one since: which of the two LINE did last isn't known.
   */
  replace(
    account: string,
    lineId: string,
    link: MenuLink,
    before: MenuLink | null,
  ): Promise<boolean>;
}

export function createMenuLinks(db: Database): MenuLinks {
  return {
    async get(account, lineId) {
      const [link] = await db.rows<MenuLink>(
        "select menu, at from menu_links where account = $1 and line_id = $2",
        [account, lineId],
      );
      return link ?? null;
    },
    async replace(account, lineId, { menu, at }, before) {
      const changes = before
        ? await db.run(
            `update menu_links set menu = $3, at = $4
             where account = $1 and line_id = $2 and menu = $5 and at = $6`,
            [account, lineId, menu, at, before.menu, before.at],
          )
        : await db.run(
            ...insertInto(
              "menu_links",
              { account, line_id: lineId, menu, at },
              "on conflict do nothing",
            ),
          );
      return changes > 0;
    },
  };
}
