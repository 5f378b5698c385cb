/** LINE users: their stored state, rich menu and dialogue, and the state changes that handling an event can make. */
import type { Clock } from "../clock.ts";
import type { Language } from "../config/environment-schema.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import {
  type Database,
  insertInto,
  type Queries,
  replaceIn,
  type Transaction,
} from "./database.ts";
import { type Notice, type NoticeChanges, removeNotices } from "./notices.ts";
import { insertOrder } from "./order-rows.ts";
import { concludingWith, type Conclusion } from "./orders.ts";
import { remind, type RemindChange } from "./reminders.ts";
import type { Changes } from "./coordination.ts";
import { insertByRule, type RuleKey, takeRuleKeys } from "./rule-keys.ts";
import type { Author, Question } from "./rules/order.ts";

export interface LineUserState {
  /** The language they chose, or null to use their LINE profile's language. */
  language: string | null;
  /** False after they blocked the account. */
  following: boolean;
}

/** A state change, stored in the same transaction as the reply that reports it. */
export type StateChange =
  | { kind: "language"; lineId: string; language: Language }
  | { kind: "following"; lineId: string; following: boolean }
  | { kind: "unsent"; messageId: string }
  | DialogueChange
  | { kind: "question"; question: Question }
  | ({ kind: "conclusion"; actor: Author } & Conclusion)
  /** Notices that the reply to this event carries; fails if a push has taken one meanwhile. */
  | { kind: "carried"; eventId: string; ids: readonly number[] }
  /** Notices to delete, since they no longer apply. */
  | { kind: "obsolete"; ids: readonly number[] }
  /** A notice for a user, which isn't pushed. */
  | { kind: "notice"; lineId: string; notice: Notice }
  /** What a rule gives, unless one of its keys is taken. */
  | { kind: "by_rule"; question: Question; keys: readonly RuleKey[] }
  /** What a rule must not do again. */
  | { kind: "rule_keys"; keys: readonly RuleKey[] }
  | RemindChange
  /** An audit entry of a read-only action. */
  | { kind: "audited"; account: string; line: NewAuditEntry };

/** The state of each LINE user. */
export interface LineUsers {
  /** @param account the bot's own LINE user id; the same person has separate states in different accounts. */
  get(account: string, lineId: string): Promise<LineUserState>;
  write(account: string, writes: readonly StateChange[]): Promise<void>;
  /** Up to `max` LINE user ids of users with a stored state who have not blocked the account. */
  known(account: string, max: number): Promise<string[]>;
}

/** Applies state changes in order; call it inside a transaction only. */
export type ApplyWrites = (
  tx: Transaction,
  account: string,
  writes: readonly StateChange[],
) => Promise<void>;

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

/** Tells the other replicas, which cache the language of a user; call it after the transaction. Never rejects. */
export async function announceLanguages(
  changes: Pick<Changes, "announce">,
  account: string,
  writes: readonly StateChange[],
): Promise<void> {
  for (const write of writes) {
    if (write.kind !== "language") continue;
    await changes.announce({ kind: "language", account, lineId: write.lineId });
  }
}

export function applyingWrites(notices: NoticeChanges): ApplyWrites {
  const conclude = concludingWith(notices);
  return async (tx, account, writes) => {
    for (const write of writes) {
      switch (write.kind) {
        case "language":
          await setColumn(tx, "language", account, write.lineId, write.language);
          break;
        case "following":
          await setColumn(tx, "following", account, write.lineId, write.following);
          break;
        case "unsent":
          await removeContent(tx, account, write.messageId);
          break;
        case "question":
          await insertOrder(tx, account, write.question);
          break;
        case "conclusion":
          await conclude(tx, account, write, write.actor);
          break;
        case "carried":
          await notices.carry(tx, account, write.eventId, write.ids);
          break;
        case "obsolete":
          await removeNotices(tx, write.ids);
          break;
        case "notice":
          await notices.add(tx, { account, lineId: write.lineId, notice: write.notice }, false);
          break;
        case "by_rule":
          await insertByRule(tx, account, write.question, write.keys);
          break;
        case "rule_keys":
          await takeRuleKeys(tx, account, write.keys);
          break;
        case "remind":
          await remind(tx, account, write, notices);
          break;
        case "dialogue":
          await replaceDialogue(tx, account, write);
          break;
        case "audited":
          await appendAudit(tx, write.account, write.line);
          break;
      }
    }
  };
}

async function setColumn(
  tx: Queries,
  column: "language" | "following",
  account: string,
  lineId: string,
  value: string | boolean,
): Promise<void> {
  const row = { account, line_id: lineId, [column]: value };
  await tx.run(...replaceIn("line_users", ["account", "line_id"], row));
}

/**
 * Changed here and not by the database, whose JSON cannot hold every text that a message can. A decided reply may
 * repeat the text: that of an open event is still to be sent, and a parked one's never again.
 */
async function removeContent(tx: Queries, account: string, messageId: string): Promise<void> {
  const rows = await tx.rows<{ id: number; body: string }>(
    "select id, body from inbox where account = $1 and message_id = $2 and body <> '' for update",
    [account, messageId],
  );
  for (const { id, body } of rows) {
    const event = JSON.parse(body) as { message?: { type?: unknown } };
    const message = { id: messageId, type: event.message?.type };
    await tx.run(
      `update inbox set body = $2, decided = case when state = 'open' then decided end
       where id = $1`,
      [id, JSON.stringify({ ...event, message })],
    );
  }
}

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

/** Replaces the dialogue of a person. */
export interface DialogueChange {
  kind: "dialogue";
  lineId: string;
  /** JSON. */
  dialogue: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
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

/** Replaces a dialogue; call it inside a transaction only. */
async function replaceDialogue(
  tx: Queries,
  account: string,
  { lineId, dialogue, expiresAt }: DialogueChange,
): Promise<void> {
  const row = { account, line_id: lineId, dialogue, expires_at: expiresAt };
  await tx.run(...replaceIn("dialogues", ["account", "line_id"], row));
}
