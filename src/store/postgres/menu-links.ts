/** Implements rich menu links in Postgres. */
import type { MenuLink, MenuLinks } from "../menu-links.ts";
import type { PostgresDatabase } from "./database.ts";

export function postgresMenuLinks(db: PostgresDatabase): MenuLinks {
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
            `insert into menu_links (account, line_id, menu, at) values ($1, $2, $3, $4)
             on conflict do nothing`,
            [account, lineId, menu, at],
          );
      return changes > 0;
    },
  };
}
