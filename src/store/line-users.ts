/** LINE users: their stored state, rich menu and dialogue. */
import type { Clock } from "../clock.ts";
import type { Changes } from "./coordination.ts";
import { type Database, insertInto } from "./database.ts";
import { announceLanguages, type ApplyWrites, type StateChange } from "./state-changes.ts";

export interface LineUserState {
  /** The language they chose, or null to use their LINE profile's language. */
  language: string | null;
  /** False after they blocked the account. */
  following: boolean;
}

/** The state of each LINE user. */
export interface LineUsers {
  /** @param account the bot's own LINE user id; the same person has separate states in different accounts. */
  get(account: string, lineId: string): Promise<LineUserState>;
  write(account: string, writes: readonly StateChange[]): Promise<void>;
  /** Up to `max` LINE user ids of users with a stored state who have not blocked the account. */
  known(account: string, max: number): Promise<string[]>;
}

/**
 * @param get the engine's: each event asks.
 * @param changes tells the other replicas, which cache the language of a user.
 */
export const createLineUsers = (
  db: Database,
  get: LineUsers["get"],
  apply: ApplyWrites,
  changes: Pick<Changes, "announce">,
): LineUsers => ({
  get,
  async known(account, max) {
    const rows = await db.rows<{ lineId: string }>(
      `select line_id as "lineId" from line_users where account = $1 and following limit $2`,
      [account, max],
    );
    return rows.map(({ lineId }) => lineId);
  },
  async write(account, writes) {
    await db.transaction((tx) => apply(tx, account, writes));
    await announceLanguages(changes, account, writes);
  },
});

interface MenuLink {
  /** LINE's id of the rich menu. */
  menu: string;
  /** When LINE confirmed the link, in milliseconds since 1970. */
  at: number;
}

interface MenuLinks {
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

/** Rich menu links: which menu each LINE user was linked to last, by any replica. */
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

// Dialogues: what a person's next message may refer to. They change with a reply, as a state change.

export interface Dialogues {
  /** The dialogue as JSON, as the last reply left it; null = there is none, or it has expired. */
  get(account: string, lineId: string): Promise<string | null>;
}

export function createDialogues(db: Database, clock: Pick<Clock, "now">): Dialogues {
  return {
    async get(account, lineId) {
      const [row] = await db.rows<{ dialogue: string }>(
        "select dialogue from dialogues where account = $1 and line_id = $2 and expires_at > $3",
        [account, lineId, clock.now()],
      );
      return row?.dialogue ?? null;
    },
  };
}
