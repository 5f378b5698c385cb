/** Implements rich menu links in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { MenuLink, MenuLinks } from "../menu-links.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteMenuLinks(db: DatabaseSync, commit: GroupCommit): MenuLinks {
  const get = query<MenuLink>(
    db,
    "select menu, at from menu_links where account = ? and line_id = ?",
  );
  const insert = db.prepare("insert into menu_links values (?, ?, ?, ?) on conflict do nothing");
  const update = db.prepare(
    `update menu_links set menu = ?, at = ?
     where account = ? and line_id = ? and menu = ? and at = ?`,
  );
  return {
    get: async (account, lineId) => get.get(account, lineId),
    replace: (account, lineId, { menu, at }, before) =>
      commit.run(() => {
        const { changes } = before
          ? update.run(menu, at, account, lineId, before.menu, before.at)
          : insert.run(account, lineId, menu, at);
        return changes > 0;
      }),
  };
}
