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
  /** Replaces the dialogue of a person, which is JSON. */
  | { kind: "dialogue"; lineId: string; dialogue: string; expiresAt: number }
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

export type DialogueChange = Extract<StateChange, { kind: "dialogue" }>;

export type ApplyWrites = ReturnType<typeof applyingWrites>;

/** How each kind is stored. */
type Appliers = {
  [Kind in StateChange["kind"]]: (
    tx: Transaction,
    account: string,
    write: Extract<StateChange, { kind: Kind }>,
  ) => Promise<unknown>;
};

/** @returns a function that applies state changes in order; call it inside a transaction only. */
export function applyingWrites(notices: NoticeChanges) {
  const conclude = concludingWith(notices);
  const appliers: Appliers = {
    language: (tx, account, { lineId, language }) =>
      replacePersons(tx, "line_users", { account, lineId, language }),
    following: (tx, account, { lineId, following }) =>
      replacePersons(tx, "line_users", { account, lineId, following }),
    dialogue: (tx, account, { lineId, dialogue, expiresAt }) =>
      replacePersons(tx, "dialogues", { account, lineId, dialogue, expiresAt }),
    unsent: (tx, account, { messageId }) => removeContent(tx, account, messageId),
    question: (tx, account, { question }) => insertOrder(tx, account, question),
    conclusion: (tx, account, write) => conclude(tx, account, write, write.actor),
    carried: (tx, account, { eventId, ids }) => notices.carry(tx, account, eventId, ids),
    obsolete: (tx, _account, { ids }) => removeNotices(tx, ids),
    notice: (tx, account, { lineId, notice }) =>
      notices.add(tx, { account, lineId, notice }, false),
    by_rule: (tx, account, { question, keys }) => insertByRule(tx, account, question, keys),
    rule_keys: (tx, account, { keys }) => takeRuleKeys(tx, account, keys),
    remind: (tx, account, write) => remind(tx, account, write, notices),
    audited: (tx, _account, { account, line }) => appendAudit(tx, account, line),
  };
  return async (
    tx: Transaction,
    account: string,
    writes: readonly StateChange[],
  ): Promise<void> => {
    // Each kind finds its own, which the compiler can't follow.
    for (const write of writes) await appliers[write.kind](tx, account, write as never);
  };
}

/** Replaces what is stored of a person in a table. */
const replacePersons = (
  tx: Queries,
  table: string,
  row: { lineId: string; [column: string]: unknown },
) => tx.run(...replaceIn(table, ["account", "lineId"], row));

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
