/** The state changes that handling an event can make, stored in one transaction with the reply that reports them. */
import type { Language } from "../config/environment-schema.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import type { Changes } from "./coordination.ts";
import { type Queries, replaceIn, type Transaction } from "./database.ts";
import { type Notice, type NoticeChanges, removeNotices } from "./notices.ts";
import { insertOrder } from "./order-rows.ts";
import { concludingWith, type Conclusion } from "./orders.ts";
import { remind, type RemindChange } from "./reminders.ts";
import { insertByRule, type RuleKey, takeRuleKeys } from "./rule-keys.ts";
import type { Author, Question } from "./rules/order.ts";

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

/** Replaces the dialogue of a person. */
export interface DialogueChange {
  kind: "dialogue";
  lineId: string;
  /** JSON. */
  dialogue: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Applies state changes in order; call it inside a transaction only. */
export type ApplyWrites = (
  tx: Transaction,
  account: string,
  writes: readonly StateChange[],
) => Promise<void>;

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

async function replaceDialogue(
  tx: Queries,
  account: string,
  { lineId, dialogue, expiresAt }: DialogueChange,
): Promise<void> {
  const row = { account, line_id: lineId, dialogue, expires_at: expiresAt };
  await tx.run(...replaceIn("dialogues", ["account", "line_id"], row));
}

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
