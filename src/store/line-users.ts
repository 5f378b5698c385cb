/** LINE users: their stored state, rich menu and dialogue. */
import type { Clock } from "../clock.ts";
import type { Changes } from "./coordination.ts";
import { type Database, firstRow, insertInto } from "./database.ts";
import { announceLanguages, type ApplyWrites, type StateChange } from "./state-changes.ts";

export interface LineUserState {
  /** The language they chose, or null to use their LINE profile's language. */
  language: string | null;
  /** False after they blocked the account. */
  following: boolean;
}

export type LineUsers = ReturnType<typeof createLineUsers>;

/** @param account the bot's own LINE user id; the same person has separate states in different accounts. */
export type GetLineUser = (account: string, lineId: string) => Promise<LineUserState>;

/**
 * The state of each LINE user.
 * @param get the engine's: each event asks.
 * @param changes tells the other replicas, which cache the language of a user.
 */
export const createLineUsers = (
  db: Database,
  get: GetLineUser,
  apply: ApplyWrites,
  changes: Pick<Changes, "announce">,
) => ({
  get,
  async write(account: string, writes: readonly StateChange[]): Promise<void> {
    await db.transaction((tx) => apply(tx, account, writes));
    await announceLanguages(changes, account, writes);
  },
  /** Up to `max` LINE user ids of users with a stored state who have not blocked the account. */
  async known(account: string, max: number): Promise<string[]> {
    const rows = await db.rows<{ lineId: string }>(
      `select line_id as "lineId" from line_users where account = $1 and following limit $2`,
      [account, max],
    );
    return rows.map(({ lineId }) => lineId);
  },
});

interface MenuLink {
  /** LINE's id of the rich menu. */
  menu: string;
  /** When LINE confirmed the link, in milliseconds since 1970. */
  at: number;
}

/** Rich menu links: which menu each LINE user was linked to last, by any replica. */
export const createMenuLinks = (db: Database) => ({
  get: (account: string, lineId: string) =>
    firstRow<MenuLink>(db, "select menu, at from menu_links where account = $1 and line_id = $2", [
      account,
      lineId,
    ]),
  /**
   * Stores a link that LINE has confirmed.
   * @param before the link that was read before LINE was called; null = there was none.
   * @returns false when another replica has stored one since: which of the two LINE did last isn't known.
   */
  async replace(
    account: string,
    lineId: string,
    { menu, at }: MenuLink,
    before: MenuLink | null,
  ): Promise<boolean> {
    const row = { account, lineId, menu, at };
    const changes = before
      ? await db.run(
          `update menu_links set menu = $3, at = $4
           where account = $1 and line_id = $2 and menu = $5 and at = $6`,
          [account, lineId, menu, at, before.menu, before.at],
        )
      : await db.run(...insertInto("menu_links", row, "on conflict do nothing"));
    return changes > 0;
  },
});

export type Dialogues = ReturnType<typeof createDialogues>;

/** Dialogues: what a person's next message may refer to. They change with a reply, as a state change. */
export const createDialogues = (db: Database, clock: Pick<Clock, "now">) => ({
  /** The dialogue as JSON, as the last reply left it; null = there is none, or it has expired. */
  async get(account: string, lineId: string): Promise<string | null> {
    const row = await firstRow<{ dialogue: string }>(
      db,
      "select dialogue from dialogues where account = $1 and line_id = $2 and expires_at > $3",
      [account, lineId, clock.now()],
    );
    return row?.dialogue ?? null;
  },
});
